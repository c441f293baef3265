import RewindDebugger
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// The full screen over a recording: keys in, a ``Frame`` out; it knows no terminal.
///
/// What a key does is a verb of the interpreter wherever there is one, so that the screen and the prompt can't differ.
struct StepScreen {
    /// A part of the screen that keys are about.
    enum Pane: CaseIterable {
        case steps
        /// The step itself.
        case step
        /// An answer, in place of the step.
        case answer
    }

    private(set) var verbs: any ScreenVerbs
    var size: (rows: Int, columns: Int) = (24, 80)

    var list: StepList
    /// How many rows of the list stand above the step's own, if there are as many.
    var rowsAbove = 0

    var detail: StepDetail?
    var outline = Outline(folds: [:])
    var folds: [Outline.Node: Bool] = [:]
    var cursor = 0
    var top = 0

    var answer: AnswerPane?
    private(set) var input: LineInput?
    private var histories: [LineInput.Purpose: [String]] = [:]
    var search = ""
    /// What is searched for in a step, with its places there.
    var found: (text: String, step: Int, places: [FoundPlace])?

    var focus = Pane.steps
    var showsIntervals = false
    var indentsCauses = false
    var isZoomed = false
    /// What is said above the bottom line.
    var said: [Line] = []
    /// The same, where it is one line.
    var message: Line {
        get { said.first ?? Line() }
        set { said = newValue.spans.isEmpty ? [] : [newValue] }
    }
    /// Whether the user has left.
    var isDone = false
    /// A text that goes to the terminal's clipboard.
    private(set) var copied: String?
    /// What is to be done once the screen says so.
    private(set) var pending: Work?

    /// Something that may take a while.
    struct Work {
        /// A verb, or what else it is called.
        var title: String
        var action: @Sendable (inout StepScreen) -> Void
    }

    /// A screen over a recording.
    init(_ verbs: any ScreenVerbs) {
        self.verbs = verbs
        list = StepList(verbs.debugger.timeline)
        about = InfoReport(verbs.debugger.timeline).headlines
        rowsAbove = 8
    }

    /// The row under the cursor, of the step that is shown.
    var row: Outline.Row? { outline.rows.indices.contains(cursor) ? outline.rows[cursor] : nil }

    var timeline: Timeline { verbs.debugger.timeline }
    /// What a reader has to know of the recording before anything else.
    private(set) var about: [Line] = []
    /// The step that is shown.
    var position: Int { verbs.debugger.position }
    /// The pane that keys are about.
    var pane: Pane { answer != nil && focus != .steps ? .answer : focus == .answer ? .step : focus }

    // MARK: Keys

    /// Takes a key; a verb that it means is left for ``perform()``.
    mutating func press(_ key: ScreenKey) {
        message = Line()
        if input != nil { return type(key) }
        switch key {
        case .click(let row, let column): return click(row: row, column: column)
        case .wheelUp(_, let column): return scroll(by: -3, column: column)
        case .wheelDown(_, let column): return scroll(by: 3, column: column)
        case .resize: return
        // A number and Enter go to that step, as a step alone does after ':'.
        case .character(let digit) where digit.isASCII && digit.isNumber: return ask(.verb, String(digit))
        default: break
        }
        if let binding = KeyBinding.of(key, in: pane) { return binding.action(&self) }
        message = Line("\(key.name) does nothing here; ? lists the keys")
    }

    private mutating func type(_ key: ScreenKey) {
        guard var line = input else { return }
        if key == .character("g"), line == LineInput(.verb, KeyBinding.goto) {  // gg, as in less
            input = nil
            return moveToStart()
        }
        switch line.press(key, history: histories[line.purpose] ?? []) {
        case .edited: input = line
        case .cancelled: input = nil
        case .completing:
            let choice = line.purpose == .verb ? line.complete(verbs.debugger.completion(of: line.beginning)) : []
            input = line
            message = Line(choice.prefix(60).joined(separator: "  "), .faint)
        case .line(let text):
            input = nil
            if !text.isEmpty, histories[line.purpose]?.last != text { histories[line.purpose, default: []].append(text) }
            switch line.purpose {
            case .verb: if !text.isEmpty { run(text) }
            case .search:
                if !text.isEmpty { (search, found) = (text, nil) }
                searchAgain(forward: true)
            case .filter: setFilter(text)
            }
        }
    }

    /// Says something above the bottom line.
    mutating func say(_ text: String) { message = Line(text).hanging(0) }

    /// Takes what has happened in the app since; returns whether anything did.
    mutating func showNews() -> Bool {
        guard let news = verbs.drainNews() else { return false }
        if let last = news.last { say(last) }
        refresh()
        return true
    }

    /// Ends what the verbs have begun in the app.
    mutating func leave() { verbs.leave() }

    /// Opens the line at the bottom.
    mutating func ask(_ purpose: LineInput.Purpose, _ text: String = "") { input = LineInput(purpose, text) }

