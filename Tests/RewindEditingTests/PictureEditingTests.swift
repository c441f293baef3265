import ReplayTestSupport
import RewindArchive
import RewindEditing
import RewindFormat
import RewindJournal
import RewindRedaction
import RewindReplay
import RewindSystem
import TestSupport
import Testing

@Suite("Pictures of the app in recordings that are edited", .timeLimit(.minutes(5)))
struct PictureEditingTests {
    private let folder = TemporaryFolder()

    private func written(at steps: [Int] = [0, 4, 8, 11], masked: Bool = false) throws -> String {
        let pictures = TakenPictures(at: steps)
        let path = try Session.written(in: folder) { manifest in
            pictures.list(in: &manifest)
            if masked { manifest.level = RedactionLevel.masked.rawValue }
        }
        try pictures.write(into: path)
        return path
    }

    private func steps(of recording: Recording) -> [Int] { AppPictures(of: recording).all.compactMap(\.step) }

    @Test("The picture that holds at a step is the last one up to there")
    func held() throws {
        let pictures = AppPictures(of: try Recording(directory: try written()))
        #expect((0...12).map { pictures.held(at: $0)?.step } == [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 11, 11])
        #expect(pictures.all.map(\.isScreen) == [true, true, true, false])
        #expect(pictures.last(of: 5...9)?.step == 8 && pictures.last(of: 5...7) == nil)
    }

    @Test("Sealing keeps pictures with their steps and times, and a person's with a step counts too")
    func sealed() throws {
        let sealed = try Sealing().seal(try written(), to: folder.path("sealed.rewind"))
        let pictures = AppPictures(of: sealed)
        #expect(pictures.all.map(\.step) == [0, 4, 8, 11] && pictures.all.map(\.time) == [0, 40_000_000, 80_000_000, 110_000_000])
        #expect(try sealed.screen(pictures.all[1]) == ["the screen of step 4", "password=hunter2hunter2"])
        let shot = Attachment(path: "picture-5.png", bytes: [1], step: 5)
        let more = try Editor(folder.path("sealed.rewind")).attach(AttachmentChanges(adding: [shot]), output: folder.path("more.rewind"))
        #expect(steps(of: more.recording) == [0, 4, 5, 8, 11])
        #expect(AppPictures(of: more.recording).all.map(\.isTaken) == [true, true, false, true, true])
    }

    @Test("A part has the pictures of its steps, and the one that holds at its first state")
    func trimmed() throws {
        let part = try Editor(try written()).trim(to: 6...10, output: folder.path("part.rewind"))
        let first = try #require(part.steps).lowerBound
        #expect(steps(of: part.recording) == [first - 1, 8])
        #expect(AppPictures(of: part.recording).all.first?.name == TakenPictures.name(at: 4))
        #expect(Set(part.leftOut) == [TakenPictures.name(at: 0), TakenPictures.name(at: 11)])
        #expect(AppPictures(of: part.recording).held(at: first)?.name == TakenPictures.name(at: 4))
    }

    @Test("Parts that are joined again have each picture once, at the step at which it was taken")
    func joined() throws {
        let editor = try Editor(try written())
        let parts = try editor.split(after: [5, 9]) { folder.path("part-\($0).rewind") }
        #expect(parts.count == 3)
        let whole = try Merge().merge(parts.map(\.recording.path), to: folder.path("whole.rewind"))
        #expect(steps(of: whole) == [0, 4, 8, 11])
    }

    @Test("Of two pictures of one step, the later one holds at the beginning of a part and goes along with a ticket")
    func ofOneStep() throws {
        let names = ["attachments/picture-4.txt", "attachments/picture-4-2.txt"]
        let path = try Session.written(in: folder) { manifest in
            manifest.attachments = names.indices.map {
                .init(name: names[$0], type: "text/plain", step: 4, time: 40_000_000 + $0, bytes: 1)
            }
        }
        try FileSystem.makeDirectory("\(path)/attachments")
        for name in names { try FileSystem.replace("\(path)/\(name)", with: [65]) }
        let editor = try Editor(path)
        let part = try editor.trim(to: 6...10, output: folder.path("part.rewind"))
        #expect(AppPictures(of: part.recording).all.map(\.name) == [names[1]])
        var request = TicketRequest()
        request.level = .secrets
        let ticket = try editor.ticket(request, output: folder.path("ticket.rewind"))
        #expect(AppPictures(of: ticket.recording).all.map(\.name) == [names[1]])
    }

