import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// `rewind explore` with real hosts: both bugs of the example app, from sessions in which they did not happen.
@Suite("Exploring orders in a host", .timeLimit(.minutes(5)))
struct ExploreTests: HostSuite {
    let folder = TemporaryFolder()

    private let signin = Fixture(name: "signin.rewind").path

    @Test("The crash of the example app is found in a session that did not crash, and its recording crashes and becomes a test")
    func findsTheCrash() throws {
        let run = try run("explore", signin, "--runs", "60", "--jobs", "2", "-o", "found", "--host", episodes()).expect(
            1, output: "60 orders of 14 answers, each with one displaced; 1 finding\n",
            "crashes   if step 65, comments/editDidFinish, comes after step 67, comments/deleteDidFinish: the reducer crashes at step 65")
        #expect(run.output.contains("6 of 67 steps show it: rewind crash found/explore-1.rewind, rewind test found/explore-1.rewind"))
        try self.run("crash", "found/explore-1.rewind").expect(0, output: "comments/editDidFinish")
        try self.run("reproduce", "found/explore-1.rewind", "--host", episodes()).expect(0, output: "crashed again at step 6")
        try self.run("test", "found/explore-1.rewind", "--name", "found", "-o", "tests").expect(0)
        let test = try String(decoding: folder.read("tests/FoundTests.swift"), as: UTF8.self)
        #expect(test.contains("processExitsWith: .success"), "\(test)")
    }

    @Test("The lost edit is found in a session whose edits were saved in order, and its recording says what should be there")
    func findsTheLostEdit() throws {
        let edits = Fixture(name: "edits.rewind").path
        try run("whatif", edits, "--reorder", "75,74", "-o", "calm.rewind", "--host", episodes()).expect(0)
        let run = try run("explore", "calm.rewind", "--runs", "30", "--json", "-o", "found", "--host", episodes()).expect(1)
        let lost = try #require(try rows(run).first { $0["class"] == "lost-update" }, "\(run)")
        #expect(lost["winner"] == "older" && lost["places"]?.array?.first?["other"] == "I liked the cake. A bit.", "\(lost.jsonText)")
        try self.run("info", "found/explore-1.rewind").expect(
            0, output: #"is "I liked the cake. A bit." and should be "I liked the cake. A lot.""#)
        try self.run("test", "found/explore-1.rewind", "--name", "lost", "-o", "tests").expect(0)
        let test = try String(decoding: folder.read("tests/LostTests.swift"), as: UTF8.self)
        #expect(test.contains("never: ") && test.contains("doesNotHappenAgain"), "\(test)")
        // In the session as it was recorded, the recorded order is the wrong one.
        let recorded = try self.run("explore", edits, "--runs", "30", "--host", episodes()).expect(1)
        #expect(recorded.output.contains("the answer to the newer request wins, and as recorded that to the older one"), "\(recorded)")
    }

    @Test func whatIsKnownDoesNotCountAndASessionWithoutAnswersHasNone() throws {
        let found = try run("explore", signin, "--runs", "60", "--json", "--host", episodes()).expect(1)
        try folder.write(found.outputBytes, to: "known.ndjson")
        try run("explore", signin, "--runs", "60", "--baseline", "known.ndjson", "--host", episodes()).expect(0, output: ", which is known")
        try run("explore", recording(), "--host", planted()).expect(0, output: "there is no other order to try")
        try run("explore", recording(), "--store", "none", "--host", planted()).expect(1)
        try run("explore", "nothing.rewind", "--host", planted()).expect(2)
    }

    @Test func rulesAreFindingsThatBecomeTests() throws {
        try folder.write(Array("at home: .navigation.stack | length < 3\nnever: .navigation.stack == []\n".utf8), to: "rules.txt")
        let run = try run("explore", signin, "--runs", "40", "--rules", "rules.txt", "--json", "--host", episodes())
        let sum = try #require(try rows(run).first, "\(run)")
        #expect(sum["brokenAsRecorded"]?.array?.contains("never") == true, "\(run)")
        try folder.write(Array("no colon\n".utf8), to: "slip.txt")
        try self.run("explore", signin, "--rules", "slip.txt", "--host", episodes()).expect(64, errors: "line 1")
    }

    @Test func theReportsOfCIHaveTheFindings() throws {
        try run(
            "explore", signin, "--runs", "60", "--junit", "found.xml", "--markdown", "found.md", "--host", episodes()
        ).expect(1)
        #expect(try String(decoding: folder.read("found.xml"), as: UTF8.self).contains(#"failures="1" errors="0""#))
        let text = try String(decoding: folder.read("found.md"), as: UTF8.self)
        #expect(text.hasPrefix("### rewind explore: 1 of 1 recordings do not hold\n\n**if step 65"), "\(text)")
    }
}
