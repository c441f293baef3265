import Foundation
import RewindArchive
import RewindFormat
import RewindRecorder

/// The recordings that the questions are asked of, made once by the real recorder and kept for the next run.
struct MadeRecordings {
    /// Where they are kept.
    let folder: String

    /// The sealed recording of so many steps on a state of that size; `isClear` if nothing is hidden in it, so that it can be reduced again.
    func path(_ size: Size, steps: Int, isClear: Bool = false) -> String {
        "\(folder)/\(size)-\(steps)\(isClear ? "-clear" : "").rewind"
    }

    /// Makes a recording where it is missing.
    ///
    /// The maker waits for the recorder now and then, so that no state is given up under load. Five steps in all change who is signed in and which
    /// screens are open: what few steps touch.
    func make(_ size: Size, steps: Int, isClear: Bool = false) throws {
        let path = path(size, steps: steps, isClear: isClear)
        if FileManager.default.fileExists(atPath: path) { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        say("making \(path)", to: .standardError)
        var configuration = Recorder.Configuration(app: "Benchmark", directory: "\(folder)/live")
        if isClear { configuration.level = .everything }
        let recorder = Recorder(configuration)
        var state = AppState(size)
        var mix = Mix(size)
        let store = recorder.store(initialState: state)
        let pace = size == .L ? 3 : 200
        for number in 0..<steps {
            if number % pace == 0 { recorder.flush() }
            state = store.reduce(mix.action(), from: state) { state, action in
                var state = reduce(state, action)
                if number % (steps / 5) == steps / 10 {
                    state.session.user = "user \(number)"
                    state.screens.append("screen \(number)")
                }
                return state
            }
        }
        recorder.finish()
        let directory = recorder.directory ?? ""
        let sealed = try Sealing().seal(directory, to: path + ".part")
        guard sealed.counts.merged == 0 else { throw Problem("the recorder merged \(sealed.counts.merged) states") }
        try FileManager.default.moveItem(atPath: path + ".part", toPath: path)
        try FileManager.default.removeItem(atPath: "\(folder)/live")
    }
}

/// Why there is no figure.
struct Problem: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Writes a line at once, also where the output is a file.
func say(_ line: String, to handle: FileHandle = .standardOutput) { handle.write(Data((line + "\n").utf8)) }
