import RewindValue

extension Masking {
    /// Numbers that are bytes, or codes of a text's characters, masked as one; `nil` if they are none, or recorded as they are.
    func written<Element>(codes elements: UnsafeBufferPointer<Element>, at path: @autoclosure () -> CodingPath) -> JSONValue? {
        if CharacterCodes.areUnits(Element.self) {
            let bytes = written(Array(UnsafeRawBufferPointer(elements)), at: path())
            return bytes.withUnsafeBytes { bytes in
                func numbers<T: FixedWidthInteger>(_ type: T.Type) -> JSONValue {
                    .array(
                        stride(from: 0, to: bytes.count, by: MemoryLayout<T>.size).map {
                            .number(.int(Int64(bytes.loadUnaligned(fromByteOffset: $0, as: T.self))))
                        })
                }
                return switch Element.self {
                case is Int8.Type: numbers(Int8.self)
                case is UInt16.Type: numbers(UInt16.self)
                case is UInt32.Type: numbers(UInt32.self)
                default: numbers(UInt8.self)
                }
            }
        }
        guard CharacterCodes.areIntegers(Element.self), let text = CharacterCodes.text(elements.codes) else { return nil }
        return written(codesOf: text, at: path())
    }

    /// The same of an array as JSON.
    func written(codes elements: [JSONValue], at path: @autoclosure () -> CodingPath) -> JSONValue? {
        CharacterCodes.text(elements).flatMap { written(codesOf: $0, at: path()) }
    }

    private func written(codesOf text: [UInt8], at path: @autoclosure () -> CodingPath) -> JSONValue? {
        let masked = written(String(decoding: text, as: UTF8.self), at: path()).utf8
        return masked.count == text.count ? .array(masked.map { .number(.int(Int64($0))) }) : nil
    }
}

extension UnsafeBufferPointer {
    /// The elements as numbers, as far as they are some; others are -1.
    fileprivate var codes: some Collection<Int64> {
        lazy.map { element in (element as? any FixedWidthInteger).flatMap { Int64(exactly: $0) } ?? -1 }
    }

    /// Whether they are masked as one.
    func areCodes() -> Bool {
        CharacterCodes.areUnits(Element.self)
            || CharacterCodes.areIntegers(Element.self) && CharacterCodes.text(codes) != nil
    }
}
