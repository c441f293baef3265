/// A JSON value: what states, actions and every line of a recording are made of.
///
/// Strings are equal when they have the same Unicode scalars: two spellings of "é" are two values, because they are two texts on disk.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, exact to the last digit.
    case number(JSONNumber)
    /// A text.
    case string(String)
    /// Values in their order.
    case array([JSONValue])
    /// Values under unique keys.
    case object(JSONObject)
}

extension JSONValue: Hashable {
    /// Whether both encode alike, apart from the order of object members.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left.isIdentical(to: right)
        case (.string(let left), .string(let right)): left.isIdentical(to: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Mixes in what `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}

extension JSONNumber {
    /// Whether both are written alike: as `==`, but `-0` is not `0`.
    fileprivate func isIdentical(to other: JSONNumber) -> Bool {
        if case .double(let left) = self, case .double(let right) = other { return left.bitPattern == right.bitPattern }
        return self == other
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// The value `null`.
    public init(nilLiteral: ()) { self = .null }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .number(.int(value)) }
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array of the elements.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object of the members in their order; if a key appears twice, the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

extension JSONValue {
    /// The member under a key, if this is an object that has it.
    public subscript(key: String) -> JSONValue? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    /// The text, if this is a string.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The number as `Int`, if this is an integer that fits.
    public var int: Int? { if case .number(.int(let value)) = self { Int(exactly: value) } else { nil } }

    /// The Boolean, if this is one.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The elements, if this is an array.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members, if this is an object.
    public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
}
