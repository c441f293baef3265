import RewindValue

extension JSONObject {
    /// Removes and returns the value under a key.
    mutating func take(_ key: String) -> JSONValue? { removeValue(forKey: key) }

    /// The pointers under a key, skipping values that are not pointers.
    mutating func takePointers(_ key: String) -> [JSONPointer] {
        (take(key)?.array ?? []).compactMap { $0.string.flatMap { try? JSONPointer(parsing: $0) } }
    }
}
