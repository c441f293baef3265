import OrderedCollections

extension JSONObject: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { count }
    public subscript(position: Int) -> (key: String, value: JSONValue) { members.elements[position] }

    /// Takes a member away and returns its value; `nil` if there was none.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSONValue? { members.removeValue(forKey: key) }
}
