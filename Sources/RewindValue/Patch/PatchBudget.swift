/// What the patches of one chain, each applied to the value that the one before it left, may cost together.
///
/// A patch of a few bytes may copy a value into itself and so double it, again and again, or move it ever deeper. A chain begins anew with each
/// value that was there as a whole.
package struct PatchBudget: Sendable {
    /// Bytes, as text, that copies may add to the value: 1 MiB.
    ///
    /// The recorder writes no copies.
    package static let copiedBytes = 1 << 20
    /// How deep the value may nest; no deeper than the JSON of one line.
    package static let depth = 160

    /// What is left of ``copiedBytes``.
    private var rest = PatchBudget.copiedBytes
    /// An upper bound of how deep the value nests; `nil` until it is first needed.
    private var bound: Int?

    /// The budget of a chain that begins.
    package init() {}

    /// Throws if a value nests too deep where an operation puts it.
    ///
    /// Costs one look at the whole value that is put there.
    mutating func put(_ value: JSONValue, at place: JSONPointer) throws(Edit.Failure) {
        let depth = place.tokens.count + value.nesting
        guard depth <= Self.depth else { throw Self.tooDeep }
        bound = bound.map { max($0, depth) }
    }

    /// Throws if a copy would take more than is left.
    mutating func copy(_ value: JSONValue, to place: JSONPointer) throws(Edit.Failure) {
        rest -= value.weight(limit: rest)
        guard rest >= 0 else {
            rest = 0
            throw Edit.Failure(reason: "copies add more than the limit copiedBytes, \(Self.copiedBytes >> 20) MiB")
        }
        try put(value, at: place)
    }

    /// Throws if what is moved nests too deep where it goes.
    ///
    /// Costs a look at the whole value only where the moves since the last such look may have made it too deep.
    mutating func move(in value: inout EditedValue, from: JSONPointer, to place: JSONPointer) throws(Edit.Failure) {
        let growth = place.tokens.count - from.tokens.count
        guard growth > 0 else { return }
        if bound.map({ $0 + growth > Self.depth }) ?? true { bound = value.value(at: .root)?.nesting ?? 0 }
        let depth = (bound ?? 0) + growth
        if depth > Self.depth, place.tokens.count + (value.value(at: from)?.nesting ?? 0) > Self.depth { throw Self.tooDeep }
        bound = depth
    }

    private static let tooDeep = Edit.Failure(reason: "the value nests deeper than the limit depth, \(depth) levels")
}

extension JSONValue {
    /// How many arrays and objects its deepest value is in, those that are empty among them.
    var nesting: Int {
        switch self {
        case .null, .bool, .number, .string: 0
        case .array(let elements): 1 + elements.reduce(0) { max($0, $1.nesting) }
        case .object(let object): 1 + (0..<object.count).reduce(0) { max($0, object.member(at: $1).value.nesting) }
        }
    }
}
