import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("The debugger's prompt", .timeLimit(.minutes(5)))
struct DebuggerTests {
    private let folder = TemporaryFolder()
    private let timeline: Timeline

    init() throws { timeline = try StepReferenceTests.timeline(in: folder) }

    @Test(arguments: [
        (["next"], 1), (["next 3"], 3), (["next 99"], 4), (["n", "", ""], 3), (["goto end", "back"], 3), (["g @25ms"], 2),
        (["4", "back 2"], 2), (["s", "step 2"], 3), (["4", "rs", "rn"], 2), (["3", "run"], 0),
        (["end-1"], 3), (["nonsense"], 0), (["n 2", "n x"], 2), (["", "n"], 1), (["b 3", "n 9"], 3), (["b 3", "n 3", "n 9"], 4),
        (["b 2", "goto end", "back 9"], 2), (["b 3", "until 4"], 3), (["tb 2", "n 4", "back 2", "n 4"], 4), (["b 2", "goto 4"], 4),
        // To checkpoints and named steps.
        (["n 2", "checkpoint", "goto end", "restart 1"], 2), (["n 3", "restart"], 0), (["n 2", "restart 7"], 2),
        (["n 3", "mark here", "goto start", "goto :here"], 3), (["n", "mark a", "n", "mark a", "restart", ":a"], 2),
        (["n 2", "m :x", "goto end", "diff :x", "goto :x"], 2), (["mark"], 0), (["goto :nowhere"], 0),
    ])
    func goesWhereTheLineSays(lines: [String], position: Int) {
        var debugger = Debugger(timeline)
        for line in lines { _ = debugger.execute(line) }
        #expect(debugger.position == position)
    }

    @Test(arguments: ["print /count", "p .count", "pr  .count "])
    func printsTheStateOrAPartOfIt(line: String) throws {
        var debugger = Debugger(timeline, at: 3)
        #expect(debugger.execute(line).json == [["step": 3, "path": "/count", "value": 3]])
    }

    @Test(
        "Diff compares this step with the one before, another step with this one, or two others",
        arguments: [("diff", 2, 3), ("diff 1", 1, 3), ("diff start end", 0, 4), ("diff 1..2", 1, 2), ("diff ..", 0, 4)])
    func diffComparesThisStepOrTheNamedSteps(line: String, from: Int, to: Int) throws {
        var debugger = Debugger(timeline, at: 3)
        let rows = try #require(debugger.execute(line).json)
        #expect(rows.map { [$0["from"], $0["to"]] } == [[.number(JSONNumber(from)), .number(JSONNumber(to))]])
        #expect(rows[0]["patch"] == JSONPatch([.replace(JSONPointer(tokens: ["count"]), .number(JSONNumber(to)))]).json)
    }

    @Test(arguments: [("list", [0, 1, 2, 3, 4]), ("l 2..3", [2, 3])])
    func listsTheStepsAroundOrARange(line: String, numbers: [Int]) {
        var debugger = Debugger(timeline, at: 2)
        let answer = debugger.execute(line)
        #expect(answer.json?.map { $0["step"] } == numbers.map { .number(JSONNumber($0)) })
        #expect(DebuggerLines(timeline: timeline).lines(answer).filter { $0.text.hasPrefix(">     2") }.count == 1)
    }

