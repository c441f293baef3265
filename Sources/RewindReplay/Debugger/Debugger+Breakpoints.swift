import RewindFormat
import RewindValue

extension Debugger {
    /// Goes on to where a breakpoint stops, or to the end.
    mutating func proceed(to breakpoints: [Breakpoint], isForward: Bool) throws -> Answer {
        let steps = timeline.steps
        let end = isForward ? steps.upperBound : steps.lowerBound
        if position == end { throw Problem(isForward ? "this is the last step" : "this is the beginning") }
        let scan = BreakpointScan(timeline: timeline, breakpoints: breakpoints)
        var hit: BreakpointScan.Hit?
        if !breakpoints.isEmpty {
            if isForward {
                hit = try scan.first(in: (position + 1)...end)
            } else if position - 1 >= max(1, end) {
                hit = try scan.last(in: max(1, end)...(position - 1))
            }
        }
        position = hit?.step ?? end
        return .stopped(position, try timeline.step(at: position), by: hit?.breakpoints ?? [])
    }

    /// Goes on to a place, or to the next step that a text describes as a breakpoint does.
    mutating func until(_ text: Substring) throws -> Answer {
        if let place = try? StepReference(parsing: text) {
            let target = try resolve(place)
            if target <= position { throw Problem("step \(target) is not ahead; 'goto' goes back as well") }
            position = target
            return here()
        }
        let breakpoint = try Breakpoint(text, number: 0, usage: Command.until.usage, predicate: predicate)
        let hit = try BreakpointScan(timeline: timeline, breakpoints: [breakpoint]).first(
            in: min(position + 1, timeline.steps.upperBound)...timeline.steps.upperBound)
        guard let hit, hit.step > position else { throw Problem("no later step matches '\(breakpoint)'") }
        position = hit.step
        return .stopped(position, try timeline.step(at: position), by: hit.breakpoints)
    }

    /// Sets a breakpoint.
    mutating func add(_ breakpoint: Breakpoint) throws -> Answer {
        let remark = try remark(on: breakpoint)
        lastNumber = breakpoint.number
        breakpoints.append(breakpoint)
        return .breakpoint(breakpoint, remark: remark)
    }

    /// What is remarkable about a breakpoint: that it waits for something that is not there, which a typing error does for ever.
    private func remark(on breakpoint: Breakpoint) throws -> String? {
        switch breakpoint.trigger {
        case .type(let glob):
            if glob.isExclusion { return nil }
            if try timeline.hasAction(fitting: glob) { return try remark(on: breakpoint.condition) }
            if (try? StepReference(parsing: glob.pattern)) == nil { return "no action type matches '\(glob.pattern)'" }
            throw Problem("no action has the type '\(glob.pattern)'; did you mean 'until \(glob.pattern)'?")
        case .change(let place):
            guard case .known(let state) = try timeline.state(at: position), state[place] == nil else { return nil }
            return PathNotFound(of: place, in: state, step: position).description
        case .condition: return try remark(on: breakpoint.condition)
        }
    }

    /// That a condition reads what is not in the state here.
    func remark(on condition: Breakpoint.Condition?) throws -> String? {
        guard let places = condition?.predicate.reads, case .known(let state) = try timeline.state(at: position) else { return nil }
        let store = try timeline.step(at: position)?.store ?? timeline.mainStore
        guard let place = places.first(where: { state[$0] == nil && !timeline.typesTell(of: $0, store: store) }) else { return nil }
        return PathNotFound(of: place, in: state, step: position).description
    }

    /// Deletes a breakpoint, or all.
    mutating func delete(_ argument: Substring?) throws -> Answer {
        if let argument {
            guard let number = Int(argument), let index = breakpoints.firstIndex(where: { $0.number == number }) else {
                throw Problem("there is no breakpoint \(argument); 'info breakpoints' lists them")
            }
            breakpoints.remove(at: index)
        } else {
            breakpoints = []
        }
        return .breakpoints(breakpoints)
    }

    /// The step here and those whose effects led to it.
    func causes() throws -> Answer {
        var chain: [Step] = []
        var number: Int? = position
        while let current = number, timeline.steps.contains(current), let step = try timeline.step(at: current) {
            chain.append(step)
            // A cause comes before its effect; a recording that says otherwise would lead in circles.
            number = step.action?.cause.flatMap { $0 < current ? $0 : nil }
        }
        if chain.isEmpty {
            guard let noStep = try timeline.noStep(at: position), case .gap = noStep else {
                throw Problem(
                    position == 0
                        ? "nothing caused the state before the first action"
                        : "what led to the first step that is kept is not in the recording")
            }
            throw Problem(
                "step \(position) \(noStep.isOnPurpose ? "was left out on purpose" : "is lost"), and its cause with it"
            )
        }
        return .causes(chain)
    }
}

extension Timeline {
    /// Whether the type of any action fits a pattern; reads segments until one does.
    fileprivate func hasAction(fitting glob: TypeGlob) throws(RecordingError) -> Bool {
        for position in 0..<segmentCount {
            if try segment(at: position).steps.contains(where: { glob.fits($0.type) }) { return true }
        }
        return false
    }
}
