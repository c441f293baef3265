extension JSONPointer {
    /// The pointer that a person writes on a command line: `/cart/items/0`, or dotted as in jq, `.cart.items[0]`.
    ///
    /// In the dotted form, a key is a run of characters other than `.`, `[` and `]`; other keys go into brackets as JSON strings:
    /// `.headers["content.type"]`. A single `.` and the empty text are the root.
    package init(argument text: String) throws(JSONPointerError) {
        switch text.utf8.first {
        case nil, UInt8(ascii: "/"): try self.init(parsing: text)
        case UInt8(ascii: "."), UInt8(ascii: "["):
            var reader = DottedReader(text)
            self.init(tokens: try reader.tokens())
        default: throw JSONPointerError(text: text, reason: "a path begins with '/' or '.', as in /cart/items/0 or .cart.items[0]")
        }
    }
}

/// Reads the dotted form of a pointer.
private struct DottedReader {
    private let text: String
    private var rest: Substring.UTF8View

    init(_ text: String) {
        self.text = text
        rest = text[...].utf8
    }

    mutating func tokens() throws(JSONPointerError) -> [String] {
        if text == "." { return [] }
        var tokens: [String] = []
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "."):
                rest.removeFirst()
                // jq allows ".[0]" and ".["key"]".
                if tokens.isEmpty, rest.first == UInt8(ascii: "[") { continue }
                tokens.append(try key())
            case UInt8(ascii: "["):
                rest.removeFirst()
                tokens.append(try bracketed())
            default: throw wrong("a key in brackets or quotes must be followed by '.' or '['")
            }
        }
        return tokens
    }

    private mutating func key() throws(JSONPointerError) -> String {
        if rest.first == UInt8(ascii: "\"") { return try quoted() }  // jq allows ."key", too
        let key = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
        if key.isEmpty { throw wrong("there is no key after a '.'") }
        rest = rest[key.endIndex...]
        return String(Substring(key))
    }

    private mutating func bracketed() throws(JSONPointerError) -> String {
        if rest.first == UInt8(ascii: "\"") {
            let key = try quoted()
            guard rest.popFirst() == UInt8(ascii: "]") else { throw wrong("a '[' is not closed") }
            return key
        }
        let digits = rest.prefix { $0 != UInt8(ascii: "]") }
        rest = rest[digits.endIndex...]
        guard rest.popFirst() != nil else { throw wrong("a '[' is not closed") }
        let index = String(Substring(digits))
        guard ArrayIndex.parse(index) != nil else { throw wrong("brackets take an index from 0, or a key in double quotes") }
        return index
    }

    private mutating func quoted() throws(JSONPointerError) -> String {
        var isEscaped = false
        guard
            let end = rest.indices.dropFirst().first(where: { index in
                defer { isEscaped = !isEscaped && rest[index] == UInt8(ascii: "\\") }
                return rest[index] == UInt8(ascii: "\"") && !isEscaped
            })
        else { throw wrong("a quote is not closed") }
        guard let key = try? JSONValue(parsing: String(Substring(rest[...end]))).string else {
            throw wrong("the key in quotes is not a JSON string")
        }
        rest = rest[rest.index(after: end)...]
        return key
    }

    private func wrong(_ reason: String) -> JSONPointerError { JSONPointerError(text: text, reason: reason) }
}
