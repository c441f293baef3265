/// Reads JSON texts strictly according to RFC 8259, in one pass over their bytes.
///
/// Keys must be unique in their object, strings must be valid UTF-8 without lone surrogates, numbers are exact.
/// Use it through ``JSONValue/init(parsing:limits:)-([UInt8],_)``.
package enum JSONParser {
    /// Bounds on what a text may demand of the parser.
    package struct Limits: Sendable, Hashable {
        /// How deep arrays and objects may nest; the parser recurses as deep.
        package var depth: Int

        package init(depth: Int = 128) { self.depth = depth }

        /// A depth of 128.
        package static let `default` = Limits()
    }
}

extension JSONValue {
    /// Parses a JSON text in UTF-8.
    ///
    /// The bytes are read once and not kept. Memory grows only with the value; a text that isn't JSON costs only the part that was read.
    package init(parsing bytes: UnsafeRawBufferPointer, limits: JSONParser.Limits = .default) throws(JSONParseError) {
        var machine = ParserMachine(bytes, limits: limits)
        self = try machine.text()
    }

    /// Parses a JSON text in UTF-8.
    package init(parsing bytes: [UInt8], limits: JSONParser.Limits = .default) throws(JSONParseError) {
        self = try Self.result(bytes.withUnsafeBytes { Self.parse($0, limits) })
    }

    /// Parses a JSON text in UTF-8, such as one line of many.
    ///
    /// Positions in an error count from the beginning of the slice.
    package init(parsing bytes: ArraySlice<UInt8>, limits: JSONParser.Limits = .default) throws(JSONParseError) {
        self = try Self.result(bytes.withUnsafeBytes { Self.parse($0, limits) })
    }

    package init(parsing text: String, limits: JSONParser.Limits = .default) throws(JSONParseError) {
        var text = text
        self = try Self.result(text.withUTF8 { Self.parse(UnsafeRawBufferPointer($0), limits) })
    }

    // The closures of the standard library pass errors on untyped: hand a result through instead.
    private static func parse(_ bytes: UnsafeRawBufferPointer, _ limits: JSONParser.Limits) -> Result<JSONValue, JSONParseError> {
        do throws(JSONParseError) {
            return .success(try JSONValue(parsing: bytes, limits: limits))
        } catch {
            return .failure(error)
        }
    }

    private static func result(_ result: Result<JSONValue, JSONParseError>) throws(JSONParseError) -> JSONValue { try result.get() }
}
