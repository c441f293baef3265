package import RewindValue

/// A value at one moment, to be compared with a later one, even if it holds references.
///
/// A value without references is kept as it is, which takes O(1), whatever its size. So is a value whose references do not reach what it
/// encodes to (an observation registrar, a cache), once values of its types have shown this. A reference that does reach the encoding, a
/// class instance or an existential, is encoded now, because it may have changed by the time someone looks; the parts beside it are kept as
/// they are.
///
/// ```swift
/// let before = try ValueSnapshot(state)
/// state.session.name = "Ada"  // a class: the old state has changed with it
/// try changes(from: before, to: ValueSnapshot(state))  // [{"op": "replace", "path": "/session/name", "value": "Ada"}]
/// ```
package struct ValueSnapshot<Value: Encodable> {
    /// The value itself; what it refers to may have changed.
    package let value: Value
    /// The encoding at the time of the snapshot, if reading `value` later could show something else.
    let frozen: FrozenPart?
    /// The places of what no recording has, if it was taken for a recording.
    let hidden: [JSONPointer]

    /// Takes the snapshot; call it on the thread that may change what the value refers to.
    ///
    /// - Throws: what the `encode(to:)` of a part with references throws; nothing for a value without references.
    package init(_ value: Value) throws { try self.init(value, log: nil) }

    /// - Parameter log: that of an encoding for a recording.
    init(_ value: Value, log: EncodingLog?) throws {
        self.value = value
        if TypePlan.of(Value.self).canWait {
            frozen = nil
        } else {
            frozen = FrozenPart(try EncodedPart.freezing(outermost: value, at: CodingPath(log)))
        }
        hidden = log?.pointers ?? []
    }

    /// What the value encoded to when the snapshot was taken.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws.
    package func encoded() throws -> JSONValue { try encoded(at: CodingPath()) }

    /// The same, at the root of a coding path.
    func encoded(at root: CodingPath) throws -> JSONValue {
        if let frozen { try frozen.part.value(at: root) } else { try JSONValue(encoding: value, at: root, isOutermost: true) }
    }
}

extension ValueSnapshot: Sendable where Value: Sendable {}

/// The patch between two moments of a value, like ``changes(from:to:)`` of two values, but correct also for what changed in place.
///
/// - Throws: what ``JSONValue/init(encoding:)`` throws for either value.
package func changes<T: Encodable>(from old: ValueSnapshot<T>, to new: ValueSnapshot<T>) throws -> JSONPatch {
    try changes(from: old, to: new, at: CodingPath())
}

/// The same, at the root of a coding path.
func changes<T: Encodable>(from old: ValueSnapshot<T>, to new: ValueSnapshot<T>, at root: CodingPath) throws -> JSONPatch {
    if old.frozen == nil, new.frozen == nil { return try changes(from: old.value, to: new.value, masksPadding: true, at: root) }
    let found = PatchOperations()
    try Differ(output: found).compare(
        old.frozen?.part ?? .typed(ValueBox(old.value)), new.frozen?.part ?? .typed(ValueBox(new.value)), at: root)
    return JSONPatch(found.operations)
}

/// A part that does not change any more.
///
/// `@unchecked Sendable`: containers are filled by an `encode(to:)` that returned before this was made, and are only read from then on; the
/// values with types in it are parts of a value that is `Sendable` where the snapshot is.
final class FrozenPart: @unchecked Sendable {
    let part: EncodedPart

    init(_ part: EncodedPart) { self.part = part }
}
