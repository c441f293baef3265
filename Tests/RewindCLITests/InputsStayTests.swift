import Foundation
import TestSupport
import Testing

/// No command, however it is told, writes over what it reads.
@Suite("What is read stays as it is", .serialized, .timeLimit(.minutes(5)))
struct InputsStayTests {
    private let desk = Desk()

    init() throws {
        let crash = "Fixtures/crash.rewind"
        _ = try desk.run(["annotate", crash, "--title", "It", "-o", "OUT/it.rewind"])
        _ = try desk.run(["unpack", crash, "-o", "OUT/files"])
        _ = try desk.run(["export", crash, "--format", "redux-devtools", "-o", "OUT/history.json"])
        _ = try desk.folder.write("note".utf8, to: "note.txt")
    }

    @Test(arguments: [
        "export OUT/it.rewind --format csv -o OUT/it.rewind", "export OUT/files --format json -o OUT/files/manifest.json",
        "export OUT/files --format csv -o OUT/files/new.csv", "import OUT/history.json --format redux-devtools -o OUT/history.json",
        "attach OUT/it.rewind OUT/note.txt -o OUT/note.txt", "attach OUT/it.rewind OUT/note.txt -o OUT/it.rewind",
        "trim OUT/it.rewind 60.. -o OUT/./it.rewind", "filter OUT/files --hide-noop -o OUT/files/segments/it.rewind",
        "annotate OUT/it.rewind --title New -o OUT/link.rewind", "merge Fixtures/crash.rewind OUT/it.rewind -o OUT/it.rewind",
        "merge Fixtures/crash.rewind OUT/files -o OUT/files/all.rewind", "split OUT/files --after 30 -o OUT/files",
        "redact OUT/it.rewind -o OUT/it.rewind", "recover OUT/it.rewind -o OUT/it.rewind", "seal OUT/files -o OUT/files/it.rewind",
        "extract OUT/files -o OUT/files/new/folder", "extract OUT/files --state 66 -o OUT/files",
    ])
    func whatIsReadStaysWhenTheOutputIsItOrIsInIt(words: String) throws {
        let link = desk.folder.path("link.rewind")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: desk.folder.path("it.rewind"))
        let before = try contents()
        try desk.run(words.split(separator: " ").map(String.init) + ["--force"]).expect(2, errors: "the output is the input, or inside it")
        #expect(try contents() == before)
    }

    private func contents() throws -> [String: [UInt8]?] {
        Dictionary(uniqueKeysWithValues: desk.folder.contents.map { ($0, try? desk.folder.read($0)) })
    }
}
