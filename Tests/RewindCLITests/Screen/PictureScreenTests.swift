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

@Suite("Pictures of the app on a terminal", .timeLimit(.minutes(5)))
struct PictureScreenTests {
    private let folder = TemporaryFolder()
    private let timeline: Timeline

    init() throws {
        let pictures = TakenPictures(at: [0, 2, 3])
        let builder = try RecordingBuilder(in: folder, state: ["count": 0]) { pictures.list(in: &$0) }
        try builder.step(1, "one", #"[{"op":"replace","path":"/count","value":1}]"#)
        try builder.step(2, "two", #"[{"op":"replace","path":"/count","value":2}]"#)
        try builder.step(3, "three", #"[{"op":"replace","path":"/count","value":3}]"#)
        try pictures.write(into: builder.path)
        timeline = try Timeline(Recording(directory: builder.finish()))
    }

    @Test("The full screen unfolds a text that holds at the step, keeps it unfolded, and names any other picture")
    func screen() throws {
        var screen = StepScreen(HostedDebugger(Debugger(timeline)))
        screen.size = (40, 100)
        func rows(at step: Int) -> [String] {
            screen.run("goto \(step)")
            screen.perform()
            return screen.frame().text
        }
        #expect(rows(at: 1).contains { $0.contains("▸ picture  after step 0") })
        screen.fold(.section(.picture), false)
        #expect(rows(at: 1).contains { $0.contains("▾ picture  after step 0") })
        #expect(rows(at: 2).contains { $0.contains("the screen of step 2") })
        let last = rows(at: 3)
        #expect(last.contains { $0.contains("picture  picture-3.png") } && !last.contains { $0.contains("the screen of step") })
    }

    @Test("Playing prints a text where it was taken, and nothing of other pictures; as JSON, it prints none")
    func played() async throws {
        func played(asJSON: Bool) async throws -> String {
            let output = Captured()
            let console = Console(isColoured: false, columns: 60) { output.add($0) }
            let player = Player(timeline: timeline, console: console, asJSON: asJSON)
            try await player.play(1...3, schedule: PlaySchedule(speed: 1_000_000), clock: ContinuousClock())
            return output.text
        }
        let text = try await played(asJSON: false)
        #expect(text.contains("│ the screen of step 2\n") && !text.contains("step 0") && !text.contains("PNG"), "\(text)")
        #expect(try await !played(asJSON: true).contains("the screen"))
    }

    @Test("info says how many pictures there are, and show which one holds, for people and for programs")
    func told() throws {
        let info = InfoQuestion().answer(of: timeline)
        #expect(InfoReport(info).pictures?.hasPrefix("3 of the app, after steps 0 to 3 (") == true)
        #expect(InfoReport(info).attached.isEmpty)
        #expect(info.json["pictures"]?["count"]?.int == 3 && info.json["pictures"]?["last"]?.int == 3)
        #expect(info.json["attachments"]?.array?.count == 3)
        var rows: [ShowQuestion.Row] = []
        _ = try ShowQuestion(1).answer(in: timeline) { row in
            rows.append(row)
            return true
        }
        #expect(rows.first?.json["picture"] == ["name": "picture-0.txt", "step": 0])
        #expect(StepReport(try #require(rows.first)).lines.contains { $0.text.hasSuffix("picture-0.txt, after step 0") })
        let log = try LogQuestion().answer(in: timeline) { _ in true }
        #expect(log.remarks.contains(.pictures(3, in: 0...3)))
    }
}
