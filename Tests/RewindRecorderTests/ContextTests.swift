import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindRecorder

@Suite("What stands beside the steps", .timeLimit(.minutes(5)))
struct ContextTests {
    let folder = TemporaryFolder()
    let recorder: Recorder
    let store: StoreRecorder<Counter>

    init() throws {
        recorder = Recorder(.init(app: "Test", directory: folder.path))
        store = recorder.store(initialState: Counter())
    }

    @Test func aMarkStandsAfterTheLastStep() throws {
        recorder.mark("launch")
        let state = try store.reduce(CounterAction.increment, from: Counter(), reducer: counterReducer)
        recorder.mark("checkout", note: "it hung here, token=abcdef123456")
        _ = try store.reduce(CounterAction.increment, from: state, reducer: counterReducer)
        let recording = try recorder.finished()
        let marks = try recording.segment(0).journal.compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
        #expect(marks.map(\.name) == ["launch", "checkout"])
        #expect(marks.map(\.step) == [0, 1])
        #expect(marks[0].note == nil)
        #expect(marks[1].note?.hasPrefix("it hung here") == true)
        #expect(marks[1].note?.contains("abcdef123456") == false)
        #expect(recording.losses.isEmpty)
    }

    @Test func anAttachmentIsListedWithItsStep() throws {
        _ = try store.reduce(CounterAction.increment, from: Counter(), reducer: counterReducer)
        #expect(recorder.attach("The cart/é.png", [1, 2, 3], type: "image/png"))
        let file = try folder.write("some text".utf8, to: "notes.txt")
        #expect(recorder.attach("notes.txt", file: file, type: "text/plain"))
        let recording = try recorder.finished()
        let attachments = recording.manifest.attachments
        #expect(attachments.map(\.name) == ["attachments/1-The-cart--.png", "attachments/2-notes.txt"])
        #expect(attachments.map(\.title) == ["The cart/é.png", "notes.txt"])
        #expect(attachments.map(\.type) == ["image/png", "text/plain"])
        #expect(attachments.map(\.step) == [1, 1])
        #expect(try recording.source.read("attachments/1-The-cart--.png") == [1, 2, 3])
        #expect(try recording.source.read("attachments/2-notes.txt") == Array("some text".utf8))
    }

    @Test func attachmentsAreBounded() throws {
        let half = [UInt8](repeating: 7, count: RecorderCore.attachmentLimit / 2)
        #expect(recorder.attach("one", half, type: "application/octet-stream"))
        #expect(recorder.attach("two", half, type: "application/octet-stream"))
        #expect(!recorder.attach("three", [1], type: "application/octet-stream"))
        #expect(!recorder.attach("missing", file: folder.path("missing"), type: "text/plain"))
        #expect(try recorder.finished().manifest.attachments.map(\.title) == ["one", "two"])
    }

    @Test func metadataIsInTheManifestWithoutSecrets() throws {
        recorder.set(metadata: ["plan": "free", "flags": ["a", "b"], "password": "hunter2"])
        recorder.set(metadata: ["plan": "pro"])
        let metadata = try recorder.finished().manifest.metadata
        #expect(metadata["plan"] == "pro")
        #expect(metadata["flags"] == ["a", "b"])
        #expect(metadata["password"] != nil)
        #expect(metadata["password"] != "hunter2")
    }

    @Test func afterFinishingNothingIsAdded() throws {
        recorder.finish()
        recorder.mark("late")
        recorder.set(metadata: ["late": true])
        #expect(!recorder.attach("late", [1], type: "text/plain"))
        let recording = try recorder.finished()
        #expect(recording.manifest.metadata.isEmpty)
        #expect(recording.manifest.attachments.isEmpty)
    }
}
