package import RewindValue

/// The patch between what two values of a type encode to, found without encoding what did not change.
///
/// Applied to `JSONValue(encoding: old)`, it gives exactly `JSONValue(encoding: new)`; it is empty if the two are the same.
///
/// ```swift
/// var new = old
/// new.home.isLoading = false
/// try changes(from: old, to: new)  // [{"op": "replace", "path": "/home/isLoading", "value": false}]
/// ```
///
/// The cost depends on what changed, not on the size of the values: parts with the same bits are skipped, so keep `old` alive and change a
/// copy of it. Parts that hold class instances or existentials can change while their bits stay the same; these are encoded on both sides.
/// Only a ``KeptState`` knows what such an instance was before it changed in place. Any thread. <doc:TheTypedDiff> explains how it
/// works.
///
/// - Throws: what `JSONValue.init(encoding:)` throws for either value, except for parts with the same bits, which are not encoded.
package func changes<T: Encodable>(from old: T, to new: T) throws -> JSONPatch {
    try changes(from: old, to: new, at: CodingPath())
}

/// The patch between what ``JSONValue/init(revealing:)`` makes of two values: for the app's own memory, and never to be written.
package func changes<T: Encodable>(revealing old: T, _ new: T) throws -> JSONPatch {
    try changes(from: old, to: new, at: .revealing)
}

/// The same, at the root of a coding path.
func changes<T: Encodable>(from old: T, to new: T, orders: KeyOrders = KeyOrders(), at root: CodingPath) throws -> JSONPatch {
    try StateChanges(orders: orders, at: root).patch(from: old, to: new)
}

/// What ``changes(from:to:)`` finds, for the states of a store, one after the other.
///
/// It remembers what it found out about types and hash tables, so that a patch costs as much as when the states are recorded. Not
/// thread-safe.
package final class StateChanges {
    private let found = PatchOperations()
    private let differ: Differ
    private let root: CodingPath

    /// Changes of states as ``changes(from:to:)`` encodes them.
    package convenience init() { self.init(orders: KeyOrders(), at: CodingPath()) }

    init(orders: KeyOrders, at root: CodingPath) {
        differ = Differ(output: found, orders: orders)
        self.root = root
    }

    /// The patch between what two values encode to.
    ///
    /// - Throws: what ``changes(from:to:)`` throws.
    package func patch<T: Encodable>(from old: T, to new: T) throws -> JSONPatch {
        differ.reset()
        do {
            try differ.compare(old, new, at: root)
        } catch {
            // An `encode(to:)` may swallow the error of a child (`try?`), which happens here only after it returned. Whole values settle it.
            found.truncate(to: 0)
            differ.compare(
                try JSONValue(encoding: old, at: root, isOutermost: true), try JSONValue(encoding: new, at: root, isOutermost: true),
                at: root)
        }
        return found.drainPatch()
    }
}
