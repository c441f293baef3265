import RewindValue

/// Texts that are written as numbers: as arrays of bytes, of units of an encoding, or of any integers.
///
/// Where the type tells, they are masked as one. An integer in any other array gets a pseudonym by itself, the same in every array, so that a change of
/// one element stays one, and a finished recording, which has no types, can be masked patch by patch.
enum CharacterCodes {
    /// Whether the elements of a type are bytes or the units of a text's encoding, and masked whatever they say.
    static func areUnits<T>(_ type: T.Type) -> Bool {
        type == UInt8.self || type == Int8.self || type == UInt16.self || type == UInt32.self
    }

    /// The first that a character has which shows: a smaller number is no text.
    static let first: UInt64 = 32
}

extension Masking {
    /// Numbers that are bytes or units of a text's encoding, masked as one; `nil` if they are none.
    func written<Element>(codes elements: UnsafeBufferPointer<Element>, at path: @autoclosure () -> CodingPath) -> JSONValue? {
        guard CharacterCodes.areUnits(Element.self) else { return nil }
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
}

/// A type whose values encode as an array of numbers that are no text, and have an order that has to stay.
protocol OrderedBounds {}

extension Range: OrderedBounds {}
extension ClosedRange: OrderedBounds {}
extension PartialRangeFrom: OrderedBounds {}
extension PartialRangeThrough: OrderedBounds {}
extension PartialRangeUpTo: OrderedBounds {}
