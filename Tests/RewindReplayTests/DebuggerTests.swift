import ReplayTestSupport
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("The debugger's prompt")
struct DebuggerTests {
    private let folder: TemporaryFolder
    private let timeline: Timeline

    init() throws {
        folder = try TemporaryFolder()
        timeline = try StepReferenceTests.timeline(in: folder)
    }

    @Test(
        "goes where the line says",
        arguments: [
            (["next"], 1), (["next 3"], 3), (["next 99"], 4), (["n", "", ""], 3), (["goto end", "back"], 3), (["g @25ms"], 2),
            (["4", "b 2"], 2),
            (["end-1"], 3), (["nonsense"], 0), (["n 2", "n x"], 2), (["", "n"], 1),
        ])
    func goes(lines: [String], position: Int) {
        var debugger = Debugger(timeline)
        for line in lines { _ = debugger.execute(line) }
        #expect(debugger.position == position)
    }

    @Test("prints the state, or a part of it", arguments: ["print /count", "p .count", "pr  .count "])
    func prints(line: String) throws {
        var debugger = Debugger(timeline, at: 3)
        guard case .value(let value, let path, let step) = debugger.execute(line) else {
            Issue.record("no value")
            return
        }
        #expect(value == 3)
        #expect(path.description == "/count")
        #expect(step == 3)
    }

    @Test(
        "compares this step with the one before, another with this one, or two others",
        arguments: [("diff", 2, 3), ("d 1", 1, 3), ("diff start end", 0, 4)])
    func compares(line: String, from: Int, to: Int) throws {
        var debugger = Debugger(timeline, at: 3)
        guard case .diff(let diff, let first, let second) = debugger.execute(line) else {
            Issue.record("no diff")
            return
        }
        #expect([first, second] == [from, to])
        #expect(diff.patch == JSONPatch([.replace(JSONPointer(tokens: ["count"]), .number(JSONNumber(to)))]))
    }

    @Test("lists the steps around, or a range", arguments: [("list", [1, 2, 3, 4]), ("l 2..3", [2, 3])])
    func lists(line: String, numbers: [Int]) {
        var debugger = Debugger(timeline, at: 2)
        guard case .list(let items, let current) = debugger.execute(line) else {
            Issue.record("no list")
            return
        }
        #expect(items.compactMap { if case .step(let step) = $0 { step.number } else { nil } } == numbers)
        #expect(current == 2)
    }

    @Test(
        "says what is wrong, and stays",
        arguments: [
            ("x", "there is no command 'x'; 'help' lists them"), ("back", "this is the beginning"),
            ("goto", "which step? The command is 'goto STEP'"),
            ("next -1", "'-1' is no number of steps"),
            ("print /nothing", "the state after step 0 has nothing at /nothing; the state has count, cart"),
            ("quit now", "too much: the command is 'quit'"),
        ])
    func saysWhatIsWrong(line: String, message: String) {
        var debugger = Debugger(timeline)
        guard case .problem(let text) = debugger.execute(line) else {
            Issue.record("no problem")
            return
        }
        #expect(text == message)
        #expect(debugger.position == 0)
    }

    @Test("ends, helps and informs", arguments: ["quit", "q", "help", "info"])
    func others(line: String) {
        var debugger = Debugger(timeline)
        switch (debugger.execute(line), line.first) {
        case (.quit, "q"), (.help, "h"), (.info, "i"): break
        case (let answer, _): Issue.record("\(line) gave \(answer)")
        }
    }
}
