public import RewindValue
import SmallFoundation

/// A JSON value may be part of a state or an action, and can be coded with any encoder and decoder.
extension JSONValue: Codable {
    /// Writes the value as its plain parts; Foundation's coders round a number that `Decimal` cannot hold.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(.int(let value)): try container.encode(value)
        case .number(.uint(let value)): try container.encode(value)
        case .number(.double(let value)): try container.encode(value)
        case .number(.decimal(let digits)):
            if let decimal = Decimal(string: digits) { try container.encode(decimal) } else { try container.encode(Double(digits)) }
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let object):
            // Two spellings of one key are one to other coders, which take a dictionary's texts for what Swift takes them for.
            try container.encode(Dictionary(object.map { ($0.key, $0.value) }, uniquingKeysWith: { _, last in last }))
        }
    }

    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let decoder = decoder as? ValueDecoder {
            self = decoder.value
        } else if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .number(.int(value))
        } else if let value = try? container.decode(UInt64.self) {
            self = .number(JSONNumber(value))
        } else if let value = try? container.decode(Decimal.self), let number = JSONNumber(literal: value.description) {
            self = .number(number)
        } else if let value = try? container.decode(Double.self) {
            self = JSONValue(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            let members = try container.decode([String: JSONValue].self)
            self = .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
        }
    }
}
