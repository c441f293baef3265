import RewindReplay
import RewindValue

/// Says that a state has nothing at a path, how far the path leads, and where it could go from there.
struct Absence: CustomStringConvertible {
    let description: String

    init(of path: JSONPointer, in state: JSONValue, step: Int) {
        var reached = JSONPointer.root
        var value = state
        for token in path.tokens {
            let next = reached.appending(token)
            guard let inner = state[next] else { break }
            reached = next
            value = inner
        }
        let place = reached.tokens.isEmpty ? "the state" : reached.description
        let what =
            switch value {
            case .object(let object): object.isEmpty ? "is an empty object" : "has " + Self.list(Array(object.keys))
            case .array(let elements): elements.isEmpty ? "is an empty array" : "has the indices 0 to \(elements.count - 1)"
            default: "is " + PatchText.brief(value, 40)
            }
        description = "the state after step \(step) has nothing at \(path); \(place) \(what)"
    }

    private static func list(_ keys: [String]) -> String {
        let shown = keys.prefix(12).joined(separator: ", ")
        return keys.count > 12 ? "\(shown) and \(keys.count - 12) more" : shown
    }
}

extension Timeline {
    /// The state after a step; that nobody knows it is a no.
    func knownState(at step: Int, store: String?) throws -> JSONValue {
        switch try state(at: step, store: store) {
        case .known(let value): return value
        case .unknown(let reason): throw NegativeAnswer(description: reason.description)
        }
    }
}
