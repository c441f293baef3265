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

/// A type whose values encode as an array of numbers that are no text, and have an order that has to stay.
protocol OrderedBounds {}

extension Range: OrderedBounds {}
extension ClosedRange: OrderedBounds {}
extension PartialRangeFrom: OrderedBounds {}
extension PartialRangeThrough: OrderedBounds {}
extension PartialRangeUpTo: OrderedBounds {}
