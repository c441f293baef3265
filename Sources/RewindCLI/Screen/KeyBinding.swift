import RewindRendering

/// A key of the full screen: where it works, what it does, and how the screen speaks of it.
///
/// The bottom line and the help are made of this table.
struct KeyBinding: Sendable {
    let keys: [ScreenKey]
    /// The panes in which it works.
    let panes: Set<StepScreen.Pane>
    /// Its words in the bottom line; `nil` for a key that only the help names.
    let hint: (key: String, words: String)?
    /// What it does, in the help.
    let help: String
    let action: @Sendable (inout StepScreen) -> Void

    init(
        _ keys: ScreenKey..., in panes: Set<StepScreen.Pane> = Set(StepScreen.Pane.allCases), hint: (key: String, words: String)? = nil,
        help: String,
        _ action: @escaping @Sendable (inout StepScreen) -> Void
    ) {
        (self.keys, self.panes, self.hint, self.help, self.action) = (keys, panes, hint, help, action)
    }

    /// The keys as they are shown.
    var name: String { keys.filter { !Self.alternatives.contains($0) }.map(\.name).joined(separator: " ") }

    /// Keys that do the same as one with a name that everybody knows.
    private static let alternatives: Set<ScreenKey> = [
        .character("j"), .character("k"), .character("l"), .character("G"), .control("f"), .control("b"), .backTab,
    ]

    /// All of them, the most wanted first.
    static let all: [KeyBinding] = leaving + moving + asking + looking + stepping

    /// The beginning of the line that asks for a step.
    static let goto = "goto "

    static func of(_ key: ScreenKey, in pane: StepScreen.Pane) -> KeyBinding? {
        all.first { $0.keys.contains(key) && $0.panes.contains(pane) }
    }

    private static let moving: [KeyBinding] = [
        KeyBinding(.down, .character("j"), hint: ("↑↓", "move"), help: "one row down") { $0.moveRows(by: 1) },
        KeyBinding(.up, .character("k"), help: "one row up") { $0.moveRows(by: -1) },
        KeyBinding(.pageDown, .control("f"), help: "one page down") { $0.movePages(by: 1) },
        KeyBinding(.pageUp, .control("b"), help: "one page up") { $0.movePages(by: -1) },
        KeyBinding(.home, help: "to the first row") { $0.moveToStart() },
        KeyBinding(.end, .character("G"), help: "to the last row") { $0.moveToEnd() },
        KeyBinding(
            .enter, .right, .character("l"), in: [.steps], hint: ("Enter", "open"), help: "unfold equal actions, or look at the step"
        ) { $0.openRow() },
        KeyBinding(.left, in: [.steps], help: "fold equal actions again") { $0.closeRow() },
        KeyBinding(
            .enter, .right, .character("l"), in: [.step], hint: ("Enter", "open"),
            help: "unfold; go to a step that the row names; print a long value"
        ) { $0.openNode() },
        KeyBinding(.left, in: [.step], help: "fold, or go to what holds this") { $0.closeNode() },
        KeyBinding(.enter, in: [.answer], hint: ("Enter", "go there"), help: "go to the step that the row names") { $0.goToAnswer() },
        KeyBinding(.left, in: [.answer], help: "close the answer") { $0.closeAnswer() },
        KeyBinding(.escape, in: [.answer], hint: ("Esc", "close"), help: "close the answer") { $0.closeAnswer() },
        KeyBinding(.escape, in: [.steps, .step], help: "close an answer") { $0.closeAnswer() },
        KeyBinding(.tab, .backTab, in: [.steps, .step], hint: ("Tab", "other pane"), help: "to the other pane") { $0.changePane() },
    ]

    private static let stepping: [KeyBinding] = [
        KeyBinding(.character("."), hint: (". ,", "step"), help: "one step on") { $0.run("next") },
        KeyBinding(.character(","), help: "one step back") { $0.run("back") },
    ]

    private static let looking: [KeyBinding] = [
        KeyBinding(
            .character("/"), hint: ("/", "search"), help: "search what the pane shows: the steps, the step with all of its state, an answer"
        ) {
            $0.ask(.search)
        },
        KeyBinding(.character("n"), help: "the next that was searched for") { $0.searchAgain(forward: true) },
        KeyBinding(.character("N"), help: "the one before") { $0.searchAgain(forward: false) },
        KeyBinding(.character("f"), in: [.steps, .step], help: "list only some steps, by the options of 'rewind log'") { $0.ask(.filter) },
        KeyBinding(.character("]"), help: "to the next mark") { $0.goToMark(forward: true) },
        KeyBinding(.character("["), help: "to the mark before") { $0.goToMark(forward: false) },
        KeyBinding(.character("t"), in: [.steps, .step], help: "times since the start, or since the step before") {
            $0.showsIntervals.toggle()
        },
        KeyBinding(.character("i"), in: [.steps, .step], help: "indent steps below what caused them, or not") { $0.indentsCauses.toggle() },
        KeyBinding(.character("z"), help: "give one pane the whole width, or both their half") { $0.isZoomed.toggle() },
    ]

    private static let asking: [KeyBinding] = [
        KeyBinding(.character("b"), in: [.step], hint: ("b", "who changed it"), help: "blame: who changed this value last") {
            $0.runOnPlace("blame")
        },
        KeyBinding(.character("h"), in: [.step], hint: ("h", "history"), help: "history: all that this value ever was") {
            $0.runOnPlace("history")
        },
        KeyBinding(.character("o"), in: [.step], hint: ("o", "its origin"), help: "why: where this value comes from, down to its origin") {
            $0.runOnPlace("why")
        },
        KeyBinding(.character(")"), in: [.step], help: "to the next change of this value") { $0.runOnPlace("until path") },
        KeyBinding(.character("("), in: [.step], help: "to the change of this value before") { $0.runOnPlace("reverse-until path") },
        KeyBinding(.character("w"), in: [.step], help: "watch: show this value at every step") { $0.runOnPlace("display") },
        KeyBinding(.character("p"), in: [.step], help: "print all of this value") { $0.runOnPlace("print") },
        KeyBinding(.character("y"), in: [.step], help: "copy the path of this value") { $0.copyPlace() },
        KeyBinding(.character("Y"), in: [.step], help: "copy this value") { $0.copyValue() },
        KeyBinding(.character("d"), help: "diff: what this step changed, in its place") { $0.run("diff") },
        KeyBinding(.character("u"), help: "where: what caused this step") { $0.run("where") },
        KeyBinding(.character("c"), help: "continue: on to the next breakpoint") { $0.run("continue") },
        KeyBinding(.character("C"), help: "reverse-continue: back to the breakpoint before") { $0.run("reverse-continue") },
        KeyBinding(.character("g"), help: "go to a step: 17, end-3, @1:02.5, :mark; a number and Enter do, too; gg and G go to the ends") {
            $0.ask(.verb, Self.goto)
        },
        KeyBinding(.character(":"), hint: (":", "any verb"), help: "type a verb, such as break, find or mark; they are below") {
            $0.ask(.verb)
        },
    ]

    private static let leaving: [KeyBinding] = [
        KeyBinding(.character("?"), hint: ("?", "keys"), help: "this list") { $0.showHelp() },
        KeyBinding(.character("q"), in: [.answer], help: "close the answer") { $0.closeAnswer() },
        KeyBinding(.character("q"), in: [.steps, .step], hint: ("q", "quit"), help: "leave") { $0.isDone = true },
        KeyBinding(.control("l"), help: "draw the screen anew") { $0.message = Line() },
    ]
}
