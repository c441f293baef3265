package import RewindRedaction
package import RewindValue

/// What a value with references encodes to at one moment, without the value itself: the instances that it refers to live no longer for it.
///
/// The parts that reach references are encoded; the parts that are values are kept, with their types.
package struct FrozenState: Sendable {
    private let part: FrozenPart
    private let redacted: [JSONPointer]

    /// Encodes a value as it is now, without its ``Redacted`` parts; call it on the thread that may change what the value refers to.
    ///
    /// - Throws: what ``ValueSnapshot/init(_:)`` throws.
    package init(_ value: some Encodable, by redactor: Redactor) throws {
        let log = RedactionLog(redactor)
        part = FrozenPart(try EncodedPart.freezing(outermost: value, at: CodingPath(redaction: log)))
        redacted = log.pointers
    }

    /// Takes a value that may wait as it is.
    package init(keeping value: some Encodable & Sendable) {
        part = FrozenPart(.typed(ValueBox(value)))
        redacted = []
    }

    /// The encoding, without secrets.
    package func redacted(by redactor: Redactor) throws -> RedactedValue {
        let log = RedactionLog(redactor)
        var value = redactor.redact(try part.part.value(at: CodingPath(redaction: log)), at: .encoded)
        redactor.add(redacted + log.pointers, to: &value.pointers)
        return value
    }

    /// The patch to a later moment, without its secrets, and where these were.
    package func changes(to new: FrozenState, by redactor: Redactor) throws -> (JSONPatch, [JSONPointer]) {
        let log = RedactionLog(redactor)
        return redactor.redact(try patch(to: new, at: CodingPath(redaction: log)), marked: new.redacted + log.pointers)
    }

    /// Whether a later moment encodes alike.
    package func encodesLike(_ new: FrozenState) -> Bool { (try? patch(to: new, at: CodingPath()))?.isEmpty == true }

    private func patch(to new: FrozenState, at root: CodingPath) throws -> JSONPatch {
        let found = PatchOperations()
        try Differ(output: found).compare(part.part, new.part.part, at: root)
        return JSONPatch(found.operations)
    }
}
