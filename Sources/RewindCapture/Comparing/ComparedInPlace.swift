import RewindValue

/// A type that we encode ourselves, and whose values are compared without being encoded whole.
protocol ComparedInPlace: DirectlyEncoded {
    /// Adds the changes between two values to the differ, by parts where the type has some.
    static func compare(_ old: Self, _ new: Self, with differ: Differ, at path: CodingPath) throws
}

extension ComparedInPlace {
    // The caller found `Self` to be `T`, so the casts change nothing.
    static func compare<T>(same old: T, _ new: T, with differ: Differ, at path: CodingPath) throws {
        try compare(unsafeBitCast(old, to: Self.self), unsafeBitCast(new, to: Self.self), with: differ, at: path)
    }
}
