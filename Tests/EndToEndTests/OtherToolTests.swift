import Foundation
import TestSupport
import Testing

/// A recording is a plain zip of readable text: the tools that everybody has are held to it.
@Suite("Every sealed fixture", .timeLimit(.minutes(5))) struct OtherToolTests {
    @Test(arguments: Fixture.sealed, [["python3", "-m", "zipfile", "-t"], ["unzip", "-tq"], ["bsdtar", "-tf"]])
    func isAcceptedByZipTools(_ fixture: Fixture, _ command: [String]) throws {
        let run = try Program.installed(command[0]).run(command.dropFirst() + [fixture.path])
        #expect(run.status == 0 && !run.wasKilled, "\(run)")
        #expect(run.errors.isEmpty, "\(run)")
    }

    @Test(arguments: Fixture.sealed)
    func hasStreamsThatJqReadsAsManyStepsAsOurLogHas(_ fixture: Fixture) throws {
        let folder = TemporaryFolder()
        let script = #"unzip -p "$0" 'segments/*/actions.ndjson' | jq -c 'select(.step) | .step, .type'"#
        let theirs = try Program.shell(for: script).run(["-c", script, fixture.path])
        #expect(theirs.status == 0 && theirs.errors.isEmpty, "\(theirs)")
        let log = try Command(folder: folder).here("log", fixture.path, "1..", "--json")
        let jq = try Program.installed("jq").run(["-c", ".step, .type"], input: log.output)
        #expect(theirs.output == jq.output)
        #expect(!theirs.output.isEmpty)
        let states = try Program.installed("sh").run([
            "-c", #"unzip -p "$0" 'segments/*/states.ndjson' | jq -e '.step >= 0 and (has("keyframe") or has("patch"))' | sort -u"#,
            fixture.path,
        ])
        #expect(states.output == "true\n", "\(states)")
    }
}
