internal import OrderedCollections

extension JSONValue {
    /// Appends the value as compact JSON in one line, in UTF-8.
    ///
    /// Control characters, including C1, and the line separators U+2028 and U+2029 are escaped, so a text in a recording can neither break
    /// a line nor control a terminal. Everything else is written as it is. Recurses as deep as the value nests.
    package func write(into bytes: inout [UInt8]) { write(to: &bytes) }

    package func write(to bytes: inout some ByteSink & ~Copyable) {
        switch self {
        case .null: bytes.append("null")
        case .bool(let value): bytes.append(value ? "true" : "false")
        case .number(let value): value.write(to: &bytes)
        case .string(let value): value.writeJSON(into: &bytes)
        case .array(let elements):
            var separator = UInt8(ascii: "[")
            for element in elements {
                bytes.append(separator)
                element.write(to: &bytes)
                separator = UInt8(ascii: ",")
            }
            bytes.append(elements.isEmpty ? "[]" : "]")
        case .object(let object):
            var separator = UInt8(ascii: "{")
            for index in object.members.elements.indices {
                bytes.append(separator)
                object.members.keys[index].text.writeJSON(into: &bytes)
                bytes.append(UInt8(ascii: ":"))
                object.members.values[index].write(to: &bytes)
                separator = UInt8(ascii: ",")
            }
            bytes.append(object.isEmpty ? "{}" : "}")
        }
    }

    /// Compact JSON in one line.
    package var jsonText: String {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// JSON for people: one line for each member and element, indented by two spaces.
    package var prettyText: String { withPrettyBytes { String(decoding: $0, as: UTF8.self) } }

    /// Calls a closure with the bytes of ``prettyText``.
    package func withPrettyBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var bytes = ByteBuffer()
        writePretty(into: &bytes, indent: 0)
        return body(bytes.bytes)
    }

    private func writePretty(into bytes: inout ByteBuffer, indent: Int) {
        switch self {
        case .array(let elements) where !elements.isEmpty:
            var separator: StaticString = "["
            for element in elements {
                bytes.append(separator)
                bytes.beginLine(indent: indent + 2)
                element.writePretty(into: &bytes, indent: indent + 2)
                separator = ","
            }
            bytes.beginLine(indent: indent)
            bytes.append("]")
        case .object(let object) where !object.isEmpty:
            var separator: StaticString = "{"
            for index in object.members.elements.indices {
                bytes.append(separator)
                bytes.beginLine(indent: indent + 2)
                object.members.keys[index].text.writeJSON(into: &bytes)
                bytes.append(": ")
                object.members.values[index].writePretty(into: &bytes, indent: indent + 2)
                separator = ","
            }
            bytes.beginLine(indent: indent)
            bytes.append("}")
        default: write(to: &bytes)
        }
    }
}

extension ByteBuffer {
    fileprivate mutating func beginLine(indent: Int) {
        append(UInt8(ascii: "\n"))
        let spaces: StaticString = "                                "
        var left = indent
        while left > 0 {
            let count = min(left, spaces.utf8CodeUnitCount)
            append(contentsOf: UnsafeBufferPointer(start: spaces.utf8Start, count: count))
            left -= count
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// Compact JSON.
    public var description: String { jsonText }
}

extension JSONNumber {
    /// Appends the literal of the number.
    package func write(into bytes: inout [UInt8]) { write(to: &bytes) }

    package func write(to bytes: inout some ByteSink & ~Copyable) {
        switch self {
        case .int(let value): bytes.append(decimal: value.magnitude, isNegative: value < 0)
        case .uint(let value): bytes.append(decimal: value, isNegative: false)
        case .double, .decimal:
            var text = text
            text.withUTF8 { bytes.append(contentsOf: $0) }
        }
    }
}
