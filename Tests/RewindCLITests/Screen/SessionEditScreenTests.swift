import Foundation
import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

/// Steps that are switched off on the full screen, with a real host.
@Suite("The full screen over a session with a host", .timeLimit(.minutes(5)))
struct SessionEditScreenTests {
    @Test
    func showsTheSessionWithoutAStepThatIsSwitchedOff() throws {
        let folder = TemporaryFolder()
        let builder = try RecordingBuilder(in: folder, state: ["count": 0, "value": "none", "names": [], "byName": [:], "byNumber": [:]])
        for step in 1...3 {
            try builder.action(step, "count") { $0.action = ["count": ["by": .number(JSONNumber(step))]] }
            try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step * (step + 1) / 2)}]"#)
        }
        let path = try builder.finish()
        let host = "'\(try Program.plantedHost.url.path)' nothing"
        try Hosts.running {
            try TemporaryDirectory.with { directory in
                let hosted = HostedDebugger(Debugger(try Timeline(Recording(directory: path)), at: 2)) {
                    let command = HostCommand(words: host, line: host, limits: (.seconds(60), .seconds(10)))
                    return try SessionEditor(path, store: nil, in: HostReducer(command), directory: directory)
                }
                var screen = StepScreen(hosted)
                screen.size = (24, 100)
                func said(after line: String) -> String {
                    screen.run(line)
                    screen.perform()
                    return screen.frame().text.dropLast().last ?? ""
                }
                #expect(said(after: "print .count").contains("3"))
                #expect(said(after: "toggle").contains("step 2 is off"))
                #expect(screen.position == 2 && screen.frame().text.contains { $0.contains("step 2 of 3") })
                #expect(screen.frame().text.contains { $0.contains("1 off count 2 of 3") }, "\(screen.frame().text)")
                #expect(said(after: "print .count").contains("1"))
                _ = said(after: "goto end")
                #expect(said(after: "print .count").contains("4"))
                #expect(said(after: "sweep").contains("1 step has left the list"))
                #expect(said(after: "toggle 2").contains("step 2 is not on the list: it has steps 1 to 3"))
                #expect(said(after: "reset").contains("the session is as it was recorded"))
                #expect(said(after: "print .count").contains("6"))
                #expect(screen.verbs.debugger.completion(of: "togg").words == ["toggle"])
            }
        }
    }
}
