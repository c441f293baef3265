import Foundation
import TestSupport
import Testing

/// A recording as a page, and the page as a recording; what the page shows, `Tests/PageTests` checks in a browser.
@Suite("A page", .serialized, .timeLimit(.minutes(5)))
struct ReportTests {
    private let rewind = Desk()
    private static let crash = "Fixtures/crash.rewind"

    @Test func isTheRecordingToEveryCommand() throws {
        #expect(try rewind("report", Self.crash, "-o", "OUT/a.html").status == 0)
        for words in [["log"], ["crash", "--json"], ["show", "66"], ["history", ".comments.selection"]] {
            let (page, file) = (words.prefix(1) + ["OUT/a.html"] + words.dropFirst(), words.prefix(1) + [Self.crash] + words.dropFirst())
            let (here, there) = (try rewind.run(Array(page)), try rewind.run(Array(file)))
            #expect(here.output.replacing("OUT/a.html", with: Self.crash) == there.output && here.status == there.status, "\(words)")
        }
        #expect(try rewind("trim", "OUT/a.html", "60..", "-o", "OUT/end.rewind").status == 0)
        #expect(try rewind("info", "OUT/end.rewind").output.contains("steps       60 to 67"))
        // A page of a page is the same recording.
        #expect(try rewind("report", "OUT/a.html", "-o", "OUT/b.html").status == 0)
        #expect(try rewind("log", "OUT/b.html").output == rewind("log", Self.crash).output)
    }

    @Test func isOfAPartOrOfADirectoryOrEmpty() throws {
        #expect(try rewind("report", Self.crash, "--steps", "60..66", "-o", "OUT/part.html").status == 0)
        #expect(try rewind("info", "OUT/part.html").output.contains("steps       60 to 66"))
        #expect(try rewind("unpack", Self.crash, "-o", "OUT/files").status == 0)
        #expect(try rewind("report", "OUT/files", "-o", "OUT/files.html").status == 0)
        #expect(try rewind("log", "OUT/files.html").output == rewind("log", Self.crash).output)
        #expect(try rewind("report", "--empty", "-o", "OUT/empty.html").status == 0)
        try rewind("log", "OUT/empty.html").expect(2, errors: "a page without a recording")
    }

    @Test func keepsWhatItMay() throws {
        try rewind("report", Self.crash, "--steps", "60..", "--level", "masked", "-o", "OUT/masked.html").expect(0, errors: "pseudonyms")
        #expect(try rewind("info", "OUT/masked.html").output.contains("masked"))
        let shown = try rewind("show", "OUT/masked.html", "66", ".comments.comments[0].text")
        #expect(try shown.status == 0 && shown.output != rewind("show", Self.crash, "66", ".comments.comments[0].text").output, "\(shown)")
        #expect(try rewind("report", Self.crash, "--path", "/comments/comments/*/text", "-o", "OUT/less.html").status == 0)
        try rewind("show", "OUT/less.html", "66", ".comments.comments[0].text").expect(output: "REDACTED")
    }

    @Test func isWrittenByWhatMakesARecording() throws {
        _ = try rewind.folder.write(Array("wait home.loaded\nkey down\n".utf8), to: "keys.txt")
        let app = try Program.episodes.url.path
        let script = ["--script", rewind.folder.path("keys.txt"), "--latency", "0"]
        try rewind.run(["record", "--report", "-o", "OUT/run.rewind", "--", app] + script).expect(0, errors: "the page is")
        #expect(try rewind("log", "OUT/run.html").output == rewind("log", "OUT/run.rewind").output)
    }

    @Test func isRefusedIfItIsCutOrOnlyHTML() throws {
        #expect(try rewind("report", Self.crash, "-o", "OUT/a.html").status == 0)
        try rewind("report", Self.crash, "-o", "OUT/a.html").expect(2, errors: "--force")
        let page = try rewind.folder.read("a.html")
        let text = String(decoding: page, as: UTF8.self)
        let start = try #require(text.range(of: "data-name=\"crash.rewind\" data-source=\"\">")?.upperBound)
        let cut = text[..<start].utf8.count + 1001
        _ = try rewind.folder.write(page.prefix(cut), to: "cut.html")
        _ = try rewind.folder.write(page.prefix(cut) + Array("</script>".utf8), to: "short.html")
        _ = try rewind.folder.write(Array(("<!doctype html><p>" + String(repeating: "text ", count: 200)).utf8), to: "text.html")
        for name in ["cut", "short", "text"] {
            try rewind("log", "OUT/\(name).html").expect(2, output: .is(""), errors: "\(name).html: ")
        }
        try rewind("annotate", "OUT/a.html", "--title", "Tea", "--in-place").expect(2, errors: "a page")
        #expect(try rewind.folder.read("a.html") == page)
    }
}
