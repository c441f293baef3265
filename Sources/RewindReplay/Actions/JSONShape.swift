package import RewindValue

/// What some JSON values have in common: their kinds, their members, and which members are always present.
package struct JSONShape: Sendable, Equatable {
    /// A kind of value.
    package enum Kind: String, Sendable, CaseIterable {
        case null, boolean, number, string, array, object
    }

    /// The kinds that were seen.
    package private(set) var kinds: Set<Kind> = []
    /// The shapes of members by name.
    private var members: [String: JSONShape] = [:]
    /// The members that every object had.
    private var always: Set<String>?
    /// The shape of all elements; empty or one shape.
    private var elements: [JSONShape] = []

    /// The shape of nothing yet.
    package init() {}

    /// Takes a value in.
    package mutating func take(_ value: JSONValue) {
        kinds.insert(Kind(value))
        switch value {
        case .object(let object):
            for (key, value) in object { members[key, default: JSONShape()].take(value) }
            always = always.map { $0.filter { object[$0] != nil } } ?? Set(object.keys)
        case .array(let values):
            if elements.isEmpty { elements = [JSONShape()] }
            for value in values { elements[0].take(value) }
        default: break
        }
    }

    /// Where a value differs from all those that were seen, and how; `nil` if it does not.
    ///
    /// Anything is accepted inside arrays that were always empty, and in place of a `null`.
    package func mismatch(_ value: JSONValue) -> Mismatch? { mismatch(value, at: .root) }

    /// A difference from the values that were seen.
    package struct Mismatch: Sendable, Equatable {
        /// The place of the difference.
        package var path: JSONPointer
        /// What is wrong there, as a sentence's predicate: `is a string, and was a number so far`.
        package var words: String
    }

    private func mismatch(_ value: JSONValue, at path: JSONPointer) -> Mismatch? {
        let kind = Kind(value)
        if kinds.isEmpty || kinds == [.null] { return nil }
        guard kinds.contains(kind) else {
            let seen = Kind.allCases.filter(kinds.contains).map { $0.words }.joined(separator: " or ")
            return Mismatch(path: path, words: "is \(kind.words), and was \(seen) so far")
        }
        switch value {
        case .object(let object):
            if let missing = (always ?? []).subtracting(object.keys).min() {
                return Mismatch(path: path.appending(missing), words: "is missing, and was there so far")
            }
            for (key, value) in object {
                let place = path.appending(key)
                guard let shape = members[key] else {
                    let meant = NearWord.to(key, among: members.keys.sorted()).map { "; did you mean '\($0)'?" } ?? ""
                    return Mismatch(path: place, words: "was never there so far\(meant)")
                }
                // A member that may be missing may be null.
                if value == .null, always?.contains(key) != true { continue }
                if let mismatch = shape.mismatch(value, at: place) { return mismatch }
            }
        case .array(let values):
            for (index, value) in values.enumerated() {
                if let mismatch = elements.first?.mismatch(value, at: path.appending(index)) { return mismatch }
            }
        default: break
        }
        return nil
    }
}

extension JSONShape.Kind {
    init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool: .boolean
            case .number: .number
            case .string: .string
            case .array: .array
            case .object: .object
            }
    }

    /// The kind with its article.
    fileprivate var words: String {
        switch self {
        case .null: "null"
        case .array: "an array"
        case .object: "an object"
        case .boolean, .number, .string: "a \(rawValue)"
        }
    }
}
