internal import OrderedCollections

extension JSONValue {
    /// Appends the value as compact JSON in one line, in UTF-8.
    ///
    /// Control characters, including C1, and the line separators U+2028 and U+2029 are escaped, so a text in a recording can neither break
    /// a line nor control a terminal. Everything else is written as it is. Recurses as deep as the value nests.
    public func write(into bytes: inout [UInt8]) { write(to: &bytes) }

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
    public var jsonText: String {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// JSON for people: one line for each member and element, indented by two spaces.
    public var prettyText: String {
        var bytes: [UInt8] = []
        writePretty(into: &bytes, indent: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func writePretty(into bytes: inout [UInt8], indent: Int) {
        func line(_ indent: Int) {
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
        }
        switch self {
        case .array(let elements) where !elements.isEmpty:
            for (index, element) in elements.enumerated() {
                bytes.append(index == 0 ? "[" : ",")
                line(indent + 2)
                element.writePretty(into: &bytes, indent: indent + 2)
            }
            line(indent)
            bytes.append("]")
        case .object(let object) where !object.isEmpty:
            for (index, member) in object.enumerated() {
                bytes.append(index == 0 ? "{" : ",")
                line(indent + 2)
                member.key.writeJSON(into: &bytes)
                bytes.append(": ")
                member.value.writePretty(into: &bytes, indent: indent + 2)
            }
            line(indent)
            bytes.append("}")
        default: write(into: &bytes)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// Compact JSON.
    public var description: String { jsonText }
}

extension JSONNumber {
    /// Appends the literal of the number.
    public func write(into bytes: inout [UInt8]) { write(to: &bytes) }

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
