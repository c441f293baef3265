internal import OrderedCollections

extension JSONObject: RandomAccessCollection {
    /// The position of the first member: zero.
    public var startIndex: Int { 0 }

    /// The position behind the last member.
    public var endIndex: Int { count }

    /// The key and the value at a position in the order.
    public subscript(position: Int) -> (key: String, value: JSONValue) { member(at: position) }

    /// Removes a member and returns its value; `nil` if the object has no such member.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSONValue? { members.removeValue(forKey: JSONKey(key)) }
}
