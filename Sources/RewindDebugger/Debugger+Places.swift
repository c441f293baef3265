package import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

extension Debugger {
    /// The step that a place names, including marks of this debugger.
    func resolve(_ place: StepReference) throws(Problem) -> Int {
        if case .mark(let name) = place, let mark = marks.last(where: { $0.name == name }) { return mark.step }
        return try Problem.wrappingRecordingErrors { () throws(RecordingError) in try place.resolve(in: timeline) }
    }

    /// The step that a text names.
    func resolve(_ text: Substring) throws(Problem) -> Int {
        try resolve(try Problem.parsing { () throws(ReferenceError) in try StepReference(parsing: text) })
    }

    /// Stores this step under the next number.
    mutating func addCheckpoint() -> Answer {
        checkpoints.append(Checkpoint(number: checkpoints.count + 1, step: position))
        return .checkpoints([checkpoints[checkpoints.count - 1]])
    }

    /// Goes back to a checkpoint, or to the beginning.
    mutating func restart(_ argument: Substring?) throws(Problem) -> Answer {
        guard let argument else {
            position = timeline.steps.lowerBound
            return here()
        }
        guard let checkpoint = checkpoints.first(where: { String($0.number) == argument }) else {
            throw Problem("there is no checkpoint \(argument); 'info checkpoints' lists them")
        }
        position = checkpoint.step
        return here()
    }

    /// Names this step; a name that already exists moves here.
    mutating func addMark(_ name: Substring?) throws(Problem) -> Answer {
        guard let name = name.map({ $0.hasPrefix(":") ? $0.dropFirst() : $0 }), !name.isEmpty else {
            throw Problem("no name given: the command is '\(Command.mark.usage)'")
        }
        marks.removeAll { $0.name == name }
        marks.append(Mark(name: String(name), step: position))
        return .marks([marks[marks.count - 1]])
    }

    /// Displays another part of the state or an expression's value from now on; without an argument, shows the displays.
    mutating func display(_ text: Substring) throws(Problem) -> Answer {
        if text.isEmpty { return .displays(try Problem.wrappingRecordingErrors(shown)) }
        let number = (displays.last?.number ?? 0) + 1
        let place = try TypedWord.place(in: text)
        let expression = place == nil ? try predicate(String(text)) : nil
        displays.append(Display(number: number, place: place, expression: expression))
        return try Problem.wrappingRecordingErrors { () throws(RecordingError) in
            let answer = Answer.displays(try shown().suffix(1))
            if let place { return answer.with(try remark(onPlace: place)) }
            guard let expression else { return answer }
            let doubts = try timeline.verdictWithRemarks(on: expression, at: position, store: store).remarks
            return answer.with(try remark(on: expression)).with(doubts)
        }
    }

    /// Removes one of the displays, or all.
    mutating func undisplay(_ argument: Substring?) throws(Problem) -> Answer {
        if let argument {
            guard let index = displays.firstIndex(where: { String($0.number) == argument }) else {
                throw Problem("there is no display \(argument); 'display' lists them")
            }
            displays.remove(at: index)
        } else {
            displays = []
        }
        return .displays(try Problem.wrappingRecordingErrors(shown))
    }

    /// The values of the displays here.
    package func shown() throws(RecordingError) -> [Shown] {
        if displays.isEmpty { return [] }
        let here = try timeline.stepWithState(at: position).step
        let answer = try timeline.state(at: here, store: store)
        return try displays.map { display throws(RecordingError) in
            guard let expression = display.expression else {
                switch answer {
                case .known(let state): return Shown(display: display, value: state[display.place ?? .root])
                case .unknown(let unknown): return Shown(display: display, unknown: unknown)
                }
            }
            switch try timeline.verdict(of: expression, at: position, store: store) {
            case .unknown(let unknown): return Shown(display: display, unknown: unknown)
            case let verdict: return Shown(display: display, value: verdict.value)
            }
        }
    }

    /// Sets or removes the condition of a breakpoint.
    mutating func setCondition(_ text: Substring) throws(Problem) -> Answer {
        let words = text.split(maxSplits: 1, whereSeparator: { $0.isWhitespace })
        guard let number = words.first.flatMap({ Int($0) }), let index = breakpoints.firstIndex(where: { $0.number == number }) else {
            throw Problem(
                words.isEmpty
                    ? "no breakpoint given: the command is '\(Command.condition.usage)'"
                    : "there is no breakpoint \(words[0]); 'info breakpoints' lists them")
        }
        guard words.count > 1 else {
            if case .condition = breakpoints[index].trigger {
                throw Problem("breakpoint \(number) is a condition and nothing else: delete it instead")
            }
            breakpoints[index].condition = nil
            return .breakpoint(breakpoints[index], remark: nil)
        }
        let word = ["when ", "if "].first { words[1].hasPrefix($0) } ?? ""
        let text = words[1].dropFirst(word.count)
        let condition = try predicate(String(text))
        breakpoints[index].condition = condition
        return .breakpoint(
            breakpoints[index], remark: try Problem.wrappingRecordingErrors { () throws(RecordingError) in try self.remark(on: condition) })
    }

    /// The marks of the recording, except those that a mark of this debugger hides.
    private func recordedMarks() throws(RecordingError) -> [Mark] {
        var recorded: [Mark] = []
        try timeline.forEachItem(in: timeline.steps) { item in
            guard case .mark(let mark) = item, !(recorded + marks).contains(where: { $0.name == mark.name }) else { return }
            recorded.append(Mark(name: mark.name, step: min(max(mark.step, timeline.steps.lowerBound), timeline.steps.upperBound)))
        }
        return recorded
    }

    func allMarks() throws(RecordingError) -> [Mark] { try recordedMarks() + marks }

    func info(_ topic: Substring?) throws(Problem) -> Answer {
        guard let topic else {
            let question = InfoQuestion(sizes: sizes(timeline.recording))
            return .asked(AnyAnswer(question, [question.answer(of: timeline)], Conclusion(), at: position))
        }
        switch ["breakpoints", "displays", "checkpoints", "marks", "watchpoints"].first(where: { $0.hasPrefix(topic) }) {
        case "breakpoints", "watchpoints": return .breakpoints(breakpoints)
        case "displays": return .displays(try Problem.wrappingRecordingErrors(shown))
        case "checkpoints": return .checkpoints(checkpoints)
        case "marks": return .marks(try Problem.wrappingRecordingErrors(allMarks))
        default: throw Problem("'info' takes nothing, or one of breakpoints, displays, checkpoints, marks")
        }
    }
}
