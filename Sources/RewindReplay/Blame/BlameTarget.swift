import RewindValue

/// A value that is followed back through the patches to its origin.
///
/// It keeps its identity while others are inserted or removed before it in an array, and while it is moved.
struct BlameTarget {
    /// Where the value was at the current time of the search.
    private(set) var tokens: [String]
    /// For each token that is an index, the number of elements of its array; `nil` for a key.
    private var counts: [Count?]

    private enum Count {
        case known(Int)
        /// The value came here from elsewhere.
        case unknown
    }

    init(_ place: JSONPointer, in state: JSONValue) {
        tokens = place.tokens
        var value: JSONValue? = state
        counts = place.tokens.map { token in
            let count = value?.array?.count
            value = value?[JSONPointer(tokens: [token])]
            return count.map(Count.known)
        }
    }

    /// Where the value was at the current time of the search.
    var place: JSONPointer { JSONPointer(tokens: tokens) }

    /// The places whose changes matter: the value's own, and the identities on its path.
    var places: [JSONPointer] {
        [place] + counts.indices.filter { counts[$0] != nil }.map { JSONPointer(tokens: tokens[...$0] + [TreeDiff.identity]) }
    }

    /// The key of the member of an object that the value is in; `nil` if it is in none, or in an element of an array.
    func key(in place: [String]) -> String? {
        tokens.count > place.count && counts[place.count] == nil && tokens.begin(with: place) ? tokens[place.count] : nil
    }

    /// The index of the element that the value is in, and the number of elements; `nil` if either is unknown.
    func element(of array: [String]) -> (index: Int, count: Int)? {
        guard tokens.count > array.count, case .known(let count)? = counts[array.count], tokens.begin(with: array) else { return nil }
        return Int(tokens[array.count]).map { ($0, count) }
    }

    /// Gives the element around the value, at a level, another index.
    mutating func move(to index: Int, of count: Int, at level: Int) {
        tokens[level] = String(index)
        counts[level] = .known(count)
    }

    /// Whether a token may be that of an element.
    static func isElement(_ token: String?) -> Bool { token == "-" || token.flatMap { Int($0) } != nil }

    /// Whether an operation may have put another value in the place, or another element around it, instead of changing what was there.
    func mayBeDifferentValue(after operation: JSONPatch.Operation) -> Bool {
        let at = operation.pointer.tokens
        switch operation {
        case .replace, .add, .copy:
            if at.count <= tokens.count, Self.agree(resolved(at), tokens) {
                return at.count < tokens.count || counts.last.map { $0 != nil } ?? false
            }
        case .remove, .move, .test: break  // these say themselves what became of the elements
        }
        // The identity of an element on the path: what is there now came from elsewhere.
        guard at.last == TreeDiff.identity, at.count >= 2, at.count <= tokens.count + 1, counts[at.count - 2] != nil else { return false }
        return Self.agree(at.dropLast(), tokens)
    }

    /// Goes back over an operation; returns whether the operation is the value's origin.
    mutating func isMade(by operation: JSONPatch.Operation) -> Bool {
        switch operation {
        case .test: return false
        case .replace(let at, _): return Self.agree(at.tokens, tokens)
        case .add(let at, _), .copy(_, let at): return isMade(byAddingAt: at.tokens)
        case .remove(let at): return isMade(byRemovingAt: at.tokens)
        case .move(let from, let to):
            let to = resolved(to.tokens)
            if tokens.begin(with: to) {
                follow(from: from.tokens, to: to)
                return false
            }
            return isMade(byAddingAt: to) || isMade(byRemovingAt: from.tokens)
        }
    }

    private mutating func isMade(byAddingAt at: [String]) -> Bool {
        let at = resolved(at)
        if Self.agree(at, tokens) { return true }
        guard let (level, index, own) = sharedArray(with: at) else { return false }
        if index == nil { return true }  // an end whose index is unknown by now: better to blame too late a step than a wrong one
        if let index, own > index { tokens[level] = String(own - 1) }
        add(-1, at: level)
        return false
    }

    private mutating func isMade(byRemovingAt at: [String]) -> Bool {
        if let (level, index, own) = sharedArray(with: at), let index {
            if own >= index { tokens[level] = String(own + 1) }
            add(1, at: level)
            return false
        }
        return Self.agree(at, tokens)
    }

    /// The level of an array that contains both places, and the two indices; the first index is `nil` for an unknown end.
    private func sharedArray(with at: [String]) -> (level: Int, index: Int?, own: Int)? {
        let level = at.count - 1
        guard level >= 0, level < tokens.count, counts[level] != nil, tokens.begin(with: at.dropLast()),
            let own = Int(tokens[level])
        else { return nil }
        return (level, Int(at[level]), own)
    }

    /// The place with the index in place of `-`, if the index is known.
    private func resolved(_ at: [String]) -> [String] {
        guard at.last == "-", let (level, _, _) = sharedArray(with: at), case .known(let count)? = counts[level] else { return at }
        return at.dropLast() + [String(count - 1)]
    }

    private mutating func add(_ difference: Int, at level: Int) {
        if case .known(let count)? = counts[level] { counts[level] = .known(count + difference) }
    }

    private mutating func follow(from: [String], to: [String]) {
        let isSibling = from.count == to.count && from.begin(with: to.dropLast())
        let before = isSibling ? Array(counts.prefix(from.count)) : from.map { Int($0) == nil ? nil : Count.unknown }
        counts = before + counts.dropFirst(to.count)
        tokens = from + tokens.dropFirst(to.count)
    }

    /// Whether one of the places is equal to the other, or inside it.
    private static func agree(_ one: some Sequence<String>, _ other: [String]) -> Bool {
        zip(one, other).allSatisfy { $0.isIdentical(to: $1) }
    }
}

extension [String] {
    /// Whether it begins with other tokens, compared by Unicode scalars.
    fileprivate func begin(with others: some Collection<String>) -> Bool {
        others.count <= count && zip(self, others).allSatisfy { $0.isIdentical(to: $1) }
    }
}
