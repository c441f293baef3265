import RewindValue

/// A part that was replaced, and whether a value has taken it over.
struct CopiedPart {
    private let old: JSONValue?
    private let new: JSONValue

    init(_ old: JSONValue?, replacedBy new: JSONValue) { (self.old, self.new) = (old, new) }

    /// Whether a value contains the part, and the other value its replacement in the same places and no other difference.
    func stands(in value: JSONValue?, and other: JSONValue?) -> Bool {
        guard let value, let other else { return false }
        return value != other && follows(value, other)
    }

    private func follows(_ value: JSONValue, _ other: JSONValue) -> Bool {
        if value == other || value == old && other == new { return true }
        switch (value, other) {
        case (.object(let one), .object(let two)):
            return one.count == two.count && one.allSatisfy { key, member in two[key].map { follows(member, $0) } ?? false }
        case (.array(let one), .array(let two)):
            return one.count == two.count && zip(one, two).allSatisfy { follows($0, $1) }
        case (.string(let one), .string(let two)):
            // A text that has the part in it.
            guard let old = old?.insertedText, let new = new.insertedText, !old.isEmpty else { return false }
            return one.replacing(old, with: new) == two
        default: return false
        }
    }
}

extension JSONValue {
    /// The value as a text would contain it; `nil` for an object or an array.
    fileprivate var insertedText: String? {
        switch self {
        case .string(let text): text
        case .number: jsonText
        default: nil
        }
    }
}
