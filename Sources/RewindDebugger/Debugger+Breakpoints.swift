import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

extension Debugger {
    /// Goes on to where a breakpoint stops, or to a step; by default, to the end.
    mutating func proceed(to breakpoints: [Breakpoint], isForward: Bool, upTo target: Int? = nil) throws(Problem) -> Answer {
        let steps = timeline.steps
        let end = target ?? (isForward ? steps.upperBound : steps.lowerBound)
        if position == end { throw Problem(isForward ? "this is the last step" : "this is the beginning") }
        let start = position
        return try Problem.wrappingRecordingErrors { () throws(RecordingError) in
            var scan = try scan(for: breakpoints)
            var hit: BreakpointScan.Hit?
            if !breakpoints.isEmpty {
                if isForward {
                    hit = try scan.first(in: (position + 1)...end)
                } else if position - 1 >= max(1, end) {
                    hit = try scan.last(in: max(1, end)...(position - 1))
                }
            }
            let passed = isForward ? start...(hit?.step ?? end) : (hit?.step ?? end)...start
            position = hit?.step ?? end
            self.breakpoints.removeAll { breakpoint in
                breakpoint.isTemporary && hit?.breakpoints.contains { $0.number == breakpoint.number } == true
            }
            if hit == nil, target != nil { return here() }
            let answer = Answer.stopped(position, try timeline.step(at: position), by: hit?.breakpoints ?? [])
            if breakpoints.isEmpty { return answer }
            return answer.with(try scan.remark(on: hit, passing: passed)).with(hit == nil ? scan.remarks : scan.typeMismatches)
        }
    }

    /// Goes on to a place, or to the next step that a text describes as a breakpoint does; or back, to the one before.
    mutating func until(_ text: Substring, isForward: Bool) throws(Problem) -> Answer {
        let command = isForward ? Command.until : .reverseUntil
        if let place = try? StepReference(parsing: text) {
            let target = try resolve(place)
            if isForward ? target <= position : target >= position {
                throw Problem("step \(target) is not \(isForward ? "ahead" : "further back"); 'goto' goes either way")
            }
            return try pass(to: target)
        }
        var breakpoint = try breakpoint(text, number: 0, usage: command.usage)
        breakpoint.store = store
        let steps = timeline.steps
        let range =
            isForward
            ? min(position + 1, steps.upperBound)...steps.upperBound
            : min(max(1, steps.lowerBound), max(position - 1, steps.lowerBound))...max(position - 1, steps.lowerBound)
        var reasons: [Remark] = []
        let answer = try Problem.wrappingRecordingErrors { () throws(RecordingError) -> Answer? in
            var scan = try scan(for: [breakpoint])
            let hit = isForward ? try scan.first(in: range) : try scan.last(in: range)
            guard let hit, isForward ? hit.step > position : hit.step < position else {
                reasons = [try scan.remark(on: nil, passing: range), try remark(on: breakpoint)].compactMap { $0 } + scan.remarks
                return nil
            }
            let remark = try scan.remark(on: hit, passing: min(position, hit.step)...max(position, hit.step))
            position = hit.step
            return Answer.stopped(position, try timeline.step(at: position), by: hit.breakpoints).with(remark).with(scan.typeMismatches)
        }
        guard let answer else { throw Problem("no \(isForward ? "later" : "earlier") step matches '\(breakpoint)'", reasons) }
        return answer
    }

    /// A scan for breakpoints, by the index if one of them waits for a change.
    private func scan(for breakpoints: [Breakpoint]) throws(RecordingError) -> BreakpointScan {
        let waitsForChange = breakpoints.contains { breakpoint in
            switch breakpoint.trigger {
            case .change, .value: true
            case .type, .step, .condition: false
            }
        }
        if waitsForChange { try index(timeline) }
        return try BreakpointScan(timeline: timeline, breakpoints: breakpoints)
    }

    /// Sets the breakpoint that a text describes.
    mutating func addBreakpoint(_ text: Substring, usage: String, isTemporary: Bool = false) throws(Problem) -> Answer {
        var breakpoint = try breakpoint(text, number: lastNumber + 1, usage: usage)
        breakpoint.isTemporary = isTemporary
        return try add(breakpoint)
    }

    /// The breakpoint that a text describes in this recording.
    private func breakpoint(_ text: Substring, number: Int, usage: String) throws(Problem) -> Breakpoint {
        var breakpoint = try Breakpoint(text, number: number, usage: usage, predicate: predicate)
        // A number or a time is a step, unless an action has that name.
        if case .type(let glob) = breakpoint.trigger, !glob.isExclusion, let place = try? StepReference(parsing: glob.pattern),
            try Problem.wrappingRecordingErrors({ () throws(RecordingError) -> Bool in try !timeline.hasAction(fitting: glob) })
        {
            breakpoint.trigger = .step(try resolve(place))
        }
        return breakpoint
    }

