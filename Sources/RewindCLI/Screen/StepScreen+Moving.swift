import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

extension StepScreen {
    mutating func go(to step: Int) { if step != position { execute("goto \(step)") } }

    /// Keeps the row of the step where it was on the screen, as far as it has moved within it.
    mutating func hasMoved(from before: Int) {
        let height = listHeight
        guard let window = try? list.window(around: before, before: rowsAbove, height: height) else { return }
        let row = window.rows.firstIndex { $0.steps?.contains(position) == true }
        rowsAbove = row ?? (position > before ? height * 2 / 3 : height / 3)
    }

    mutating func moveRows(by count: Int) {
        switch pane {
        case .steps:
            do { go(to: try list.step(from: position, by: count)) } catch { message = Line("\(error)", .alarm) }
        case .step: cursor = min(max(cursor + count, 0), max(0, outline.rows.count - 1))
        case .answer: answer?.move(by: count)
        }
    }

    mutating func movePages(by count: Int) {
        let height = listHeight
        if pane == .answer {
            answer?.turn(by: count, height: height)
        } else {
            moveRows(by: count * max(1, height - 1))
        }
    }

    mutating func moveToStart() {
        switch pane {
        case .steps: go(to: timeline.steps.lowerBound)
        case .step: cursor = 0
        case .answer: answer?.move(to: 0)
        }
    }

    mutating func moveToEnd() {
        switch pane {
        case .steps: go(to: timeline.steps.upperBound)
        case .step: cursor = max(0, outline.rows.count - 1)
        case .answer: answer?.moveToEnd()
        }
    }

    mutating func changePane() { focus = focus == .steps ? .step : .steps }

    mutating func openRow() { if !toggleRun() { focus = .step } }

    mutating func closeRow() { if !toggleRun() { message = Line("there is nothing to fold here") } }

    mutating func toggleRun() -> Bool {
        do { return try list.toggleRun(at: position) } catch {
            message = Line("\(error)", .alarm)
            return true
        }
    }

    /// Unfolds the row under the cursor, goes where it leads, or prints its value.
    mutating func openNode() {
        guard let row else { return }
        if let step = row.step { return go(to: step) }
        if row.isOpen == false { return fold(row.node, false) }
        if case .line(.changes, _) = row.node, let place = row.place { return reveal(place) }
        if row.isOpen == nil, row.place != nil, row.isOfState { return runOnPlace("print") }
        if row.isOpen == true { moveRows(by: 1) }
    }

    /// Folds the row under the cursor, or goes to the row that holds it.
    mutating func closeNode() {
        guard let row else { return }
        if row.isOpen == true { return fold(row.node, true) }
        if let parent = outline.rows[..<cursor].lastIndex(where: { $0.depth < row.depth }) { cursor = parent } else { focus = .steps }
    }

    mutating func fold(_ node: Outline.Node, _ isFolded: Bool) {
        folds[node] = !isFolded
        makeOutline(keeping: node)
    }

    /// Unfolds the state, or the action, as far as a place, and goes there.
    mutating func reveal(_ place: JSONPointer, in section: Outline.Section = .state) {
        folds[.section(section)] = true
        var value =
            section == .action ? detail?.step?.action : detail.flatMap { if case .known(let state) = $0.state { state } else { nil } }
        for depth in place.tokens.indices {
            let path = Array(place.tokens[..<depth])
            if depth > 0 { folds[.value(section, path)] = true }
            if let position = value?.position(of: place.tokens[depth]), value?.childCount ?? 0 > Outline.groupSize {
                folds[.group(section, path, first: position / Outline.groupSize * Outline.groupSize)] = true
            }
            value = value?[JSONPointer(tokens: [place.tokens[depth]])]
        }
        makeOutline(keeping: .value(section, place.tokens))
    }

    mutating func goToAnswer() {
        guard let step = answer?.step else {
            message = Line("this row names no step; Esc closes the answer")
            return
        }
        answer = nil
        go(to: step)
    }

    mutating func closeAnswer() {
        if answer == nil { message = Line("there is no answer to close; q leaves") }
        answer = nil
        if focus == .answer { focus = .step }
    }
}

// MARK: The mouse

extension StepScreen {
    mutating func click(row: Int, column: Int) {
        let layout = layout
        if row == sliderRow {
            let steps = timeline.steps
            let share = Double(min(max(column - 1, 0), max(1, size.columns - 3))) / Double(max(1, size.columns - 3))
            return go(to: steps.lowerBound + Int((Double(steps.count - 1) * share).rounded()))
        }
        let height = row - firstRow
        guard (0..<paneHeight).contains(height) else { return }
        if layout.list.contains(column) {
            focus = .steps
            guard height > 0, let window = try? list.window(around: position, before: rowsAbove, height: listHeight) else { return }
            if window.rows.indices.contains(height - 1), let steps = window.rows[height - 1].steps { go(to: steps.upperBound) }
        } else if answer != nil {
            focus = .answer
            answer?.move(toRowAt: height - 1)
        } else {
            focus = .step
            let row = top + height - 1
            guard height > 0, outline.rows.indices.contains(row) else { return }
            cursor = row
            if let isOpen = outline.rows[row].isOpen { fold(outline.rows[row].node, isOpen) }
        }
    }

    mutating func scroll(by count: Int, column: Int) {
        let before = focus
        focus = layout.list.contains(column) ? .steps : answer != nil ? .answer : .step
        moveRows(by: count)
        if focus == .steps { focus = before }
    }
}
