import Foundation
import ReplayTestSupport
import RewindArchive
import RewindEditing
import RewindFormat
import RewindRedaction
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Adding to a recording and taking out of it", .timeLimit(.minutes(5)))
struct AddingTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [0, 1, 6, 8, 9, 12])
    func aMarkIsFoundByItsNameWhereverItIsSetAndEverythingElseStays(step: Int) throws {
        let editor = try Editor(try Session.written(in: folder))
        var annotation = Annotation()
        annotation.marks = [.init(step: step, name: "here", note: "look")]
        let recording = try editor.annotate(annotation, output: folder.path("noted.rewind"))
        let timeline = try Timeline(recording)
        #expect(try StepReference(parsing: ":here").resolve(in: timeline) == step)
        #expect(try StepReference(parsing: ":six").resolve(in: timeline) == 6)
        try expectSame(timeline, as: editor.timeline, in: 1...12, stores: Session.stores)
        #expect(recording.manifest.counts == editor.recording.manifest.counts)
        #expect(recording.manifest.edits.map(\.text) == ["the mark 'here' was added after step \(step) (\(RewindVersion.text))"])
    }

    @Test func aMarkIsRemovedOrMovedAndEverythingElseStays() throws {
        let editor = try Editor(try Session.written(in: folder))
        var annotation = Annotation()
        annotation.removedMarks = ["six"]
        let without = try editor.annotate(annotation, output: folder.path("without.rewind"))
        #expect(try Timeline(without).step(ofMark: "six") == nil)
        #expect(without.manifest.edits.map(\.text) == ["a mark was removed from step 6 (\(RewindVersion.text))"])
        try expectSame(Timeline(without), as: editor.timeline, in: 1...12, stores: Session.stores)
        annotation.marks = [.init(step: 7, name: "six")]
        let moved = try editor.annotate(annotation, output: folder.path("moved.rewind"))
        #expect(try Timeline(moved).step(ofMark: "six") == 7)
        #expect(moved.partsAddedByHand(titled: false) == [.marks(1)])
        var noted = Annotation()
        noted.marks = [.init(step: 2, name: "two", note: "look")]
        try editor.annotate(noted, output: folder.path("noted.rewind"))
        (noted.removedMarks, noted.marks) = (["two"], [.init(step: 3, name: "two")])
        let third = try Editor(folder.path("noted.rewind")).annotate(noted, output: folder.path("third.rewind"))
        var marks: [MarkLine] = []
        try Timeline(third).forEach { if case .mark(let mark) = $0 { marks.append(mark) } }
        #expect(marks.first { $0.name == "two" }?.step == 3 && marks.first { $0.name == "two" }?.note == "look")
        var back = Annotation()
        back.removedMarks = ["six"]
        let gone = try Editor(folder.path("moved.rewind")).annotate(back, output: folder.path("gone.rewind"))
        #expect(gone.partsAddedByHand(titled: false) == [])
        #expect(gone.manifest.edits.contains(RecordingEdit(.unmark, name: "six", step: 7, by: RewindVersion.text)))
        back.removedMarks = ["sixty"]
        let error = #expect(throws: RecordingError.self) { try editor.annotate(back, output: folder.path("none.rewind")) }
        #expect(error?.code == .invalidRequest && error?.message == "there is no mark 'sixty'", "\(error as Any)")
    }

    @Test(arguments: [
        (["six"], 3), (["here", "here"], 3), (["two\nlines"], 3), (["\u{1B}[2J"], 3), (["\u{202E}x"], 3), ([""], 3), (["here"], 99),
    ])
    func aMarkThatLeadsElsewhereOrNowhereIsRefused(names: [String], step: Int) throws {
        let editor = try Editor(try Session.written(in: folder))
        var annotation = Annotation()
        annotation.marks = names.map { .init(step: step, name: $0) }
        let error = #expect(throws: RecordingError.self) { try editor.annotate(annotation, output: folder.path("noted.rewind")) }
        #expect(error?.code == (step == 99 ? .noSuchStep : .invalidRequest))
        if names == ["six"] { #expect(error?.message == "the mark 'six' is already set after step 6") }
        #expect(!folder.contents.contains("noted.rewind"))
    }

    @Test
    func aTitleAndANoteAreSet() throws {
        let editor = try Editor(try Session.written(in: folder))
        var annotation = Annotation()
        (annotation.title, annotation.note) = ("Tea", "is gone")
        let manifest = try editor.annotate(annotation, output: folder.path("noted.rewind")).manifest
        #expect(manifest.title == "Tea")
        #expect(manifest.note == "is gone")
    }

    @Test
    func noSecretComesInWithTheWords() throws {
        let editor = try Editor(try Session.written(in: folder))
        var annotation = Annotation()
        (annotation.title, annotation.note) = ("password: hunter2", "my pin is 4711")
        annotation.marks = [.init(step: 3, name: "here", note: "token=abcdefgh1")]
        let recording = try editor.annotate(annotation, output: folder.path("noted.rewind"))
        let text = try recording.source.names.map { String(decoding: try recording.source.read($0), as: UTF8.self) }.joined()
        for secret in ["hunter2", "4711", "abcdefgh1"] { #expect(!text.contains(secret)) }
        #expect(recording.manifest.note?.hasPrefix("my pin is [REDACTED") == true)
    }

    @Test
    func filesGoInAndComeOutAsTheyAreUnderNamesThatABundleMayHave() throws {
        let editor = try Editor(try Session.written(in: folder))
        let files = [
            Attachment(path: "/shots/Scr€en 1.png", bytes: [0, 1, 2, 255], title: "The list", step: 6),
            Attachment(path: "con", bytes: []), Attachment(path: "../../passwd", bytes: Array("x".utf8)),
        ]
        let attached = try editor.attach(AttachmentChanges(adding: files), output: folder.path("with.rewind"))
        #expect(attached.names == ["attachments/1-Scr-en-1.png", "attachments/2-con", "attachments/3-passwd"])
        let extraction = Extraction(of: attached.recording)
        #expect(extraction.items.map(\.fileName) == ["1-Scr-en-1.png", "2-con", "3-passwd"])
        let first = try #require(extraction.items.first)
        #expect((first.bytes, first.title, first.type) == (4, "The list", "image/png"))
        #expect((first.step, first.time) == (6, 60_000_000))
        for name in ["1-Scr-en-1.png", "attachments/1-Scr-en-1.png", "The list", "Scr-en-1.png", "Scr€en 1.png"] {
            #expect(extraction.items(named: name) == [first])
        }
        #expect(extraction.items(named: "con").map(\.fileName) == ["2-con"])
        #expect(extraction.items(named: "2").isEmpty)
        for item in extraction.items { try extraction.write(item, below: folder.path("out")) }
        #expect(try folder.read("out/1-Scr-en-1.png") == [0, 1, 2, 255])
        #expect(throws: RecordingError.self) { try extraction.write(extraction.items[0], below: folder.path("out")) }
        let more = try Editor(folder.path("with.rewind")).attach(
            AttachmentChanges(adding: [Attachment(path: "con", bytes: [1])]), output: folder.path("more.rewind"))
        #expect(more.names == ["attachments/4-con"])
    }

    @Test
    func secretsInTitlesAndNamesOfFilesAreLeftOut() throws {
        let token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
        let editor = try Editor(try Session.written(in: folder))
        let changes = AttachmentChanges(adding: [
            Attachment(path: "shots/my \(token).png", bytes: [1]), Attachment(path: "a.png", bytes: [1], title: "password: Quebec77x"),
            Attachment(path: "b.png", bytes: [1], title: "the cart"),
        ])
        #expect(!editor.recorded(changes).hasSameWords(as: changes))
        let attached = try editor.attach(changes, output: folder.path("with.rewind"))
        for secret in [token, "Quebec77x"] { #expect(!(try folder.read("with.rewind")).contains(Array(secret.utf8)), "\(secret)") }
        #expect(Array(attached.names.dropFirst()) == ["attachments/2-a.png", "attachments/3-b.png"])
        var renaming = AttachmentChanges()
        renaming.renaming = [("a.png", "\(token).png"), ("b.png", "c.png")]
        let renamed = try Editor(folder.path("with.rewind")).attach(renaming, output: folder.path("renamed.rewind"))
        #expect(renamed.names.last == "attachments/3-c.png" && !"\(renamed.names)".contains(token))
    }

    @Test
    func aNameThatABundleCantHoldIsKeptAsTheTitleAndFindsTheFile() throws {
        let attached = try Editor(try Session.written(in: folder)).attach(
            AttachmentChanges(adding: [Attachment(path: "logs/a b.txt", bytes: [1])]), output: folder.path("with.rewind"))
        let extraction = Extraction(of: attached.recording)
        #expect(extraction.items.map(\.title) == ["a b.txt"])
        #expect(extraction.items(named: "a b.txt").map(\.fileName) == ["1-a-b.txt"])
    }

    @Test(arguments: ["../out.txt", "/tmp/out.txt", "a/../../out.txt", "link/out.txt"])
    func nothingIsWrittenOutsideOfTheFolderThatWasNamed(name: String) throws {
        let extraction = Extraction(of: try Editor(try Session.written(in: folder)).recording)
        try folder.makeFolder("elsewhere")
        try folder.makeFolder("into")
        try FileManager.default.createSymbolicLink(atPath: folder.path("into/link"), withDestinationPath: folder.path("elsewhere"))
        let before = folder.contents
        #expect(throws: RecordingError.self) { try extraction.write([1], to: name, below: folder.path("into")) }
        #expect(folder.contents == before)
    }

    @Test func anEditInPlaceOverwritesNothingThatSomebodyElseAdded() throws {
        let path = folder.path("session.rewind")
        try Sealing().seal(try Session.written(in: folder), to: path)
        var (mine, other) = (try Editor(path), try Editor(path))
        var annotation = Annotation()
        annotation.title = "Other"
        let place = try other.editInPlace()
        #expect(try mine.editInPlace() == place)
        try other.annotate(annotation, output: place)
        annotation.title = "Mine"
        let error = #expect(throws: RecordingError.self) { try mine.annotate(annotation, output: place) }
        #expect(error?.message == "the recording was changed while it was being edited")
        #expect(try openRecording(at: path).manifest.title == "Other")
        #expect(folder.contents.count { $0.hasPrefix(".") } == 0)
        var again = try Editor(path)
        _ = try again.editInPlace()
        try again.annotate(annotation, output: place)
        let manifest = try openRecording(at: path).manifest
        #expect(manifest.title == "Mine" && !manifest.isDerived && manifest.edits.count == 2)
    }
}
