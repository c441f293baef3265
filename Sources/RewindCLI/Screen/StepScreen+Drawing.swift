import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

extension StepScreen {
    struct Layout {
        /// The columns of the list; empty if the other pane has all of them.
        var list: Range<Int>
        /// The columns of the step, or of an answer.
        var step: Range<Int>

        /// The rows below the panes: what is said, and the keys.
        static let rowsBelow = 2
        /// The rows that a screen needs to show more about the recording than its first line.
        static let rowsForAll = 16
    }

    /// The lines about the recording, as many as there is room for.
    private var shownAbout: ArraySlice<Line> { about.prefix(size.rows < Layout.rowsForAll ? 1 : about.count) }
    var sliderRow: Int { 1 + shownAbout.count }
    var firstRow: Int { sliderRow + 1 }

    var layout: Layout {
        let width = size.columns
        if isZoomed || width < 60 {
            return pane == .steps ? Layout(list: 0..<width, step: width..<width) : Layout(list: 0..<0, step: 0..<width)
        }
        let list = min(72, max(30, width * 2 / 5))
        return Layout(list: 0..<list, step: list + 1..<width)
    }

    var paneHeight: Int { max(1, size.rows - firstRow - Layout.rowsBelow) }
    /// The rows of a pane below its heading.
    var listHeight: Int { max(1, paneHeight - 1) }

    mutating func fitAnswer() {
        let width = max(1, layout.step.count)
        answer?.fit(width: width)
    }

    /// What the screen shows now.
    mutating func frame() -> Frame {
        var frame = Frame(rows: size.rows, columns: size.columns)
        let layout = layout
        drawHere(on: &frame)
        drawList(on: &frame, in: layout.list)
        if !layout.list.isEmpty, !layout.step.isEmpty {
            for row in 0..<paneHeight { frame.put(Line("│", .faint), row: firstRow + row, column: layout.list.upperBound, width: 1) }
        }
        if answer != nil { drawAnswer(on: &frame, in: layout.step) } else { drawStep(on: &frame, in: layout.step) }
        drawBottom(on: &frame)
        return frame
    }

    /// The first rows: which recording, which step of how many, when, and which value; what it is about; and the steps as a slider.
    func drawHere(on frame: inout Frame) {
        let steps = timeline.steps
        let name = timeline.recording.path.split(separator: "/").last.map(String.init) ?? timeline.recording.path
        var here = Line(" \(name)  ", .strong)
        if let status = verbs.status { here.add("\(status)  ", .strong) }
        here.add("step \(position) of \(steps.upperBound)")
        if let time = detail?.step?.time { here.add("  +" + TimeText.clock(time)) }
        if let word = detail?.step.flatMap({ timeline.recording.manifest.ending.text(at: $0) }) { here.add("  " + word, .alarm) }
        if pane == .step, let place = row?.place {
            here.add("  " + PatchText.name(place), .name)
        }
        if !list.filter.acceptsEveryStep { here.add("  filtered", .changed) }
        frame.put(here, row: 0, width: size.columns, isReversed: true)
        for (place, line) in shownAbout.enumerated() {
            frame.put(line, row: 1 + place, column: 1, width: size.columns - 2)
        }
        let width = max(1, size.columns - 2)
        let place = steps.count < 2 ? 0 : Int((Double(position - steps.lowerBound) / Double(steps.count - 1) * Double(width - 1)).rounded())
        let slider =
            Line(String(repeating: "━", count: place), .name) + Line("●", .strong)
            + Line(String(repeating: "─", count: width - 1 - place), .faint)
        frame.put(slider, row: sliderRow, column: 1, width: width)
    }

