public import RewindValue

extension JSONValue {
    /// Decodes a value of a type, as Foundation's `JSONDecoder` does by default, and whatever ``init(encoding:)`` writes.
    ///
    /// ```swift
    /// let settings: Settings = try value.decode()
    /// ```
    ///
    /// - Throws: `DecodingError` with the coding path, what was expected and what was found; ``NestingLimitExceeded`` for a value that
    ///   nests more than 120 levels deep.
    public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try decode(type, at: CodingPath()) }

    /// - Parameter running: what a running app has there; what no encoding has of it stays (``LivePart``).
    func decode<T: Decodable>(_ type: T.Type, at path: CodingPath, preserving running: LivePart? = nil) throws -> T {
        try path.checkDepth()
        if let type = type as? any DirectlyDecoded.Type, let decoded = try type.init(decoding: self, at: path) as? T { return decoded }
        if let same = running?.value(of: type, ifRecordedAs: self) { return same }
        do {
            let parts = running?.opened
            let decoded = try T(from: ValueDecoder(value: self, path: path, running: parts))
            return running?.completed(decoded, at: path) ?? decoded
        } catch {
            // Where texts are hidden, the bounds of a range may have changed places.
            guard type is any OrderedBounds.Type, case .array(let ends) = self, ends.count == 2, ends[0] != ends[1] else { throw error }
            do { return try T(from: ValueDecoder(value: .array([ends[1], ends[0]]), path: path)) } catch _ { throw error }
        }
    }

    /// The error for a value of another kind than expected.
    func mismatch(_ expected: Any.Type, at path: CodingPath) -> DecodingError {
        if case .null = self {
            return .valueNotFound(
                expected,
                .init(codingPath: path.keys, debugDescription: "Cannot get value of type \(expected) -- found null value instead."))
        }
        return .typeMismatch(
            expected, .init(codingPath: path.keys, debugDescription: "Expected to decode \(expected) but found \(kindName) instead."))
    }

    private var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a bool"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// A type whose values encode as an array of two bounds, whose order a recording may change.
private protocol OrderedBounds {}

extension Range: OrderedBounds {}
extension ClosedRange: OrderedBounds {}
