extension StateReference {
    /// All such places in a type, in the order of its properties; a type that occurs more than once counts only at its first place.
    ///
    /// Functions, key paths and metatypes are constants and never listed. Whether values of a type were found to write only what they store
    /// counts only for the overload that takes a value. Takes some microseconds for each type it meets.
    package static func all(in type: Any.Type) -> [StateReference] {
        var walk = ReferenceWalk { type in
            if case .parts(let parts) = TypePlan.of(any: type).reach { parts } else { nil }
        }
        walk.visit(type)
        return walk.found
    }

    /// The places in a type that reach, or may reach, what its values encode to, as far as this value shows.
    ///
    /// Encodes once those parts of the value that hold references.
    package static func all(in value: some Encodable) -> [StateReference] {
        if TypePlan.of(Swift.type(of: value)).hasValueSemantics { return [] }
        _ = try? EncodedPart.snapshot(of: value, at: CodingPath())
        return TypePlan.of(Swift.type(of: value)).learn(from: value) ? [] : all(in: Swift.type(of: value))
    }
}