    mutating func drawList(on frame: inout Frame, in columns: Range<Int>) {
        guard !columns.isEmpty else { return }
        let focused = pane == .steps
        let title = Line(focused ? "▌steps" : " steps", focused ? .strong : .faint)
        frame.put(title, row: firstRow, column: columns.lowerBound, width: columns.count)
        do {
            let window = try list.window(around: position, before: min(rowsAbove, listHeight - 1), height: listHeight)
            if let current = window.current { rowsAbove = current }
            let (timeline, indentsCauses) = (timeline, indentsCauses)
            let depth = { (step: Step) -> Int? in indentsCauses ? try? timeline.causes(of: step, limit: 12).count : nil }
            let shape = StepList.Row.Columns(
                number: String(timeline.steps.upperBound).count + 1, showsIntervals: showsIntervals, here: position, off: verbs.off,
                depth: depth)
            for (place, row) in window.rows.enumerated() {
                let line = row.line(shape, width: columns.count, ending: timeline.recording.manifest.ending)
                frame.put(
                    place == window.current ? line.withSign : line, row: firstRow + 1 + place, column: columns.lowerBound,
                    width: columns.count, isReversed: place == window.current && focused)
            }
        } catch {
            frame.put(Line("\(error)", .alarm), row: firstRow + 1, column: columns.lowerBound, width: columns.count)
        }
    }

    mutating func drawStep(on frame: inout Frame, in columns: Range<Int>) {
        guard !columns.isEmpty else { return }
        let focused = pane == .step
        let title = Line(focused ? "▌step \(position)" : " step \(position)", focused ? .strong : .faint)
        frame.put(title, row: firstRow, column: columns.lowerBound, width: columns.count)
        top = min(max(top, cursor - listHeight + 1), cursor, max(0, outline.rows.count - listHeight))
        top = max(0, top)
        for (place, row) in outline.rows[top...].prefix(listHeight).enumerated() {
            let isHere = focused && top + place == cursor
            let sign = row.isOpen.map { $0 ? "▾ " : "▸ " } ?? "  "
            let line = Line(String(repeating: "  ", count: row.depth)) + Line(sign, row.isChanged ? .changed : .faint) + row.line
            frame.put(line, row: firstRow + 1 + place, column: columns.lowerBound, width: columns.count, isReversed: isHere)
        }
    }

    mutating func drawAnswer(on frame: inout Frame, in columns: Range<Int>) {
        guard !columns.isEmpty, answer != nil else { return }
        fitAnswer()
        let focused = pane == .answer
        let title = Line(focused ? "▌" : " ", .strong) + Line(answer?.title ?? "", focused ? .strong : .faint)
        frame.put(title, row: firstRow, column: columns.lowerBound, width: columns.count)
        let height = listHeight
        guard let visible = answer?.visible(height: height) else { return }
        for (place, line) in visible.lines.enumerated() {
            frame.put(
                line, row: firstRow + 1 + place, column: columns.lowerBound, width: columns.count,
                isReversed: focused && place == visible.current)
        }
    }

    /// The last rows: what is said or typed, over the end of the panes if it is long; and what can be done here.
    func drawBottom(on frame: inout Frame) {
        let last = size.rows - 1
        if let input {
            frame.put(input.shown(width: size.columns), row: last - 1, width: size.columns)
            frame.cursor = Frame.Place(row: last - 1, column: input.column(width: size.columns))
        } else {
            let rows = said.flatMap { $0.hanging(0).wrapped(to: size.columns) }.prefix(max(1, paneHeight / 2))
            for (place, row) in rows.enumerated() {
                frame.clear(row: last - rows.count + place)
                frame.put(row, row: last - rows.count + place, width: size.columns)
            }
        }
        var hints = Line()
        for hint in KeyBinding.all.filter({ $0.panes.contains(pane) }).compactMap(\.hint) {
            let more = Line(hint.key, .strong) + Line(" \(hint.words)  ", .faint)
            if DisplayWidth.of(hints.text) + DisplayWidth.of(more.text) <= size.columns { hints = hints + more }
        }
        frame.put(hints, row: last, width: size.columns)
    }
}

extension Line {
    /// The line with the sign of the step that is shown.
    fileprivate var withSign: Line {
        var line = self
        if let first = line.spans.first, first.text.hasPrefix(" ") { line.spans[0].text = ">" + first.text.dropFirst() }
        return line
    }
}
