import RewindValue

/// A state without its large parts.
struct StateOutline: Sendable, Equatable {
    /// The state, with `null` in place of large parts; `nil` if it is unknown, or too large even so.
    private(set) var state: JSONValue?
    /// The places of the large parts.
    private(set) var leftOut: [JSONPointer] = []

    /// How many members or elements of one value, and how many bytes of a text, are kept.
    private static let childLimit = 64
    private static let textLimit = 256
    private static let valueLimit = 4_096

    init() {}

    init(of state: JSONValue) {
        var count = 0
        let kept = keep(state, at: .root, &count)
        if count <= Self.valueLimit { self.state = kept } else { leftOut = [] }
    }

    private mutating func keep(_ value: JSONValue, at place: JSONPointer, _ count: inout Int) -> JSONValue {
        count += 1
        if count > Self.valueLimit { return .null }
        switch value {
        case .array(let elements) where elements.count <= Self.childLimit:
            var kept: [JSONValue] = []
            for (index, element) in elements.enumerated() { kept.append(keep(element, at: place.appending(index), &count)) }
            return .array(kept)
        case .object(let object) where object.count <= Self.childLimit:
            var kept = JSONObject()
            for (key, member) in object { kept[key] = keep(member, at: place.appending(key), &count) }
            return .object(kept)
        case .string(let text) where text.utf8.count <= Self.textLimit: return value
        case .null, .bool, .number: return value
        case .array, .object, .string:
            leftOut.append(place)
            return .null
        }
    }

    /// The state, if the values at some places are complete.
    func state(with places: [JSONPointer]) -> JSONValue? {
        leftOut.contains { left in places.contains { left.isPrefix(of: $0) || $0.isPrefix(of: left) } } ? nil : state
    }
}

extension StateOutline {
    /// Appends the outline as bytes.
    func write(into bytes: inout [UInt8]) {
        var json: [UInt8] = []
        state?.write(into: &json)
        bytes.append(counted: json)
        bytes.append(varint: leftOut.count)
        for place in leftOut { bytes.append(counted: Array(place.description.utf8)) }
    }

    /// Reads the outline from the next bytes.
    init?(from reader: inout VarintReader) {
        guard let json = reader.nextBytes(), let count = reader.next() else { return nil }
        if !json.isEmpty {
            guard let value = try? JSONValue(parsing: json) else { return nil }
            state = value
        }
        for _ in 0..<count {
            guard let text = reader.nextText(), let place = try? JSONPointer(parsing: text) else { return nil }
            leftOut.append(place)
        }
    }
}
