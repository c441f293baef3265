import ReplayTestSupport
import RewindArchive
import RewindFormat
import RewindRedaction
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindEditing

/// What is left of people's names in recordings that are put together, cut and masked.
@Suite("What a masked ticket tells", .timeLimit(.minutes(5))) struct MaskedEditingTests {
    let folder = TemporaryFolder()

    private func expectNothing(of needle: String, in recording: Recording, _ comment: String) throws {
        for name in recording.source.names {
            let text = name + "\n" + String(decoding: try recording.source.read(name), as: UTF8.self)
            for line in text.split(separator: "\n") where line.lowercased().contains(needle) {
                Issue.record("LEAK \(comment): \(name): \(line.prefix(300))")
            }
        }
    }

    /// Two recordings with words of an app wherever one can have some, and a merged one of them.
    private func recordings() throws -> [String] {
        let paths = try ["corvin-phone", "tablet"].enumerated().map { number, name in
            var sealing = Sealing()
            sealing.additions = [
                .init("attachments/stderr.txt", Array("corvin is here".utf8), details: ["title": "corvin said", "type": "text/plain"]),
                .init("attachments/1-corvin.txt", Array("corvin".utf8), details: ["title": "corvin.txt", "type": "text/plain; by=corvin"]),
                .init("attachments/a.txt", Array("x".utf8), details: ["time": "Corvin o'clock", "by corvin": 1]),
                .init("logs/corvin.txt", Array("x".utf8)),
                .init(Crash.entryName, Array(#"{"signal":"SIGILL","reason":"by corvin","thread":"corvin's"}"#.utf8), details: [:]),
            ]
            return try sealing.seal(try Session.written(in: folder), to: folder.path("\(name).rewind")) { manifest in
                manifest.unknown["process"] = .number(JSONNumber(number))
                (manifest.title, manifest.note) = ("corvin's title", "corvin's note")
                manifest.app = ["name": "Shop", "user": "corvin"]
                manifest.device = ["os": "Linux", "owner": "corvin"]
                manifest.metadata["plan"] = "of corvin"
                manifest.ending = Ending(.crashed)
                (manifest.ending.reason, manifest.ending.site) = ("corvin was nil", "corvin:12")
                manifest.ending.unknown["who"] = "corvin"
                manifest.ending.underWay = [.init(store: "main", step: 12, phase: .reducer, type: "main/even")]
                manifest.unknown["by"] = ["corvin": "corvin"]
                manifest.edits = [RecordingEdit(.change, words: "the file 'corvin' was added (0.9.1)")]
            }.path
        }
        return paths + [try Merge().merge(paths, to: folder.path("merged.rewind")).path]
    }

    @Test func partsOfAMergedRecordingAreMaskedAsTheWholeIs() throws {
        let path = try recordings()[2]
        let (recording, _) = try Sealing().redact(path, to: folder.path("masked.rewind"), level: .masked)
        try expectNothing(of: "corvin", in: recording, "masked")
        let (manifest, original) = (recording.manifest, try openRecording(at: path).manifest)
        #expect(manifest.parts.count == 2)
        for (part, before) in zip(manifest.parts, original.parts) {
            #expect(part.name != before.name && manifest.stores.map(\.name).contains("\(part.name)/main"), "\(part.name)")
            #expect(recording.source.names.contains("attachments/\(part.name)/stderr.txt"), "\(recording.source.names)")
            #expect(part.app["name"] == "Shop" && part.device["os"] == "Linux" && part.started == before.started)
            #expect(part.ending?.how == .crashed && part.ending?.underWay.map(\.store) == ["\(part.name)/main"])
            #expect(part.title?.count == before.title?.count && part.title != before.title)
        }
        #expect(manifest.unknown.isEmpty && manifest.edits.first?.words?.isEmpty == false)
        #expect(
            manifest.losses.count == 2 && manifest.losses.map(\.part) == manifest.parts.map(\.name),
            "\(manifest.losses)")
        let marks = try Timeline(recording).markNames()
        #expect(marks.map { $0.split(separator: "/").first.map(String.init) } == manifest.parts.map(\.name), "\(marks)")
    }

    @Test("A ticket of a merged recording leaves out what a ticket of a single recording leaves out", arguments: [0, 2])
    func aMergedTicketLeavesOutWhatASingleOneDoes(index: Int) throws {
        var request = TicketRequest()
        (request.title, request.note) = ("Open", "Open")
        let ticket = try Editor(try recordings()[index]).ticket(request, output: folder.path("ticket.rewind"))
        try expectNothing(of: "corvin", in: ticket.recording, "ticket")
        #expect(!ticket.recording.source.names.contains { $0.hasSuffix("stderr.txt") }, "\(ticket.recording.source.names)")
        for part in ticket.recording.manifest.parts {
            #expect(part.title == nil && part.note == nil && part.app == ["name": "Shop"] && part.device == ["os": "Linux"])
        }
        #expect(ticket.leftOut.contains("the last words on standard error"))
        #expect(ticket.leftOut.contains("titles and notes of the recordings that it was merged from") == (index == 2))
    }

    /// A ticket that is killed in the middle leaves what lies beside it.
    @Test func nothingOpenLiesBesideATicketWhileItIsMade() throws {
        let output = try folder.makeFolder("ticket")
        let original = Repository.path("Fixtures/crash.rewind")
        var request = TicketRequest()
        request.steps = 55...67
        var seen: [String]?
        let ticket = try Editor(original).ticket(request, output: output + "/bug.rewind") { crash in
            seen = folder.contents
            return crash
        }
        #expect(seen == ["ticket"])
        #expect(ticket.part?.steps == 55...67)
    }
}
