import RewindReplay
import RewindValue

/// What a wrong value would have been, had one part been another: by reducing the recorded steps again.
struct Counterfactual {
    let recorded: RecordedPlant

    init(_ recorded: RecordedPlant) { self.recorded = recorded }

    /// The places that an origin names, which may have a `*`.
    func places(of origin: Origin) throws -> [JSONPointer] {
        let (value, pattern) = try base(of: origin)
        return Self.places(matching: try JSONPointer(parsing: pattern).tokens[...], in: value, from: .root)
    }

    /// Whether the asked value is another one at the end if that place has another value.
    func matters(_ place: JSONPointer, in origin: Origin) throws -> Bool {
        try changes(place, isAction: origin.isAction, of: origin.step, at: recorded.place, until: recorded.step)
    }

    /// Whether a value at a place after a step is another one if a part of an earlier step's action, or of the state before it, is.
    func changes(
        _ part: JSONPointer, isAction: Bool, of step: Int, at place: JSONPointer, until last: Int
    ) throws -> Bool {
        let before = try recorded.timeline.state(at: max(0, step - 1)).get()
        let wanted = try recorded.timeline.state(at: last).get()[place]
        let action = step > 0 ? try recorded.timeline.step(at: step)?.action : nil
        guard let whole = isAction ? action : before, let value = whole[part] else { return false }
        for other in replacements(for: value) + (try alternatives(to: value)) where other != value {
            guard let changed = try? whole.replacing(part, with: other) else { continue }
            if let end = try end(
                from: isAction ? before : changed, action: isAction ? changed : action, of: step, until: last), end[place] != wanted
            {
                return true
            }
        }
        return false
    }

    /// The state after a last step; `nil` if a reducer crashes, or its types refuse the change.
    private func end(from state: JSONValue, action: JSONValue?, of step: Int, until last: Int) throws -> JSONValue? {
        var state = state
        for number in max(1, step)..<(last + 1) {
            let recordedAction = try recorded.timeline.step(at: number)?.action
            guard let action = number == step ? action : recordedAction,
                let next = recorded.plant.reducer.state(after: action, from: state)
            else { return nil }
            state = next
        }
        return state
    }

    /// Values of the same kind that the last state has elsewhere: an id is replaced by another one.
    private func alternatives(to value: JSONValue) throws -> [JSONValue] {
        var found: [JSONValue] = []
        func collect(_ part: JSONValue) {
            switch part {
            case .array(let parts): parts.forEach(collect)
            case .object(let parts): for (_, part) in parts { collect(part) }
            case .string: if case .string = value, !found.contains(part) { found.append(part) }
            case .number: if case .number = value, !found.contains(part) { found.append(part) }
            default: break
            }
        }
        collect(try recorded.timeline.state(at: recorded.step).get())
        return Array(found.prefix(40))
    }

    private func base(of origin: Origin) throws -> (JSONValue, String) {
        switch origin.part {
        case .action(let place): (try (recorded.timeline.step(at: origin.step)?.action).there(), place)
        case .state(let place): (try recorded.timeline.state(at: max(0, origin.step - 1)).get(), place)
        }
    }

    private static func places(matching tokens: ArraySlice<String>, in value: JSONValue, from place: JSONPointer) -> [JSONPointer] {
        guard let token = tokens.first else { return [place] }
        func inside(_ key: String) -> [JSONPointer] {
            let next = place.appending(key)
            return value[JSONPointer(tokens: [key])].map { places(matching: tokens.dropFirst(), in: $0, from: next) } ?? []
        }
        if token != "*" { return inside(token) }
        return switch value {
        case .array(let parts): parts.indices.flatMap { inside("\($0)") }
        case .object(let parts): parts.flatMap { inside($0.key) }
        default: []
        }
    }
}

extension Origin {
    var isAction: Bool { if case .action = part { true } else { false } }
}