    /// Sets a breakpoint for changes of what a text names.
    mutating func addWatch(_ text: Substring) throws(Problem) -> Answer {
        if text.isEmpty { throw Problem("no path given: the command is '\(Command.watch.usage)'") }
        let trigger: Breakpoint.Trigger
        if let place = try TypedWord.place(in: text) {
            trigger = .change(of: place)
        } else {
            trigger = .value(of: try predicate(String(text)))
        }
        return try add(Breakpoint(trigger, number: lastNumber + 1))
    }

    private mutating func add(_ new: Breakpoint) throws(Problem) -> Answer {
        var breakpoint = new
        breakpoint.store = store
        let remark = try Problem.wrappingRecordingErrors { () throws(RecordingError) in try self.remark(on: breakpoint) }
        lastNumber = breakpoint.number
        breakpoints.append(breakpoint)
        var predicates = [breakpoint.condition].compactMap { $0 }
        if case .value(let expression) = breakpoint.trigger { predicates.append(expression) }
        return Answer.breakpoint(breakpoint, remark: remark).with(timeline.remarksOnHiddenValues(readBy: predicates))
    }

    /// A remark on a breakpoint that waits for something that does not exist, as a typing error would do for ever.
    private func remark(on breakpoint: Breakpoint) throws(RecordingError) -> Remark? {
        if let remark = try typeNotFound(by: breakpoint) { return remark }
        switch breakpoint.trigger {
        case .change(let place):
            if let remark = try remark(onPlace: place) { return remark }
            return try remark(on: breakpoint.condition)
        case .value(let expression): return try remark(on: expression)
        case .type, .step, .condition: return try remark(on: breakpoint.condition)
        }
    }

    /// Remarks that no action has the type that a breakpoint waits for, with the nearest types; `nil` if one has it, or the breakpoint
    /// waits for no type.
    private func typeNotFound(by breakpoint: Breakpoint) throws(RecordingError) -> Remark? {
        guard case .type(let glob) = breakpoint.trigger, !glob.isExclusion else { return nil }
        return try timeline.typesNotFound([glob]).first
    }

    /// Remarks that nothing is at a place here, and that no recorded type has the place.
    func remark(onPlace place: JSONPointer) throws(RecordingError) -> Remark? {
        let nothing = try pathNotFound(at: place)
        return nothing.map { .nothing($0) }
    }

    /// The same as a ``PathNotFound`` error.
    func pathNotFound(at place: JSONPointer) throws(RecordingError) -> PathNotFound? {
        let store = try storeToAsk(Predicate(place)).name
        guard let (step, state) = try timeline.lastKnownState(at: position, store: store), state[place] == nil,
            !timeline.typesMention(place, store: store)
        else { return nil }
        return PathNotFound(of: place, in: state, step: step, store: timeline.displayName(of: store))
    }

    /// The store that an answer about one store is about: the named store, or the store of the step here if it can have what is asked for,
    /// or else one that can; with a remark if others can have it too.
    func storeToAsk(_ expression: Predicate) throws(RecordingError) -> (name: String, remark: Remark?) {
        if let store { return (store, nil) }
        let own = try timeline.ownStore(at: position)
        let names = try timeline.storesToSearch(for: [expression]).names
        let name = names.contains(own) ? own : names[0]
        let others = names.filter { $0 != name }
        if others.isEmpty { return (name, nil) }
        return (name, .store(name, others: others))
    }

    /// Remarks that an expression asks for something that nothing in the recording has.
    func remark(on expression: Predicate?) throws(RecordingError) -> Remark? {
        guard let expression else { return nil }
        let store = try storeToAsk(expression).name
        let unmatchedReference = try timeline.unmatchedReference(of: expression, in: SearchedStores(names: [store]), at: position)
        return unmatchedReference.map { .absent($0, from: expression.description) }
    }

    /// Deletes a breakpoint, or all.
    mutating func delete(_ argument: Substring?) throws(Problem) -> Answer {
        let count = breakpoints.count
        if let argument {
            guard let number = Int(argument), let index = breakpoints.firstIndex(where: { $0.number == number }) else {
                throw Problem("there is no breakpoint \(argument); 'info breakpoints' lists them")
            }
            breakpoints.remove(at: index)
        } else {
            breakpoints = []
        }
        return .breakpoints(breakpoints, deleted: count - breakpoints.count)
    }

    /// The step here and those whose effects led to it.
    func causes() throws(Problem) -> Answer {
        let (chain, noStep) = try Problem.wrappingRecordingErrors { () throws(RecordingError) -> ([Step], Timeline.NoStep?) in
            guard let step = try timeline.step(at: position) else { return ([], try timeline.noStep(at: position)) }
            return ([step] + (try timeline.causes(of: step)), nil)
        }
        if !chain.isEmpty { return .causes(chain) }
        guard let noStep, case .gap = noStep else {
            throw Problem(
                position == 0
                    ? "nothing caused the state before the first action" : "what led to the first step that is kept is not in the recording"
            )
        }
        throw Problem("step \(position) \(noStep.isOnPurpose ? "was left out on purpose" : "is lost"), and its cause with it")
    }
}
