import RewindValue

/// A value with its Swift type, waiting to be compared or encoded.
protocol TypedBox {
    var anyValue: Any { get }

    func encoded(at path: CodingPath) throws -> JSONValue

    /// The value one level down.
    func opened(at path: CodingPath) throws -> EncodedPart

    /// What the value's own `encode(to:)` writes, with the children as they are, also of an array.
    func listed(at path: CodingPath) throws -> Container

    /// Compares with a box of the same type; `false` if the other box has another type.
    func compare(to other: any TypedBox, with differ: Differ, at path: CodingPath) throws -> Bool

    /// Whether the value's encoding may depend on its place.
    var readsPath: Bool { get }

    /// Whether the other has the same type and the same bits.
    func isSame(as other: any TypedBox, for differ: Differ) -> Bool
}

struct ValueBox<T: Encodable>: TypedBox {
    let value: T

    init(_ value: T) { self.value = value }

    var anyValue: Any { value }

    var readsPath: Bool { TypePlan.of(T.self).readsPath }

    func encoded(at path: CodingPath) throws -> JSONValue { try JSONValue(encoding: value, at: path) }

    func opened(at path: CodingPath) throws -> EncodedPart { try .opening(value, at: path) }

    func listed(at path: CodingPath) throws -> Container { try Container(encoding: value, children: .typed, at: path) }

    func compare(to other: any TypedBox, with differ: Differ, at path: CodingPath) throws -> Bool {
        guard let other = other as? ValueBox<T> else { return false }
        try differ.compare(value, other.value, at: path)
        return true
    }

    func isSame(as other: any TypedBox, for differ: Differ) -> Bool {
        guard let other = other as? ValueBox<T> else { return false }
        return differ.isSame(value, other.value, TypePlan.of(T.self))
    }
}

/// Neighbouring elements of one type, which an `encode(to:)` wrote one by one.
final class TypedRun<T: Encodable>: PartRun, TypedPartRun {
    var values: [T]

    init(_ values: [T]) { self.values = values }

    var readsPath: Bool { TypePlan.of(T.self).readsPath }

    var parts: [EncodedPart] { values.map { .typed(ValueBox($0)) } }

    func compare(to other: any PartRun, with differ: Differ, at path: CodingPath) throws -> Bool {
        guard let other = other as? TypedRun<T> else { return false }
        // Written one by one, each unit of a text is recorded by itself; an array of them would be recorded as one.
        if path.joins(T.self) { return false }
        // Compared as elements of the enclosing value: no array is there that could be recorded differently.
        try [T].compare(values, other.values, with: differ, at: path)
        return true
    }
}

/// A run that can be compared in place.
protocol TypedPartRun: PartRun {
    /// Compares with a run of the same type; `false` if the other run has another type.
    func compare(to other: any PartRun, with differ: Differ, at path: CodingPath) throws -> Bool
}
