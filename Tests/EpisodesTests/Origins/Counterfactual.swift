import RewindReplay
import RewindValue

/// What a wrong value would have been, had one part been another: by reducing the recorded steps again.
struct Counterfactual {
    let recorded: RecordedPlant

    init(_ recorded: RecordedPlant) { self.recorded = recorded }

    /// The places that an origin names, which may have a `*`.
    func places(of origin: Origin) throws -> [JSONPointer] {
        let (value, pattern) = try recorded.whole(of: origin)
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
        let actions = Array(recorded.actions[max(0, step - 1)..<last])
        guard let whole = isAction ? actions.first : before, let value = whole[part] else { return false }
        let others = replacements(for: value) + (try alternatives(to: value))
        return others.contains { other in
            guard other != value, let changed = try? whole.replacing(part, with: other) else { return false }
            let end = recorded.plant.reducer.state(
                after: isAction ? [changed] + actions.dropFirst() : actions, from: isAction ? before : changed)
            return end.map { $0[place] != wanted } ?? false
        }
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
        return Array(found.prefix(24))
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
