import Logging
import RewindFormat
import RewindJournal
import RewindLogging
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@Suite("Logging beside the steps", .timeLimit(.minutes(5)))
struct LogHandlerTests {
    @Test func linesStandBetweenTheStepsWithoutSecrets() throws {
        let folder = TemporaryFolder()
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        var logger = Logger(label: "shop.cart") { RewindLogHandler(label: $0, recorder: recorder) }
        logger[metadataKey: "session"] = "7"
        let store = recorder.store(initialState: 0)
        let state = store.reduce("add", from: 0) { state, _ in state + 1 }
        logger.warning("the cart is slow, password=hunter2", metadata: ["took": "\(12)", "token": "s3cr3t", "items": ["a", "b"]])
        logger.debug("not recorded: its level is below info")
        _ = store.reduce("pay", from: state) { state, _ in state + 1 }
        recorder.finish()

        let segment = try Recording(directory: #require(recorder.directory)).segment(0)
        let logs = segment.journal.compactMap { if case .log(let log) = $0 { log } else { nil } }
        let log = try #require(logs.first)
        #expect(logs.count == 1)
        #expect(log.step == 1)
        #expect(log.level == "warning")
        #expect(log.label == "shop.cart")
        #expect(log.message.hasPrefix("the cart is slow, password="))
        #expect(!log.json.jsonText.contains("hunter2"))
        #expect(!log.json.jsonText.contains("s3cr3t"))
        #expect(log.metadata["took"] == "12")
        #expect(log.metadata["items"] == ["a", "b"])
        #expect(log.metadata["session"] != nil)
    }
}
