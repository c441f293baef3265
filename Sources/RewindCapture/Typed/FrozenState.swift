import RewindValue

/// What a value with references encodes to at one moment, without the value itself: the instances that it refers to live no longer for it.
///
/// The parts that reach references are encoded; the parts that are values are kept, with their types.
package struct FrozenState: Sendable {
    let part: FrozenPart
    /// The places of what no recording has.
    let hidden: [JSONPointer]

    /// Encodes a value as it is now, in a recording's form; call it on the thread that may change what the value refers to.
    ///
    /// - Throws: what ``ValueSnapshot/init(_:)`` throws.
    package init(_ value: some Encodable, for form: RecordedForm) throws {
        let log = EncodingLog(form)
        part = FrozenPart(try EncodedPart.freezing(outermost: value, at: CodingPath(log)))
        hidden = log.pointers
    }

    /// Takes a value that may wait as it is.
    package init(keeping value: some Encodable & Sendable) {
        part = FrozenPart(.typed(ValueBox(value)))
        hidden = []
    }

    /// Whether a later moment encodes alike.
    package func encodesLike(_ new: FrozenState) -> Bool { (try? patch(to: new, at: CodingPath()))?.isEmpty == true }

    func patch(to new: FrozenState, at root: CodingPath) throws -> JSONPatch {
        let found = PatchOperations()
        try Differ(output: found).compare(part.part, new.part.part, at: root)
        return JSONPatch(found.operations)
    }
}
