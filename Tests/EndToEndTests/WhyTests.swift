import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// From a value to its origin, in real hosts.
@Suite("Proving where a value comes from", .timeLimit(.minutes(2)))
struct WhyTests: HostSuite {
    let folder = TemporaryFolder()

    @Test("The host proves what a count is made of")
    func namesThePartsOfACount() throws {
        let run = try run("why", recording(), "/count", "--host", planted())
        #expect(run.status == 0 && run.output.hasPrefix("/count is 7 after step 4\n  ← step 4, count, wrote it\n"), "\(run)")
        #expect(run.output.contains("    because of the action's /count/by: with "), "\(run)")
        #expect(run.output.contains("    because of /count in the state after step 3: with "), "\(run)")
        #expect(run.output.contains("not because of ") && run.output.contains(" of at most 400)"), "\(run)")
        #expect(!run.output.contains("equal to the action's"), "\(run)")
        let links = try rows(self.run("why", recording(), "/count", "--host", planted(), "--json"))
        let first = try #require(links.first { $0["how"] == "because" })
        #expect(first["because"]?["kind"] == "computed" && first["because"]?["path"] == "/count/by", "\(first.jsonText)")
    }

    @Test("The example app's reducer copies the text of an answer, for the comment of that answer only")
    func provesTheOriginInTheExampleApp() throws {
        let run = try run("why", Repository.path("Fixtures/edits.rewind"), "/comments/comments/2/text", "--host", episodes())
        #expect(run.output.contains("because of the action's /comments/_0/editDidFinish/text: with "), "\(run)")
        #expect(run.output.contains("because of the action's /comments/_0/editDidFinish/id: with "), "\(run)")
        #expect(run.output.contains("step 64, comments/edit, started it; its action's /comments/_0/edit/text is equal"), "\(run)")
    }

    @Test("A budget that is too small is refused, and a host that does not start is an error")
    func refusesWhatCannotBeTried() throws {
        let small = try run("why", recording(), "/count", "--budget", "9", "--host", planted())
        #expect(small.status == 64, "\(small)")
        let other = try run("why", recording(), "--not", ".count == 100", "--host", "false")
        #expect(other.status == 2, "\(other)")
    }
}
