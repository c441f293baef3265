package import OrderedCollections

/// The members of a JSON object: unique keys in the order in which they were written.
///
/// Keys are equal if their Unicode scalars are: two spellings of "é" are two keys, as they are two texts on disk. The order is kept for
/// output, so that a struct reads in the order of its fields; `==` ignores it. Looking up a key costs O(1), removing one O(count).
public struct JSONObject: Sendable {
    /// Keys and values in their order.
    package var members: OrderedDictionary<JSONKey, JSONValue>

    /// An object without members.
    package init() { members = [:] }

    /// An object of the given members; if a key appears twice, the last value counts.
    public init(_ pairs: some Sequence<(String, JSONValue)>) {
        members = OrderedDictionary(pairs.lazy.map { (JSONKey($0.0), $0.1) }, uniquingKeysWith: { _, last in last })
    }

    /// An object of members that are unique already.
    init(_ members: OrderedDictionary<JSONKey, JSONValue>) { self.members = members }

    /// An object of keys that were seen to be unique, and as many values.
    init(uniqueKeys keys: [JSONKey], values: [JSONValue]) {
        members = OrderedDictionary(uncheckedUniqueKeys: keys, values: values)
    }

    /// The value under a key; setting `nil` removes the member, setting a new key appends it.
    public subscript(key: String) -> JSONValue? {
        get { members[JSONKey(key)] }
        set { members[JSONKey(key)] = newValue }
    }

    /// The key and the value at a position in the order.
    package func member(at index: Int) -> (key: String, value: JSONValue) { (members.keys[index].text, members.values[index]) }

    package func index(of key: String) -> Int? { members.index(forKey: JSONKey(key)) }

    /// The members in the order of the bytes of their keys, unless another object has the same keys in the same order.
    ///
    /// Where keys are hidden, their replacements must not keep the order of the keys.
    package func sorted(unlessKeysAreThoseOf other: JSONObject) -> JSONObject {
        if members.keys == other.members.keys { return self }
        return JSONObject(map { ($0.key, $0.value) }.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) })
    }

    /// Whether both have the same members because they are one piece of memory, found out at once.
    func sharesStorage(with other: JSONObject) -> Bool {
        func address<Element>(_ elements: [Element]) -> UnsafePointer<Element>? { elements.withUnsafeBufferPointer { $0.baseAddress } }
        return count == other.count && address(members.keys.elements) == address(other.members.keys.elements)
            && address(members.values.elements) == address(other.members.values.elements)
    }

    /// The number of members.
    public var count: Int { members.count }

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The keys in their order.
    package var keys: some RandomAccessCollection<String> { members.keys.lazy.map({ $0.text }) }
}

extension JSONObject: Hashable {
    /// Whether both have the same keys, by Unicode scalars, with equal values, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        // Two states of one store share most of their storage, and nearly always have their keys in the same order.
        if left.sharesStorage(with: right) { return true }
        if left.members.keys.elements == right.members.keys.elements {
            return left.members.values.elements == right.members.values.elements
        }
        return left.members.elements.allSatisfy { key, value in right.members[key] == value }
    }

    /// Mixes in what `==` compares.
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
    /// An object of the members in their order; if a key appears twice, the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension JSONObject: RandomAccessCollection {
    /// The position of the first member: zero.
    public var startIndex: Int { 0 }

    /// The position behind the last member.
    public var endIndex: Int { count }

    /// The key and the value at a position in the order.
    public subscript(position: Int) -> (key: String, value: JSONValue) { member(at: position) }

    /// Removes a member and returns its value; `nil` if the object has no such member.
    @discardableResult
    package mutating func removeValue(forKey key: String) -> JSONValue? { members.removeValue(forKey: JSONKey(key)) }
}
