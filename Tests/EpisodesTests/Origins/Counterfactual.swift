import RewindReplay
import RewindValue

/// What a wrong value would have been, had one part been another: by reducing the recorded steps again.
///
/// It shares nothing with the interventions of `why`: the values that it puts in a part's place are its own.
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

    /// Whether a value at a place after a step is another one, or the reducer crashes, if a part of an earlier step's action, or of the state
    /// before it, is another one, or gone, or there.
    func changes(
        _ part: JSONPointer, isAction: Bool, of step: Int, at place: JSONPointer, until last: Int
    ) throws -> Bool {
        let before = recorded.states[max(0, step - 1)]
        let wanted = recorded.states[last][place]
        let actions = Array(recorded.actions[max(0, step - 1)..<last])
        guard let whole = isAction ? actions.first : before else { return false }
        return try others(than: whole[part], at: part, isAction: isAction).contains { other in
            guard let changed = try? whole.with(other, at: part), changed != whole else { return false }
            let (first, state) = isAction ? ([changed] + actions.dropFirst(), before) : (actions, changed)
            switch recorded.plant.reducer.end(of: first, from: state) {
            case .state(let end): return end[place] != wanted
            case .crash: return true
            case .refusal: return false
            }
        }
    }

    /// What may stand in a part's place: what stood there in other steps, values made of it, nothing, and what stands elsewhere in the state.
    private func others(than value: JSONValue?, at part: JSONPointer, isAction: Bool) throws -> [JSONValue?] {
        var others: [JSONValue?] = []
        for other in isAction ? recorded.actions : recorded.states where !others.contains(other[part]) { others.append(other[part]) }
        guard let value else { return others + namesakes(of: part) }
        others += replacements(for: value).map { $0 } + [nil]
        var leaves: [JSONValue] = []
        func collect(_ part: JSONValue) {
            switch (part, value) {
            case (.array(let parts), _): parts.forEach(collect)
            case (.object(let parts), _): for (_, part) in parts { collect(part) }
            case (.string, .string), (.number, .number): if !leaves.contains(part) { leaves.append(part) }
            default: break
            }
        }
        collect(recorded.states[recorded.step])
        return others + leaves.map { $0 }
    }

    /// What the last state has under the key of a part, wherever that is.
    private func namesakes(of part: JSONPointer) -> [JSONValue?] {
        var found: [JSONValue?] = []
        func collect(_ value: JSONValue) {
            switch value {
            case .array(let parts): parts.forEach(collect)
            case .object(let parts):
                for (key, member) in parts {
                    if key == part.tokens.last { found.append(member) }
                    collect(member)
                }
            default: break
            }
        }
        collect(recorded.states[recorded.step])
        return found
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

extension JSONValue {
    /// This value with another one, or nothing, in a place.
    fileprivate func with(_ other: JSONValue?, at place: JSONPointer) throws -> JSONValue {
        var value = self
        let isThere = self[place] != nil
        let operation: JSONPatch.Operation? =
            switch other {
            case let other?: isThere ? .replace(place, other) : .add(place, other)
            case nil: isThere ? .remove(place) : nil
            }
        if let operation { try JSONPatch([operation]).apply(to: &value) }
        return value
    }
}
