import RewindValue

extension JSONObject {
    /// The value under a key, which is no member any more.
    mutating func take(_ key: String) -> JSONValue? { removeValue(forKey: key) }

    /// The pointers under a key, leaving out what is none.
    mutating func takePointers(_ key: String) -> [JSONPointer] {
        (take(key)?.array ?? []).compactMap { $0.string.flatMap { try? JSONPointer(parsing: $0) } }
    }
}

extension ClosedRange<Int> {
    init?(json: JSONValue?) {
        guard let pair = json?.array, pair.count == 2, let first = pair[0].int, let last = pair[1].int, first <= last else { return nil }
        self = first...last
    }

    var json: JSONValue { [.number(JSONNumber(lowerBound)), .number(JSONNumber(upperBound))] }
}
