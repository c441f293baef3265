import OrderedCollections
import RewindValue

/// A part of a value that is being encoded: encoded already, or still typed.
enum EncodedPart {
    case value(JSONValue)
    /// Not encoded yet: a value with its Swift type.
    case typed(any TypedBox)
    /// What an `encode(to:)` or a nested container wrote.
    case container(Container)

    /// A value one level down: what its `encode(to:)` writes, the children left as ``typed(_:)``, so that nothing below them is encoded.
    static func expandingOneLevel<T: Encodable>(_ value: T, at path: CodingPath) throws -> EncodedPart {
        let plan = TypePlan.of(T.self)
        let path = path.inside(plan)
        if let type = plan.direct {
            if !plan.isLeaf, let optional = value as? any OptionalPart { return try optional.expandedOneLevel(at: path) }
            return .value(try type.encode(value, at: path))
        }
        return .container(try Container(encoding: value, children: .typed, at: path))
    }

    /// A value as it is now: kept with its type if nothing can change it, encoded part by part otherwise.
    static func snapshot<T: Encodable>(of value: T, at path: CodingPath) throws -> EncodedPart {
        let plan = TypePlan.of(T.self)
        let path = path.inside(plan)
        if plan.learn(from: value) { return .typed(ValueBox(value)) }
        if plan.direct != nil {
            if !plan.isLeaf, let optional = value as? any OptionalPart { return try optional.frozen(at: path) }
            return .value(try JSONValue(encoding: value, at: path))
        }
        return .container(try Container(encoding: value, children: .frozen, at: path))
    }

    /// The same for a value that is part of no other, and so has to encode to something.
    static func snapshot<T: Encodable>(ofOutermost value: T, at path: CodingPath) throws -> EncodedPart {
        let part = try snapshot(of: value, at: path)
        if part.isNothing { throw EncodingError.nothingEncoded(by: value) }
        return part
    }

    /// Whether it is the part of an `encode(to:)` that wrote nothing.
    var isNothing: Bool { if case .container(let container) = self { container.kind == .nothing } else { false } }

    /// The part's value, if it may name the field whose text is next to it: a text, or a case without payload; `nil` for any other part,
    /// which is encoded no further than needed to tell.
    func fieldName(at path: CodingPath) throws -> JSONValue? {
        switch self {
        case .value(let value): return value
        case .typed(let box): return try box.expandedOneLevel(at: path).fieldName(at: path)
        case .container(let container):
            if let single = container.single { return try single.fieldName(at: path.appending(.inside)) }
            guard container.members.count == 1, let (key, payload) = container.members.elements.first,
                try payload.isEmptyObject(at: path.key(key))
            else { return nil }
            return .object([key: [:]])
        }
    }

    private func isEmptyObject(at path: CodingPath) throws -> Bool {
        switch self {
        case .value(let value): value == [:]
        case .typed(let box): try box.expandedOneLevel(at: path).isEmptyObject(at: path)
        case .container(let container): container.members.isEmpty && (container.kind == .object || container.kind == .nothing)
        }
    }

    /// The part encoded to the end; a part that wrote nothing is an empty object, as in Foundation.
    func value(at path: CodingPath) throws -> JSONValue {
        switch self {
        case .value(let value): value
        case .typed(let box): try box.encoded(at: path)
        case .container(let container): try container.value(at: path) ?? .object(JSONObject())
        }
    }
}

/// An optional, whose part is that of its value.
private protocol OptionalPart {
    func expandedOneLevel(at path: CodingPath) throws -> EncodedPart
    func frozen(at path: CodingPath) throws -> EncodedPart
}

extension Optional: OptionalPart where Wrapped: Encodable {
    func expandedOneLevel(at path: CodingPath) throws -> EncodedPart { try map { try .expandingOneLevel($0, at: path) } ?? .value(.null) }
    func frozen(at path: CodingPath) throws -> EncodedPart { try map { try .snapshot(of: $0, at: path) } ?? .value(.null) }
}