    @Test(arguments: [
        ("x", "there is no command 'x'; 'help' lists them"), ("back", "this is the beginning"),
        ("goto", "no step given: the command is 'goto STEP'"),
        ("next -1", "'-1' is not a number of steps"),
        ("print /nothing", "the state after step 0 has nothing at /nothing; the state has count, cart"),
        ("until cuont", "no later step matches 'cuont'; no action type matches 'cuont'; did you mean 'count'?"),
        (
            "until path .cuont",
            "no later step matches 'path /cuont'; the state after step 0 has nothing at /cuont; did you mean /count? the state has count, cart"
        ),
        ("quit now", "too many arguments: the command is 'quit'"),
        ("break c* when", "no expression after 'when': the command is 'break STEP|PLACE'"),
        ("brake", "there is no command 'brake'; did you mean 'break'? 'help' lists them"),
        ("pritn .count", "there is no command 'pritn'; did you mean 'print'? 'help' lists them"),
        ("re", "'re' could be reverse-continue or reverse-until or restart"),
        ("help brake", "there is no command 'brake'; did you mean 'break'? 'help' lists them"),
        (
            "find .cuont > 1",
            "'.cuont > 1' is never true: the state after step 4 has nothing at /cuont; did you mean /count? the state has count, cart"
        ),
        (
            "history .cuont",
            "no state has anything at /cuont: the state after step 4 has nothing at /cuont; did you mean /count? the state has count, cart"
        ),
        ("find", "no expression given: the command is 'find EXPR'"),
        ("goto :nope", "there is no mark 'nope', nor any other."),
    ])
    func saysWhatIsWrongAndStays(line: String, message: String) {
        var debugger = Debugger(timeline)
        switch debugger.execute(line) {
        case .problem(let text, let remarks): #expect(text + remarks.map(\.continuation).joined() == message)
        case let answer: Issue.record("no problem: \(answer)")
        }
        #expect(debugger.position == 0)
    }

    @Test
    func doesNotDoAgainWhatCouldNotBeDone() throws {
        var debugger = Debugger(timeline)
        for line in ["n", "nonsense"] { _ = debugger.execute(line) }
        guard case .position(1, _) = debugger.execute("") else { throw Failure("an empty line was a problem, or moved") }
    }

    @Test
    func remarksOnABreakpointWhoseTypeNoActionHas() throws {
        var debugger = Debugger(timeline)
        guard case .breakpoint(_, let remark) = debugger.execute("break nope/x") else { throw Failure("no breakpoint") }
        #expect(remark?.sentence == "no action type matches 'nope/x'")
        if case .breakpoint(_, nil) = debugger.execute("break c*") { return }
        Issue.record("a type that there is was remarked on")
    }

    @Test(arguments: [
        ("break 1 thread 1", "'1 thread 1' is neither a place to stop at nor a condition: "),
        ("break", "no place given to stop at: the command is"),
        ("break 1 if .count = 1", "'.count = 1' can't be evaluated: at character 8"),
    ])
    func refusesWhatIsNoPlaceToStopAt(line: String, words: String) throws {
        var debugger = Debugger(timeline)
        guard case .problem(let problem, _) = debugger.execute(line) else { throw Failure("a breakpoint was set") }
        #expect(problem.hasPrefix(words))
        #expect(debugger.breakpoints.isEmpty)
    }

    @Test("Display shows the state before the process's last step and why an expression has no value")
    func displayShowsTheStateBeforeTheProcessEnded() throws {
        var debugger = Debugger(try ended(in: ["count": 0]))
        _ = debugger.execute("display .count")
        _ = debugger.execute("display .count == 0")
        guard case .displaying(.position(1, _), let shown) = debugger.execute("n") else { throw Failure("nothing is displayed") }
        #expect(shown.map(\.value) == [0, nil] && shown.map(\.unknown?.reason) == [nil, .underWay(step: 1, .reducer)])
    }

    /// A recording that ended in the reducer of its first step, which was given this state.
    private func ended(in state: JSONValue) throws -> Timeline {
        let builder = try RecordingBuilder(in: folder, state: state)
        try builder.action(1, "count")
        builder.underWay(1, .reducer)
        return try Timeline(Recording(directory: builder.die()))
    }

    /// What the reducer that crashed was given.
    @Test(arguments: ["print .count", "print .count | not | not", "print"])
    func printsTheStateBeforeTheStepInWhichTheProcessEnded(line: String) throws {
        var debugger = Debugger(try ended(in: ["count": 7]), at: 1)
        guard case .remarked(.asked(let reading), .unfinished(step: 1)) = debugger.execute(line) else {
            throw Failure("no answer with a remark")
        }
        #expect([true, 7, ["count": 7]].contains(reading.json[0]["value"] ?? reading.json[0]))
    }

