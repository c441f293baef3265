import RewindCapture
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindValue
import Synchronization
import TestSupport
import Testing

private struct Tree: Codable, Sendable {
    var name = "kept to myself"
    var kids: [Tree] = []

    /// A tree that is one long branch.
    static func branch(_ depth: Int) -> Tree { depth == 0 ? Tree() : Tree(kids: [branch(depth - 1)]) }
}

private enum Growth: Encodable, Sendable { case graft(Tree) }

private final class Events: Sendable {
    private let list = Mutex<[Recorder.Event]>([])
    var all: [Recorder.Event] { list.withLock { $0 } }
    func add(_ event: Recorder.Event) { list.withLock { $0.append(event) } }
}

@Suite("States and actions that can't be encoded", .timeLimit(.minutes(5)))
struct UnencodableTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [RedactionLevel.masked, .secrets, .everything])
    func areToldOfOnceAndTheRecordingSaysWhyTheyAreMissing(level: RedactionLevel) throws {
        let events = Events()
        var configuration = Recorder.Configuration(app: "Trees", directory: folder.path, level: level)
        configuration.onEvent = { events.add($0) }
        let recorder = Recorder(configuration)
        let store = recorder.store(initialState: Tree.branch(100))
        var state = Tree.branch(100)
        for depth in 101...105 { state = store.reduce(Growth.graft(.branch(depth)), from: state) { _, _ in .branch(depth) } }
        recorder.finish()
        let reasons = events.all.compactMap { event -> (type: String, reason: String)? in
            if case .unencodable(store: "main", let type, let reason) = event { (type, reason) } else { nil }
        }
        #expect(reasons.map(\.type).sorted() == ["Growth", "Tree"])
        for (_, reason) in reasons { #expect(reason.contains("nests more than 120 levels deep") && !reason.contains("kept")) }
        let recording = try Recording(directory: #require(recorder.directory))
        #expect(recording.losses.unencodable == recording.manifest.counts.unencodable && recording.losses.unencodable > 5)
        #expect(recording.losses.all.contains { $0.kind == .values && $0.count ?? 0 > 1 } && !recording.losses.isEmpty)
        let timeline = try Timeline(recording)
        for step in [0, 3] {
            guard case .unknown(let unknown) = try timeline.state(at: step), case .unencodable(_, let reason) = unknown.reason else {
                Issue.record("the state after step \(step) is known, or for another reason not")
                continue
            }
            #expect(unknown.nearest == nil && reason.contains("nests more than 120 levels deep"))
        }
    }
}
