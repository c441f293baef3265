import RewindArchive
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport
import Testing

/// Places of a finished recording that masking once passed by.
@Suite struct MaskedAfterwardsTests {
    private struct Named: Codable, ActionNaming { var actionName: String }
    private static let edits = [
        "\(secret) was added (0.9.1)", "\(secret) and steps.rewind were put on one clock",
        "7 of 12 steps were left out, keeping type \(secret)",
        "(\(secret)), the title was set", "'a' and \(secret) 'b'",
    ]
    private static let secret = "Correct-Horse.Battery"

    @Test func `names of actions that were left out, media types and quoted words are masked`() throws {
        let folder = try TemporaryFolder()
        var configuration = Recorder.Configuration(app: "Test", directory: folder.path, level: .everything)
        var filter = RecordingFilter()
        filter.except = ["Correct*"]
        configuration.filter = filter
        let recorder = Recorder(configuration)
        let store = recorder.store(initialState: 0)
        _ = store.reduce(Named(actionName: Self.secret), from: 0) { state, _ in state }
        _ = store.reduce(Named(actionName: "other"), from: 0) { state, _ in state }
        recorder.attach("a", [0xFF, 0x00], type: "image/png; name=\(Self.secret)")
        recorder.finish()
        let live = try #require(recorder.directory)
        let open = try Sealing().seal(live, to: folder.path("open.rewind")) {
            $0.edits = ["the mark '\(Self.secret)' was added"] + Self.edits
        }
        #expect(try Set(places(open)) == ["manifest.json", "segments/000000/actions.ndjson"])
        let (masked, _) = try Sealing().redact(open.path, to: folder.path("masked.rewind"), level: .masked)
        #expect(try places(masked).isEmpty)
        let words = masked.manifest.edits
        #expect(words.contains { $0.hasPrefix("the mark '") && $0.hasSuffix("' was added") })
        #expect(
            words.contains { $0.hasSuffix(" was added (0.9.1)") }
                && words.contains { $0.hasPrefix("7 of 12 steps were left out, keeping type ") })
    }

    private func places(_ recording: Recording) throws -> [String] {
        try recording.source.names.filter { name in
            var needles = Needles()
            needles.add(Self.secret, of: 0)
            needles.look(in: try recording.source.read(name), named: name)
            return !needles.found.isEmpty
        }
    }
}
