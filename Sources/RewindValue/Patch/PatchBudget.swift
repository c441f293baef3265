/// What the patches of one chain, each applied to the value that the one before it left, may cost together.
///
/// A patch of a few bytes may copy a value into itself and so double it, again and again, or move it ever deeper. A chain begins anew with each
/// value that was there as a whole.
package struct PatchBudget: Sendable {
    /// Bytes, as text, that copies may add to the value at most: 1 MiB.
    ///
    /// The recorder writes no copies.
    package static let copiedBytes = 1 << 20
    /// How many times the text of the value before the first copy, and of the copies themselves, they may add beyond ``freeCopiedBytes``: 4.
    ///
    /// So all chains of a recording together, one for each store and keyframe, add no more than in proportion to what is in the file.
    package static let copiedTimes = 4
    /// Bytes that copies may add to the smallest value: 8 KiB.
    package static let freeCopiedBytes = 8 << 10
    /// How deep the value may nest; no deeper than the JSON of one line.
    package static let depth = 160

    /// What copies may add, and have added; `nil` before the first one.
    private var copies: (allowed: Int, added: Int)?
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
    ///
    /// The first one of a chain costs one look at the whole value.
    mutating func copy(_ value: JSONValue, in whole: inout EditedValue, from: JSONPointer, to place: JSONPointer) throws(Edit.Failure) {
        var (allowed, added) = copies ?? (Self.allowance(for: whole.value(at: .root) ?? .null), 0)
        allowed = min(Self.copiedBytes, allowed + Self.copiedTimes * JSONPatch.Operation.copy(from: from, to: place).weight())
        added += value.weight(limit: allowed - added)
        copies = (allowed, min(added, allowed))
        guard added <= allowed else {
            throw Edit.Failure(
                reason: "copies add more than the limit copiedBytes, which is \(allowed) bytes for a value and copies of this size")
        }
        try put(value, at: place)
    }

    /// What copies may add to a value.
    private static func allowance(for value: JSONValue) -> Int {
        freeCopiedBytes + copiedTimes * value.weight(limit: copiedBytes / copiedTimes)
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
