import ReplayTestSupport
import RewindArchive
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindEditing

/// What is left of people's names in recordings that are put together, cut and masked.
@Suite("What a masked ticket tells") struct MaskedEditingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func expectNothing(of needle: String, in recording: Recording, _ comment: String) throws {
        for name in recording.source.names {
            let text = name + "\n" + String(decoding: try recording.source.read(name), as: UTF8.self)
            for line in text.split(separator: "\n") where line.lowercased().contains(needle) {
                Issue.record("LEAK \(comment): \(name): \(line.prefix(300))")
            }
        }
    }

    private func sealed(_ app: String, as name: String, in subfolder: String, additions: [Sealing.Addition] = []) throws -> String {
        let inner = try TemporaryFolder()
        let live = try Session.written(in: inner)
        var sealing = Sealing()
        sealing.additions = additions
        return try sealing.seal(live, to: folder.path(name)) { manifest in
            manifest.app["name"] = .string(app)
            manifest.metadata["plan"] = "of corvin"
        }.path
    }

    @Test func ticketOfARecordingWithAFileBesideTheAttachments() throws {
        let path = try sealed(
            "Shop", as: "open.rewind", in: "c",
            additions: [
                .init("logs/corvin.txt", Array("x".utf8)),
                .init("attachments/a.txt", Array("x".utf8), details: ["time": "Corvin o'clock", "by corvin": 1]),
            ])
        let ticket = try Editor(path).ticket(TicketRequest(), output: folder.path("ticket2.rewind"))
        try expectNothing(of: "corvin", in: ticket.recording, "ticket")
    }
}