    @Test("A picture whose name another part has for another picture stays one that the recorder took")
    func joinedWithAnother() throws {
        let path = try written(at: [4])
        let parts = try Editor(path).split(after: [5]) { folder.path("part-\($0).rewind") }.map(\.recording.path)
        let file = "\(path)/\(TakenPictures.name(at: 4))"
        try FileSystem.replace(file, with: Array(repeating: UInt8(ascii: "A"), count: FileSystem.size(of: file) ?? 0))
        let other = try Editor(path).trim(to: 1...5, output: folder.path("other.rewind")).recording.path
        let whole = try Merge().merge([other, parts[1]], to: folder.path("whole.rewind"))
        #expect(AppPictures(of: whole).all.map(\.name) == ["attachments/picture-4-2.txt", "attachments/picture-4.txt"])
        let (masked, report) = try Sealing().redact(whole.path, to: folder.path("masked.rewind"), level: .masked)
        #expect(steps(of: masked).isEmpty && report.leftOutPictures == 2)
    }

    @Test("Masking leaves pictures out, unless they are to be kept; a masked recording keeps its own")
    func redacted() throws {
        let path = try written()
        var sealing = Sealing()
        let (masked, report) = try sealing.redact(path, to: folder.path("masked.rewind"), level: .masked)
        #expect(steps(of: masked).isEmpty && report.leftOutPictures == 4)
        sealing.keepsPictures = true
        let (kept, other) = try sealing.redact(path, to: folder.path("kept.rewind"), level: .masked)
        #expect(steps(of: kept) == [0, 4, 8, 11] && other.leftOutPictures == 0)
        #expect(AppPictures(of: kept).all.map(\.name) == [0, 4, 8, 11].map(TakenPictures.name))
        let shown = try kept.screen(AppPictures(of: kept).all[1])
        #expect(shown.first == "the screen of step 4" && !shown.joined().contains("hunter2"))
        let (clean, found) = try Sealing().redact(path, to: folder.path("clean.rewind"))
        #expect(steps(of: clean) == [0, 4, 8, 11] && found.unread == [TakenPictures.name(at: 11)])
        let lines = try clean.screen(AppPictures(of: clean).all[1])
        #expect(lines.first == "the screen of step 4" && !lines.joined().contains("hunter2"))
    }

    @Test("A recording that was masked by its recorder keeps its pictures when it is masked again")
    func ofMasked() throws {
        let (again, report) = try Sealing().redact(try written(masked: true), to: folder.path("again.rewind"), level: .masked)
        #expect(steps(of: again) == [0, 4, 8, 11] && report.leftOutPictures == 0)
    }

    @Test("A ticket takes the picture at its end along, and none if it hides what the picture shows")
    func ticket() throws {
        let editor = try Editor(try written())
        func made(_ name: String, _ edit: (inout TicketRequest) -> Void) throws -> TicketRecording {
            var request = TicketRequest()
            edit(&request)
            return try editor.ticket(request, output: folder.path("\(name).rewind"))
        }
        let masked = try made("masked") { _ in }
        #expect(steps(of: masked.recording).isEmpty && masked.report.leftOutPictures == 4)
        let last = try made("last") { $0.pictures = .last }
        #expect(steps(of: last.recording) == [11] && last.report.leftOutPictures == 3)
        #expect(steps(of: try made("open") { $0.level = .secrets }.recording) == [11])
        let moment = try made("moment") {
            $0.level = .secrets
            $0.moment = 9
        }
        #expect(steps(of: moment.recording) == [8])
        #expect(steps(of: try made("all") { ($0.level, $0.pictures) = (.secrets, .all) }.recording) == [0, 4, 8, 11])
        #expect(steps(of: try made("none") { ($0.level, $0.pictures) = (.secrets, TicketPictures.none) }.recording).isEmpty)
    }
}
