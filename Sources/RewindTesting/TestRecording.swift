import RewindArchive
public import RewindRecorder
import RewindSystem
import SmallFoundation
import Synchronization
import Testing

/// The recording of one test: it is made when the test asks for it, and removed with its folder when the test ends.
final class TestRecording: Sendable {
    @TaskLocal static var current: TestRecording?

    private let test: Test
    private let state = Mutex(State())

    private struct State {
        var folder: String?
        var recorder: Recorder?
        var hasFailed = false
    }

    init(of test: Test) { self.test = test }

    /// The test's name, as far as it can be a file's.
    private var name: String { String(test.name.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }

    var folder: String { state.withLock { Self.folder(&$0) } }

    private static func folder(_ state: inout State) -> String {
        if let folder = state.folder { return folder }
        let folder = FileManager.default.temporaryDirectory.appending(path: "rewind-test-\(UUID().uuidString)").path
        state.folder = folder
        return folder
    }

    var recorder: Recorder {
        state.withLock { state in
            if let recorder = state.recorder { return recorder }
            let recorder = Recorder(app: name, directory: Self.folder(&state))
            state.recorder = recorder
            return recorder
        }
    }

    /// Keeps the recording: the test has failed.
    func fail() { state.withLock { $0.hasFailed = true } }

    /// Ends the recording, and attaches it if the test has failed.
    func end() {
        let (folder, recorder, hasFailed) = state.withLock { ($0.folder, $0.recorder, $0.hasFailed) }
        guard let folder else { return }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        recorder?.finish()
        guard hasFailed else { return }
        // Those of the processes of exit tests are there, too.
        for name in ((try? FileSystem.names(in: folder)) ?? []).sorted() where name.hasSuffix(".live") { attach("\(folder)/\(name)") }
    }

    private func attach(_ directory: String) {
        do {
            let sealed = try Sealing().seal(directory, to: "\(directory).rewind") { $0.title = $0.title ?? "The test \(test.name) failed" }
            guard let bytes = try sealedBytes(at: sealed.path) else { return }
            Attachment.record(bytes, named: "\(name).rewind", sourceLocation: test.sourceLocation)
        } catch {
            Issue.record("the test's recording can't be attached: \(error)", sourceLocation: test.sourceLocation)
        }
    }
}

extension Recorder {
    /// The recorder of the test that runs, if it is `.recorded`; otherwise ``Recorder/off``.
    ///
    /// Tasks that the test starts have it, except detached ones.
    public static var ofThisTest: Recorder { TestRecording.current?.recorder ?? .off }

    /// The folder of the recordings of the test that runs, for the process of an exit test: the recording of one that traps is attached.
    ///
    /// ```swift
    /// await #expect(processExitsWith: .success) { [folder = Recorder.folderOfThisTest as String?] in
    ///     let store = ShopStore(recorder: Recorder(app: "Shop", directory: folder))
    /// ```
    ///
    /// `nil` if the test is not `.recorded`.
    public static var folderOfThisTest: String? { TestRecording.current?.folder }
}
