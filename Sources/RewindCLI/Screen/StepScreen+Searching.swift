import ArgumentParser
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

extension StepScreen {
    mutating func goToMark(forward: Bool) {
        later("looking for a mark") { $0.lookForMark(forward: forward) }
    }

    private mutating func lookForMark(forward: Bool) {
        do {
            guard let mark = forward ? try timeline.mark(after: position) : try timeline.mark(before: position) else {
                message = Line("no mark stands \(forward ? "after" : "before") this step")
                return
            }
            go(to: mark.step)
            message = Line(":\(mark.name)", .strong)
        } catch {
            message = Line("\(error)", .alarm)
        }
    }

    mutating func searchAgain(forward: Bool) {
        if search.isEmpty { return ask(.search) }
        switch pane {
        case .step: searchStep(forward: forward)
        case .answer: searchAnswer(forward: forward)
        case .steps: later("searching '\(search)'") { $0.searchSteps(forward: forward) }
        }
    }

    mutating func searchSteps(forward: Bool) {
        var filter = list.filter
        filter.texts.append(search)
        do {
            var matches = StepList(timeline, filter: filter)
            let step = try matches.step(from: position, by: forward ? 1 : -1)
            if StopRequest.withdraw() {
                message = Line("stopped before '\(search)' was found", .alarm)
            } else if step == position {
                message = Line(
                    "no step \(forward ? "after" : "before") this one has '\(search)' in its type, action or changes; "
                        + "\(forward ? "N searches back" : "n searches on")", .alarm)
            } else {
                go(to: step)
            }
        } catch {
            message = Line("\(error)", .alarm)
        }
    }

    /// A place in the pane of the step that a search found.
    enum FoundPlace: Equatable {
        /// A row that is there, of the facts, the watched values or the changes.
        case row(Outline.Node)
        /// A place in the action or in the state, which may have to be unfolded.
        case value(Outline.Section, [String])
    }

    /// Searches what the pane of the step shows, from its first row to the last, and what is folded in the action and the state.
    mutating func searchStep(forward: Bool) {
        if found?.text != search || found?.step != position { found = (search, position, placesInStep()) }
        guard let places = found?.places, !places.isEmpty else {
            let isKnown = if case .known? = detail?.state { true } else { false }
            let inState = "has '\(search)' in its \(JSONPointer.isMeant(by: search) ? "path" : "key or value"), and no row here has it"
            message = Line(isKnown ? "nothing in the state \(inState)" : "no row here has '\(search)'; the state is not known", .alarm)
            return
        }
        let next: Int
        if let here = row.flatMap(Self.place), let own = places.firstIndex(of: here) {
            next = (own + (forward ? 1 : places.count - 1)) % places.count
        } else {
            next = forward ? 0 : places.count - 1
        }
        message = Line("\(next + 1) of \(places.count) in the step with '\(search)'", .faint)
        switch places[next] {
        case .row(let node): cursor = outline.rows.firstIndex { $0.node == node } ?? cursor
        case .value(let section, let path): reveal(JSONPointer(tokens: path), in: section)
        }
    }

    /// What a row is to a search.
    private static func place(of row: Outline.Row) -> FoundPlace? {
        switch row.node {
        case .value(let section, let path): .value(section, path)
        case .line: .row(row.node)
        case .section, .group: nil
        }
    }

    private func placesInStep() -> [FoundPlace] {
        let wanted = search.lowercased()
        let isPath = JSONPointer.isMeant(by: search)
        let rows = outline.rows.filter { row in
            guard case .line(let section, _) = row.node, section != .state else { return false }
            let path = isPath ? row.place?.description.lowercased() : nil
            return row.line.text.lowercased().contains(wanted) || path?.contains(wanted) == true
        }
        let action = detail?.step?.action?.places(with: search, limit: Self.placeLimit) ?? []
        let state = if case .known(let state)? = detail?.state { state.places(with: search, limit: Self.placeLimit) } else { [[String]]() }
        return rows.map { .row($0.node) } + action.map { .value(.action, $0) } + state.map { .value(.state, $0) }
    }

    private static let placeLimit = 10_000

    /// Searches the rows of an answer, from the one below the cursor on, or above it.
    mutating func searchAnswer(forward: Bool) {
        guard answer?.find(search, forward: forward) == true else {
            message = Line("nothing in this answer has '\(search)'", .alarm)
            return
        }
    }

    mutating func setFilter(_ text: String) {
        do {
            let filter = try LogFilters(typed: text).filter(store: nil)
            list.set(filter)
            message =
                filter.acceptsEveryStep ? Line("all steps are listed") : Line("only some steps are listed: f and Enter lists all again")
        } catch {
            message = Line("\(LogFilters.message(for: error))", .alarm)
        }
    }
}

extension JSONValue {
    /// The position of a child among the others.
    func position(of key: String) -> Int? {
        switch self {
        case .array: Int(key)
        case .object(let object): (0..<object.count).first { object.member(at: $0).key == key }
        default: nil
        }
    }

    /// The paths whose last key, or whose value, has a text in it; of a text that is a path itself, that path.
    ///
    /// Capitals count as small letters, and the last key of such a path may be cut short.
    fileprivate func places(with text: String, limit: Int) -> [[String]] {
        let text = text.lowercased()
        let wanted = JSONPointer.isMeant(by: text) ? (try? JSONPointer(argument: text))?.tokens : nil
        var places: [[String]] = []
        func isWanted(_ path: [String], _ wanted: [String]) -> Bool {
            guard let last = wanted.last, path.count == wanted.count else { return false }
            return zip(path, wanted.dropLast()).allSatisfy { $0.lowercased() == $1 } && path[path.count - 1].lowercased().hasPrefix(last)
        }
        func visit(_ value: JSONValue, _ path: [String]) {
            for position in 0..<value.childCount where places.count < limit && !StopRequest.isMade {
                let (key, child) = value.child(at: position)
                if let wanted {
                    if isWanted(path + [key], wanted) { places.append(path + [key]) }
                    if path.count + 1 < wanted.count { visit(child, path + [key]) }
                    continue
                }
                let inKey = value.array == nil && key.lowercased().contains(text)
                let inValue =
                    switch child {
                    case .array, .object: false
                    case .string(let own): own.lowercased().contains(text)
                    default: child.jsonText.contains(text)
                    }
                if inKey || inValue { places.append(path + [key]) }
                if child.childCount > 0 { visit(child, path + [key]) }
            }
        }
        visit(self, [])
        return places
    }
}
