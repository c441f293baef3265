import RewindFormat
import RewindJournal
import RewindRecorder
import RewindValue
import Testing

extension Recorder {
    /// A recorder into a directory that is as a test has it, and tells what it has to tell.
    convenience init(
        in directory: String, app: String = "Test", telling events: Errors = Errors(), edit: (inout Configuration) -> Void = { _ in }
    ) {
        var configuration = Configuration(app: app, directory: directory)
        configuration.onEvent = { events.add($0) }
        edit(&configuration)
        self.init(configuration)
    }

    /// Finishes it, and opens what it recorded.
    func finished() throws -> Recording {
        finish()
        return try Recording(directory: #require(directory))
    }
}

extension [StateLine] {
    /// What is known of the state after each step of one store, by the rules of the format; `nil` where nothing is.
    func known() throws -> [Int: JSONValue] {
        var known: [Int: JSONValue] = [:]
        var value: JSONValue?
        for line in self {
            switch line.change {
            case .keyframe(let keyframe): value = keyframe
            case .patch(let patch):
                guard var present = value else { break }
                try patch.apply(to: &present)
                value = present
            case .unencodable, .unknown: value = nil
            case .failed, .action: break
            }
            known[line.step] = value
        }
        return known
    }
}
