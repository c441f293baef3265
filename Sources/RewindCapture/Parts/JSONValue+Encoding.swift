public import RewindValue

extension JSONValue {
    /// Encodes a value as Foundation's `JSONEncoder` does by default, without going through text.
    ///
    /// It differs where the default loses something: NaN and the infinities become `{"$float": "nan"}` (`"inf"`, `"-inf"`), and integers
    /// and `Decimal` keep every digit. Sets and dictionaries are sorted by the bytes of their elements and keys, so that equal values
    /// encode equally in every process.
    ///
    /// - Throws: what the value's `encode(to:)` throws; `EncodingError` with the coding path if the value encodes nothing;
    ///   ``NestingLimitExceeded`` for a value that nests more than 120 levels deep, or contains itself.
    public init(encoding value: some Encodable) throws {
        try self.init(encoding: value, at: CodingPath(), isOutermost: true)
    }

    /// Encodes a value as ``init(encoding:)`` does, including what no recording has: for the app's own memory, and never to be written.
    ///
    /// - Throws: what ``init(encoding:)`` throws.
    package init(revealing value: some Encodable) throws {
        try self.init(encoding: value, at: .revealing, isOutermost: true)
    }

    /// Encodes a value by parts, which works whatever its `encode(to:)` does, and finds the place of an error.
    ///
    /// A nested value that writes nothing becomes `{}`, as in Foundation.
    init<T: Encodable>(encoding value: T, at path: CodingPath, isOutermost: Bool = false) throws {
        let plan = TypePlan.of(T.self)
        let path = path.inside(plan)
        if let type = plan.direct {
            self = try type.encode(value, at: path)
        } else if let encoded = try Container(encoding: value, children: .encoded, at: path).value() {
            self = encoded
        } else if isOutermost {
            throw EncodingError.nothingEncoded(by: value)
        } else {
            self = .object(JSONObject())
        }
    }
}

extension EncodingError {
    /// The error for an outermost value whose `encode(to:)` wrote nothing.
    static func nothingEncoded<T>(by value: T) -> EncodingError {
        .invalidValue(value, .init(codingPath: [], debugDescription: "\(T.self) encoded nothing; its encode(to:) must write a value."))
    }
}
