import RewindValue

/// A place in the states of a store, whichever element of a list or of a dictionary is meant, and what was seen there.
struct LearnedPlace {
    let parent: Int?
    /// The member's name; `nil` for the elements of a list or the values of a dictionary.
    let name: String?
    /// Whether it is in an element of a list, so that a state may have many of them.
    let isInElements: Bool
    var children: [JSONKey: Int] = [:]
    var element: Int?
    /// Whether the members of the object have keys that are data.
    var isDictionary = false
    /// How often an object was seen here.
    var objects = 0

    // MARK: What was seen

    var kinds: ValueKinds = []
    /// The values that are not null.
    var values = Evidence()
    var low = Double.infinity
    var high = -Double.infinity
    var hasFractions = false
    /// The texts, or the names of the enum's cases, with how often and in how many recordings; `nil` if they are too many for a set.
    var names: [JSONKey: NameCount]? = [:]
    /// Whether any of the texts is a placeholder: what it was is not known.
    var isHidden = false
    /// Whether all objects have a single member each, as the cases of an enum have.
    var hasSingleMembers = true
    /// The fewest and most characters, elements or members.
    var lengths: ClosedRange<Int>?
    /// Whether it never fell, or rose, and what shows that.
    var neverFalls = true
    var neverRises = true
    var moves = Evidence()
    /// Of a list: whether its elements, or their ids, were different and in order.
    var isUnique = true
    var isSorted = true
    var unique = Evidence()
    var sorted = Evidence()
    var elementsHaveIDs = false
    /// The ids that the list ever had, up to a number.
    var everID: Set<UInt64> = []
    /// The action types that changed it.
    var changers: [Int: Int] = [:]
    var changes = Evidence()

    // MARK: What is there now

    var now = Now()
    /// What was there before the last change, and the observation that made it.
    var before = Now()
    var changedAt = 0
    /// The observation in which something was first here.
    var firstThere = Int.max
    var wasEverSet = false
    var wasEverUnset = false
    /// Where it last changed.
    var example: (recording: String, step: Int) = ("", 0)

    struct NameCount {
        var count = 0
        var recordings = 0
        var last = -1
    }

    /// The value after the last observed step.
    struct Now {
        /// The kind; nothing for what is not there, which reads as null.
        var kind: ValueKinds = .null
        /// A number that tells values apart: of a text, number or Boolean the whole, of an enum the case, of anything else its length.
        var hash: UInt64 = 0
        /// The number itself, or the length; `nan` if it has none.
        var measure = Double.nan
        /// Whether the difference of two of them is that of the numbers: beyond 2^53, doubles round it.
        var isExact: Bool { measure.magnitude < 9_007_199_254_740_992 }
        /// Whether it is more than null, false, 0 or empty.
        var isSet = false
        /// Whether it is set, or a number.
        var isThere: Bool { isSet || kind == .number }
        /// The ids of a list's elements, or the elements if they are texts or numbers.
        var ids: [UInt64] = []
    }

    struct ValueKinds: OptionSet, Hashable {
        var rawValue: UInt8

        static let null = ValueKinds(rawValue: 1)
        static let bool = ValueKinds(rawValue: 2)
        static let number = ValueKinds(rawValue: 4)
        static let text = ValueKinds(rawValue: 8)
        static let list = ValueKinds(rawValue: 16)
        static let object = ValueKinds(rawValue: 32)

        init(rawValue: UInt8) { self.rawValue = rawValue }

        init(_ value: JSONValue) {
            switch value {
            case .null: self = .null
            case .bool: self = .bool
            case .number: self = .number
            case .string: self = .text
            case .array: self = .list
            case .object: self = .object
            }
        }
    }

    /// The kinds besides null.
    var realKinds: ValueKinds { kinds.subtracting(.null) }

    /// Whether it is an enum with associated values: objects with one member each, of at least two names.
    var isEnum: Bool { realKinds == .object && !isDictionary && hasSingleMembers && (names?.count ?? 0) > 1 }

    static let nameLimit = 12
    static let memberLimit = 64
    static let idLimit = 4096
}

extension JSONValue {
    /// A number that is the same for equal values, in one process.
    var learnedHash: UInt64 {
        var hasher = Hasher()
        hasher.combine(self)
        return UInt64(truncatingIfNeeded: hasher.finalize()) | 1
    }

    /// Whether two of them that are equal are so for a reason: not null, a Boolean, an empty value, or a small number.
    var isTelling: Bool {
        switch self {
        case .null, .bool: false
        case .number(let number): number.doubleValue.magnitude > 1
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object(let object): !object.isEmpty
        }
    }
}
