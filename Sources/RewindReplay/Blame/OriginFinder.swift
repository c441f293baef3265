import RewindValue

/// Finds where values of a state were in an earlier one, by their contents: elements by identity or equality, members by key.
///
/// A patch tells only how to get from one state to the other, not how the change came about: a recorder may write a removal at the front of
/// an array as changes of all its elements, or replace the whole array.
struct OriginFinder {
    let old: JSONValue
    let new: JSONValue
    /// For each requested array, the source of each element.
    private var sources: [JSONPointer: [Int?]] = [:]

    init(from old: JSONValue, to new: JSONValue) {
        self.old = old
        self.new = new
    }

    /// Where the value at a place was, if it existed and is unchanged; `nil` if it is new.
    mutating func origin(of place: JSONPointer) -> JSONPointer? {
        var origin = JSONPointer.root
        var (before, after) = (old, new)
        for (depth, token) in place.tokens.enumerated() {
            let step: String
            if case .array(let oldElements) = before, case .array(let newElements) = after {
                let array = JSONPointer(tokens: Array(place.tokens[..<depth]))
                let known = sources[array] ?? TreeDiff.sources(of: newElements, among: oldElements)
                sources[array] = known
                guard let index = Int(token), known.indices.contains(index), let source = known[index] else { return nil }
                step = String(source)
            } else {
                step = token
            }
            guard let next = before[JSONPointer(tokens: [step])], let own = after[JSONPointer(tokens: [token])] else { return nil }
            (before, after) = (next, own)
            origin.tokens.append(step)
        }
        return before == after ? origin : nil
    }
}