    @Test(arguments: ["quit", "q", "help", "info"])
    func endsHelpsAndInforms(line: String) {
        var debugger = Debugger(timeline)
        switch (debugger.execute(line), line.first) {
        case (.quit, "q"), (.help, "h"), (.asked, "i"): break
        case (let answer, _): Issue.record("\(line) gave \(answer)")
        }
    }

    @Test(arguments: [
        (["break c*", "continue"], 0, 1), (["break nothing", "c"], 0, 4), (["c"], 2, 4), (["rc"], 3, 0),
        (["break when .count > 2", "c"], 0, 3),
        (["watch .count", "c", "c"], 0, 2), (["watch .count", "reverse"], 4, 3), (["watch .cart", "rc"], 4, 0),
        (["break * if .count > 2", "c"], 0, 3), (["break *", "condition 1 if .count > 2", "c"], 0, 3),
        (["until when .count == 2"], 0, 2), (["until 3"], 0, 3), (["until 1"], 2, 2), (["u path .count"], 1, 2),
        (["break * when .count > 2", "c"], 0, 3), (["break * when .count > 2", "c", "c", "c"], 0, 4),
        (["break path .count when .count == 4", "c"], 0, 4), (["break c*", "watch .count", "delete 1", "c", "c"], 0, 2),
        (["break when $type == \"count\" or $type == \"increment\"", "c", "c"], 0, 2),
        (["break when .count >= $before.count", "c", "c", "c"], 0, 3),
        (["break when $step > 1", "c", "c"], 0, 4), (["break when .count > 0", "delete", "c"], 0, 4), (["break !*", "c"], 0, 4),
    ])
    func stopsAtBreakpointsInBothDirectionsAndOnceAtAPlace(lines: [String], from start: Int, at position: Int) {
        var debugger = Debugger(timeline, at: start)
        for line in lines { _ = debugger.execute(line) }
        #expect(debugger.position == position)
    }

    @Test
    func saysWhichBreakpointsThereAreAndWhichOfThemStoppedIt() throws {
        var debugger = Debugger(timeline)
        for line in ["break x", "delete 1", "watch .count", "break when", "break when  .count >  0"] { _ = debugger.execute(line) }
        guard case .breakpoints(let list, _) = debugger.execute("info b") else { throw Failure("no list") }
        #expect(list.map(\.number) == [2, 3])
        #expect(list.map(\.description) == ["path /count", "when .count >  0"])
        guard case .stopped(1, _, let by) = debugger.execute("c") else { throw Failure("did not stop") }
        #expect(by == list)
    }

    @Test
    func givesABreakpointAConditionAnotherAndNone() {
        var debugger = Debugger(timeline)
        for line in ["break *", "condition 1 .count > 2", "c"] { _ = debugger.execute(line) }
        #expect(debugger.position == 3)
        #expect(debugger.breakpoints.map(\.description) == ["* when .count > 2"])
        for line in ["restart", "condition 1", "c"] { _ = debugger.execute(line) }
        #expect(debugger.position == 1)
        for line in ["condition", "condition 7 .count", "condition 1 .count >"] {
            if case .problem = debugger.execute(line) { continue }
            Issue.record("\(line) was taken")
        }
    }

    @Test
    func displaysPartsOfTheStateAfterEveryMoveUntilTheyAreTakenBack() throws {
        var debugger = Debugger(timeline)
        for line in ["display .count", "display /nothing"] { _ = debugger.execute(line) }
        guard case .displaying(.position(2, _), let shown) = debugger.execute("n 2") else { throw Failure("nothing is displayed") }
        #expect(shown.map(\.value) == [.some(2), .none] && shown.map(\.display.number) == [1, 2])
        _ = debugger.execute("undisplay 1")
        guard case .displays(let rest) = debugger.execute("info displays") else { throw Failure("no list") }
        #expect(rest.map(\.display.place?.description) == ["/nothing"])
        if case .problem = debugger.execute("undisplay 9") {} else { Issue.record("took back what there is not") }
        _ = debugger.execute("undisplay")
        if case .position = debugger.execute("n") {} else { Issue.record("something is displayed still") }
    }

