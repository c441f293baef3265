public import OrderedCollections

/// The members of a JSON object: unique keys in the order they were written.
///
/// The order is kept for output, so that a struct reads in the order of its fields; it does not take part in `==`.
/// Looking a key up costs O(1), removing one O(count).
public struct JSONObject: Sendable {
    /// Keys and values in their order.
    public var members: OrderedDictionary<String, JSONValue>

    /// An object without members.
    public init() { members = [:] }

    /// An object of the given members; of a key that is there twice, the last value counts.
    public init(_ pairs: some Sequence<(String, JSONValue)>) {
        members = OrderedDictionary(pairs, uniquingKeysWith: { _, last in last })
    }

    /// The value under a key; setting `nil` removes the member, setting a new key appends it.
    public subscript(key: String) -> JSONValue? {
        get { members[key] }
        set { members[key] = newValue }
    }

    /// The number of members.
    public var count: Int { members.count }

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The keys in their order.
    public var keys: OrderedSet<String> { members.keys }
}

extension JSONObject: Hashable {
    /// Whether both have the same keys with equal values, in whatever order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        return left.members.allSatisfy { key, value in right.members[key] == value }
    }

    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (key, value) in members {
            var one = Hasher()
            one.combine(key)
            one.combine(value)
            sum ^= one.finalize()
        }
        hasher.combine(sum)
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}
