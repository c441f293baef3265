extension JSONValue {
    /// The value that a pointer names inside this one; `nil` if there is nothing.
    package subscript(pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            switch value {
            case .array(let elements):
                guard let index = ArrayIndex.parse(token), index < elements.count else { return nil }
                value = elements[index]
            case .object(let object):
                guard let member = object[token] else { return nil }
                value = member
            default: return nil
            }
        }
        return value
    }
}

/// Array indices as RFC 6901 writes them: digits without a leading zero.
package enum ArrayIndex {
    package static func parse(_ token: String) -> Int? {
        let digits = token.utf8
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1, digits.count <= 18 else { return nil }
        var index = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            index = index * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return index
    }
}