    @Test
    func followsAnActionBackToWhatCausedItAndAValueToWhoMadeIt() {
        var debugger = Debugger(timeline, at: 2)
        if case .causes(let steps) = debugger.execute("where") { #expect(steps.map(\.number) == [2]) } else { Issue.record("no causes") }
        #expect(debugger.execute("blame .count").json?.map { $0["step"] } == [2])
        #expect(debugger.execute("blame .count 1").json?.map { $0["step"] } == [1])
    }

    @Test(arguments: [("bt", "where"), ("s", "next"), ("b", "break"), ("d", "delete"), ("r", "restart"), ("?", "help")])
    func knowsWhatGdbCallsItsCommands(word: String, command: String) throws {
        #expect(try Debugger.words.row(for: word).name == command)
    }

    @Test
    func hasNoWordForTwoCommands() {
        let words = Debugger.verbs.flatMap { [$0.name] + $0.aliases }
        #expect(Set(words).count == words.count)
    }

    @Test(arguments: [
        ("p .count * 1 == 4 | not", "no"), ("p .count + 1 == 4", "true"), ("p .count == 3", "true"), ("print $step", "3"),
        ("p $type", "\"count\""),
    ])
    func printsWhatAnExpressionComesTo(line: String, value: String) {
        var debugger = Debugger(timeline, at: 3)
        switch debugger.execute(line) {
        case .asked(let reading): #expect(reading.json.map(\.jsonText) == [value])
        case .problem(let message, _): #expect(value == "no" && message.contains("'*' is not supported"))
        case let answer: Issue.record("\(answer)")
        }
    }

    @Test("The debugger stops once at a temporary breakpoint, at a step, and where an expression changes")
    func theDebuggerStopsAtBreakpointsAndWatches() {
        var debugger = Debugger(timeline)
        for line in ["tbreak 2", "c"] { _ = debugger.execute(line) }
        #expect(debugger.position == 2 && debugger.breakpoints.isEmpty)
        for line in ["break 3", "rc", "c"] { _ = debugger.execute(line) }
        #expect(debugger.position == 3 && debugger.breakpoints.map(\.description) == ["step 3"])
        for line in ["delete", "watch .count > 2", "run", "c"] { _ = debugger.execute(line) }
        #expect(debugger.position == 3)
        for line in ["delete", "watch $step >= 2", "run", "c"] { _ = debugger.execute(line) }
        #expect(debugger.position == 2)
    }

    @Test
    func findsAndTellsHistoriesWithoutMoving() {
        var debugger = Debugger(timeline, at: 4)
        #expect(debugger.execute("find .count == 2").json?.map { $0["step"] } == [2])
        #expect(debugger.execute("history .count").json?.map { $0["step"] } == [0, 1, 2, 3, 4])
        #expect(debugger.execute("history .count 2..3").json?.map { $0["step"] } == [2, 3])
        #expect(debugger.position == 4)
    }

    @Test(
        arguments: [
            ("pri", 0, ["print"]), ("he", 0, ["help"]), ("b co", 2, ["count"]), ("break count w", 12, ["when"]), ("b count", 2, ["count"]),
            ("p .c", 2, [".cart", ".count"]),
            ("print .cart.", 6, [".cart.items"]), ("p /ca", 2, ["/cart"]), ("break when .count > $b", 20, ["$before"]),
            ("find bef", 5, ["before"]),
            ("p $before.ca", 2, ["$before.cart"]), ("goto e", 5, ["end"]), ("info b", 5, ["breakpoints"]), ("help wat", 5, ["watch"]),
            ("p .nothing.", 2, []),
            ("nonsense x", 9, []), ("p ", 2, ["."]),
        ] as [(String, Int, [String])])
    func completesCommandsTypesPathsAndWords(line: String, start: Int, words: [String]) {
        let completion = Debugger(timeline, at: 2).completion(of: line)
        #expect(completion.start == start && completion.words == words)
    }
}
