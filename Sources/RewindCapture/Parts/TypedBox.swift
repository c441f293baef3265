import RewindValue

/// A value with its Swift type, waiting to be compared or encoded.
protocol TypedBox {
    associatedtype Value: Encodable
    var value: Value { get }
}

extension TypedBox {
    /// Whether the value's encoding may depend on its place.
    var readsPath: Bool { TypePlan.of(Value.self).readsPath }

    func encoded(at path: CodingPath) throws -> JSONValue { try JSONValue(encoding: value, at: path) }

    /// The value one level down.
    func expandedOneLevel(at path: CodingPath) throws -> EncodedPart { try .expandingOneLevel(value, at: path) }

    /// What the value's own `encode(to:)` writes, with the children as they are, also of an array.
    func listed(at path: CodingPath) throws -> Container { try Container(encoding: value, children: .typed, at: path) }
}

struct ValueBox<Value: Encodable>: TypedBox {
    let value: Value

    init(_ value: Value) { self.value = value }
}
