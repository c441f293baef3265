package import RewindRedaction
package import RewindValue

extension Redactor {
    /// Encodes a value as ``JSONValue/init(encoding:)`` does, without its secrets, including ``Redacted`` properties.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws.
    package func redact(encoding value: some Encodable) throws -> RedactedValue {
        let log = RedactionLog(self)
        var redacted = redact(try JSONValue(encoding: value, at: CodingPath(redaction: log), isOutermost: true), at: .encoded)
        add(log.pointers, to: &redacted.pointers)
        return redacted
    }

    /// Encodes and names an action as ``EncodedAction/init(encoding:)`` does, without its secrets, and returns their places.
    ///
    /// - Parameter isOneOfMany: whether actions of several types share the recording behind a protocol; then the name begins with the
    ///   type's name.
    /// - Throws: what ``JSONValue/init(encoding:)`` throws.
    package func redact(action: some Encodable, isOneOfMany: Bool = false) throws -> (EncodedAction, [JSONPointer]) {
        let log = RedactionLog(self)
        let type = Swift.type(of: action)
        var action = try EncodedAction(encoding: action, at: CodingPath(redaction: log))
        if isOneOfMany { action = action.named(behindProtocolAs: type) }
        var redacted = redact(action.value, at: .encoded)
        add(log.pointers, to: &redacted.pointers)
        return (EncodedAction(type: redact(action.type, at: .sourceName), value: redacted.value), redacted.pointers)
    }

    /// The patch between what two values encode to without their secrets, found as ``changes(from:to:)`` does, and where the secrets were.
    ///
    /// Applied to the redacted old value, it gives exactly the redacted new one.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws for either value.
    package func changes<T: Encodable>(from old: T, to new: T) throws -> (JSONPatch, [JSONPointer]) {
        let log = RedactionLog(self)
        let patch = try RewindCapture.changes(from: old, to: new, masksPadding: true, at: CodingPath(redaction: log))
        return redact(patch, marked: log.pointers)
    }

    /// Takes a snapshot of a value without its ``Redacted`` parts; what other rules remove is removed when the snapshot is written.
    ///
    /// - Throws: what ``ValueSnapshot/init(_:)`` throws.
    package func snapshot<T: Encodable>(of value: T) throws -> ValueSnapshot<T> { try ValueSnapshot(value, redaction: RedactionLog(self)) }

    /// What a snapshot taken with ``snapshot(of:)`` encodes to, without its secrets.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws.
    package func redact<T: Encodable>(_ snapshot: ValueSnapshot<T>) throws -> RedactedValue {
        let log = RedactionLog(self)
        var redacted = redact(try snapshot.encoded(at: CodingPath(redaction: log)), at: .encoded)
        add(snapshot.redacted + log.pointers, to: &redacted.pointers)
        return redacted
    }

    /// The patch between two moments of a value, like ``changes(from:to:)`` of two values; both snapshots must come from ``snapshot(of:)``.
    ///
    /// - Throws: what ``JSONValue/init(encoding:)`` throws for either value.
    package func changes<T: Encodable>(from old: ValueSnapshot<T>, to new: ValueSnapshot<T>) throws -> (JSONPatch, [JSONPointer]) {
        let log = RedactionLog(self)
        let patch = try RewindCapture.changes(from: old, to: new, at: CodingPath(redaction: log))
        return redact(patch, marked: new.redacted + log.pointers)
    }

    /// The patch without secrets, and where these were: also those of the marked places that are in it.
    func redact(_ patch: JSONPatch, marked: [JSONPointer]) -> (JSONPatch, [JSONPointer]) {
        var (redacted, pointers) = redact(encoded: patch)
        if !marked.isEmpty {
            // More was encoded than the patch has: both sides of an array's elements, and whole values that turned out heavier than their
            // changes.
            let written = marked.filter { place in redacted.operations.contains { place.tokens.starts(with: $0.pointer.tokens) } }
            add(written, to: &pointers)
        }
        return (redacted, pointers)
    }

    func add(_ marked: [JSONPointer], to pointers: inout [JSONPointer]) {
        if marked.isEmpty { return }
        var known = Set(pointers)
        let new = marked.filter { known.insert($0).inserted }
        pointers += new
        let uncounted = new.count { !isCounted($0) }
        if uncounted > 0 { count(["type Redacted": uncounted]) }
    }
}
