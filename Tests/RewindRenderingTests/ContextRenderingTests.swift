import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindRendering

@Suite("What stands beside the steps, for people", .timeLimit(.minutes(5)))
struct ContextRenderingTests {
    private let folder = TemporaryFolder()
    private let timeline: Timeline

    /// A ring that was saved while it went on: its first segment is gone.
    init() throws {
        let builder = try RecordingBuilder(in: folder) { manifest in
            manifest.limits = ["steps": 100]
            manifest.metadata = ["plan": "pro", "\u{1B}[2J": 7]
            manifest.ending = Ending(.finished)
            manifest.ending.savedAt = 62_500_000_000
        }
        try builder.roll(at: 300, ["count": 1])
        try builder.action(301, ActionLine.external) {
            $0.action = nil
            $0.omitted = ["search/typed": 12, "tick": 3]
        }
        try builder.journal(MarkLine(time: 3_010_000_000, step: 301, name: "checkout", note: "it hung").json)
        try builder.journal(
            LogLine(
                time: 3_015_000_000, step: 301, level: "warning", label: "cart", message: "slow \u{1B}[2J", metadata: ["took": "12"]
            ).json)
        try builder.action(302, "pay", time: 3_020_000_000)
        try builder.patch(301, #"[{"op":"replace","path":"/count","value":2}]"#)
        try builder.patch(302, "[]")
        timeline = try Timeline(Recording(directory: builder.finish()))
    }

    @Test func theLogHasMarksAndWhatWasLeftOutAndLogsIfAsked() throws {
        var lines: [Line] = []
        try timeline.forEach(withLogs: true) { lines.append(StepRow.line($0, ending: timeline.recording.manifest.ending)) }
        #expect(
            lines.text == #"""
                    301  +00:03.010  @@EXTERNAL                                  1  15 left out
                      -  +00:03.010  :checkout                                      it hung
                      -  +00:03.015  warning cart                                   slow \u001b[2J  took=12
                    302  +00:03.020  pay                                         0
                """#)
    }

    @Test func theInfoSaysThatItIsARingAndACopy() throws {
        let lines = InfoReport(timeline).lines.text
        for expected in [
            "301 to 302; earlier ones were dropped to keep to a limit", "it went on after 1 min 2 s, where this copy ends", "plan: pro",
            "15 actions left out by a filter",
        ] { #expect(lines.contains(expected), "\(lines)") }
        #expect(!lines.contains("\u{1B}"))
    }

    @Test func programsGetTheLinesAsTheyAre() throws {
        var texts: [String] = []
        try timeline.forEach(in: 301...301, withLogs: true) {
            texts.append($0.json(ending: timeline.recording.manifest.ending).jsonText)
        }
        #expect(texts.count == 3)
        #expect(texts[0].contains(#""omitted":{"search/typed":12,"tick":3}"#))
        #expect(texts[1] == #"{"mark":{"t":3010000000,"step":301,"name":"checkout","note":"it hung"}}"#)
    }
}