    /// Shows every key, and every verb.
    mutating func showHelp() {
        var lines: [Line] = []
        for (title, panes) in Self.helped {
            lines += [Line(title, .strong)]
            for binding in KeyBinding.all where binding.panes == panes && !binding.name.isEmpty {
                lines.append((Line("  " + DisplayWidth.padded(binding.name, to: 10), .name) + Line(binding.help)).hanging(12))
            }
            lines += [Line()]
        }
        lines +=
            [Line("Verbs, after ':'", .strong)]
            + verbs.debugger.words.lines.map { ($0.hang == nil ? Line("  ") + $0 : (Line("  ") + $0).hanging(26)) }
        show(AnswerPane(title: "help", lines))
    }

    private static let helped: [(title: String, panes: Set<Pane>)] = [
        ("Anywhere", Set(Pane.allCases)), ("In the list and in the step", [.steps, .step]), ("In the list of steps", [.steps]),
        ("In the step", [.step]), ("In an answer", [.answer]),
    ]

    // MARK: Verbs

    /// Leaves a verb for ``perform()``.
    mutating func run(_ line: String) { later(line) { $0.execute(line) } }

    /// Leaves something that may take a while for ``perform()``.
    mutating func later(_ title: String, _ action: @escaping @Sendable (inout StepScreen) -> Void) {
        pending = Work(title: title, action: action)
    }

    /// The place in the state that the row under the cursor is about, or a message that explains what to choose.
    private mutating func place() -> JSONPointer? {
        guard let row, row.isOfState, let place = row.place else {
            message = Line("there is no value of the state here: choose one under 'state' or 'changes'")
            return nil
        }
        return place
    }

    /// Runs a verb on the value under the cursor.
    mutating func runOnPlace(_ verb: String) { if let place = place() { run("\(verb) \(place.asArgument)") } }

    mutating func copyPlace() {
        guard let place = row?.place else {
            message = Line("there is no value here")
            return
        }
        (copied, message) = (place.description, Line("copied: \(PatchText.name(place))"))
    }

    mutating func copyValue() {
        guard let value = row?.value else {
            message = Line("there is no value here")
            return
        }
        let text = value.prettyText
        (copied, message) = (text, Line("copied: \(text.utf8.count) bytes"))
    }

    /// Takes the text for the clipboard.
    mutating func takeCopied() -> String? { copied.take() }

    /// What ``perform()`` is about to do, if it may take a while.
    var announcement: Line? { pending.map { Line("\($0.title)  (C-c stops it)", .faint) } }

    /// Does what a key left, and looks up the step that is shown now.
    mutating func perform() {
        pending.take()?.action(&self)
        lookUp()
    }

    /// Executes a verb, and shows its answer.
    mutating func execute(_ line: String) {
        let before = position
        let answer = verbs.answer(line)
        if answer.quits { isDone = true }
        if answer.replacesSteps {
            list.replace(with: timeline)
            detail = nil
        }
        if position != before { hasMoved(from: before) }
        // What is displayed may be another.
        if detail?.number == position { makeOutline(keeping: row?.node) }
        if let problem = answer.problem {
            said = [problem]
        } else if answer.isNews || answer.isOneLine(in: size.columns) {
            said = answer.lines
            if answer.isNews, position != before { self.answer = nil }
        } else if !answer.lines.isEmpty {
            show(AnswerPane(title: line, answer.lines))
        }
    }

    mutating func show(_ answer: AnswerPane) {
        self.answer = answer
        focus = .answer
        fitAnswer()
    }

    /// Looks up what the step here is, unless that is known.
    mutating func lookUp() {
        guard detail?.number != position else { return }
        let node = row?.node
        do {
            detail = try StepDetail(at: position, store: verbs.debugger.store, in: timeline, source: verbs.debugger.source)
            makeOutline(keeping: node)
        } catch {
            (detail, outline) = (nil, Outline(folds: folds))
            message = Line("\(error)", .alarm)
        }
    }

    mutating func makeOutline(keeping node: Outline.Node?) {
        let watched = (try? verbs.debugger.shown()) ?? []
        outline = detail?.outline(folds: folds, watched: watched.map(DebuggerLines.row)) ?? outline
        if let node, let row = outline.rows.firstIndex(where: { $0.node == node }) { cursor = row }
        cursor = min(cursor, max(0, outline.rows.count - 1))
    }

    /// The recording has grown, or the place is shown anew.
    mutating func refresh() {
        list.follow(timeline)
        detail = nil
        lookUp()
    }
}

extension Outline.Row {
    var isOfState: Bool {
        switch node {
        case .value(.state, _), .group(.state, _, _), .line(.changes, _), .line(.state, _): true
        default: false
        }
    }
}

extension JSONPointer {
    /// The path as an argument of a verb.
    fileprivate var asArgument: String { tokens.isEmpty ? "." : description }
}
