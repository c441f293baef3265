import RewindValue

extension Masking {
    /// Numbers that are bytes or units of a text's encoding, masked as one; `nil` if they are none.
    func written<Element>(codes elements: UnsafeBufferPointer<Element>, at path: @autoclosure () -> CodingPath) -> JSONValue? {
        guard CharacterCodes.areUnits(Element.self) else { return nil }
        let bytes = written(
            Array(UnsafeRawBufferPointer(elements)),
            as: elements.compactMap { ($0 as? any FixedWidthInteger).map { .number(JSONNumber($0)) } }, at: path().index(0))
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
}
