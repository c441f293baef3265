import Foundation
import RewindRendering
import TestSupport
import Testing

@testable import RewindCLI

/// The lines of the app's source beside what is told of a step.
@Suite("The source line", .timeLimit(.minutes(5)))
struct SourceTests {
    private let rewind = Desk()
    private let folder = TemporaryFolder()
    private static let crash = "Fixtures/crash.rewind"

    /// A file of seventy lines, `line 1` to `line 70`.
    @discardableResult private func write(_ path: String) throws -> String {
        try folder.makeFolder(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
        return try folder.write((1...70).map { "    line \($0)\n" }.joined().utf8, to: path)
    }

    private func excerpt(_ text: String, in name: String = "Sources") throws -> SourceExcerpt? {
        SourceFiles(in: folder.path(name), of: nil).excerpt(of: try #require(SourcePlace(text)))
    }

    @Test("A file is found by its name, and by its module's folder where several have that name")
    func findsAFileByItsNameAndModule() throws {
        try write("Sources/Shop/Cart/Cart.swift")
        try write("Sources/Bank/Cart.swift")
        try write("Sources/Shop/Home.swift")
        let found = try #require(try excerpt("Shop/Cart.swift:9"))
        #expect(found.path == "Shop/Cart/Cart.swift" && found.number == 9)
        #expect(
            found.lines(titled: "here").map { $0.trimmed.text } == ["here  Shop/Cart/Cart.swift:9"]
                + (6...12).map { "\($0 == 9 ? ">" : " ") \($0 < 10 ? " " : "")\($0)  line \($0)" })
        #expect(try excerpt("Home.swift:1")?.lines == ["line 1", "line 2", "line 3", "line 4"])
        #expect(try excerpt("Elsewhere/Home.swift:70")?.lines.last == "line 70", "a module may have a folder of another name")
        let both = try #require(try excerpt("Cart.swift:9"))
        #expect(both.lines.isEmpty && both.remark?.contains("Bank/Cart.swift or Shop/Cart/Cart.swift") == true, "\(both)")
        #expect(try excerpt("Home.swift:72")?.remark == "the file has only 70 lines")
        #expect(try excerpt("Away.swift:1") == nil)
    }

    @Test("What is outside of the folder, hidden or no source is not read, whatever a recording says")
    func readsNothingElse() throws {
        try write("Outside/Secret.swift")
        try write("Sources/.build/Built.swift")
        try write("Sources/id_rsa")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Sources/Linked.swift"), withDestinationPath: folder.path("Outside/Secret.swift"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("Sources/Outside"), withDestinationPath: folder.path("Outside"))
        for text in ["../Outside/Secret.swift:1", "Secret.swift:1", "Linked.swift:1", "Built.swift:1", "id_rsa:1", "/etc/passwd:1"] {
            #expect(try excerpt(text) == nil, "\(text)")
        }
    }

    @Test("A tool's name is no place, and neither is a text without a number")
    func isReadFromWhatARecordingSays() {
        for text in ["rewind connect", "Cart.swift", "Cart.swift:", "Cart.swift:0", ":3", "a: 3"] {
            #expect(SourcePlace(text) == nil, "\(text)")
        }
        #expect(SourcePlace("Shop/Cart.swift:3")?.module == "Shop")
        #expect(SourcePlace("Cart.swift:3", module: "Shop")?.module == "Shop")
        #expect(SourcePlace("/a/b/Cart.swift:3").map { $0.file == "Cart.swift" && $0.module == nil } == true)
    }

    @Test("crash, show and step show the lines, and say that the file is newer than the recording")
    func isShownWithACrashAndAStep() throws {
        try write("Sources/EpisodesCore/CommentsReducer.swift")
        try write("Sources/EpisodesCore/CommentRequests.swift")
        let source = ["--source", folder.path("Sources")]
        for words in [["crash", Self.crash], ["show", Self.crash, "67"], ["step", Self.crash, "--command", "crash"]] {
            let text = try rewind.run(words + source).expect(0).output
            #expect(
                text.contains("where it crashed  EpisodesCore/CommentsReducer.swift:60  the file has changed since\n  57  line 57\n"),
                "\(text)")
            #expect(
                text.contains("\n> 60  line 60\n") && text.contains("where it was sent  EpisodesCore/CommentRequests.swift:46"), "\(text)")
            #expect(text.contains("\n> 46  line 46\n  47  line 47\n"), "\(text)")
            #expect(try !rewind.run(words).output.contains("where it crashed"), "without sources, nothing is different")
        }
        try rewind("crash", Self.crash, "--source", "nowhere").expect(64, errors: "--source nowhere: no such directory")
    }

    @Test("The project's file names the folder of the sources")
    func isFoundByTheProjectsFile() throws {
        try write("Code/EpisodesCore/CommentsReducer.swift")
        try folder.write(Array(#"{"source": "Code"}"#.utf8), to: ".rewind.json")
        let run = try Program.rewind.run(["crash", Repository.path(Self.crash)], in: folder.path)
        run.expect(0, output: "where it crashed  EpisodesCore/CommentsReducer.swift:60", "again       rewind reproduce", "--host HOST")
        try folder.write(Array(#"{"source": "Gone"}"#.utf8), to: ".rewind.json")
        try Program.rewind.run(["crash", Repository.path(Self.crash)], in: folder.path)
            .expect(0, output: .not("where it crashed"), errors: #"has "source": "Gone", where no directory is"#)
    }

    @Test("A page and a ticket take lines of source along only if that is wanted")
    func goesAlongIfWanted() throws {
        try write("Sources/EpisodesCore/CommentsReducer.swift")
        let source = ["--sources", "--source", folder.path("Sources")]
        try rewind.run(["report", Self.crash, "-o", "OUT/with.html"] + source).expect(0)
        try rewind("info", "OUT/with.html").expect(0, output: "source.txt", "the source where it crashed")
        try rewind.run(["report", Self.crash, "-o", "OUT/without.html"]).expect(0)
        try rewind("info", "OUT/without.html").expect(0, output: .not("source.txt"))
        let ticket = try rewind.run(["ticket", Self.crash, "--yes", "-o", "OUT/a.rewind", "--text", "-"] + source).expect(0)
        ticket.expect(output: "## The source", "> 60  line 60")
        try rewind("info", "OUT/a.html").expect(0, output: "source.txt")
        try rewind("ticket", Self.crash, "--yes", "-o", "OUT/b.rewind", "--text", "-").expect(0, output: .not("## The source"))
        try rewind("report", Self.crash, "--source", "Fixtures", "-o", "OUT/c.html").expect(
            64, errors: "--source does nothing without --sources")
    }
}
