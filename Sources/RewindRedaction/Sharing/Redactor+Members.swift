package import RewindValue

/// What a member of one of Rewind's own objects is; a member that no table has is data.
package enum RecordedMember: Sendable {
    /// It is kept: it says nothing about the app's user.
    case ours
    /// A fact about the app; it is kept, except for secrets in it if it is a text.
    case fact
    /// It is kept if it consists of numbers and Booleans: a time, a step, a size.
    case numbers
    case text(RecordedPlace)
    /// Data of the app under a key of ours.
    case data
    /// An object with members of its own, or an array of such objects.
    indirect case members([String: RecordedMember])
}

extension Redactor {
    /// The members of one of Rewind's own objects as they may be written, each by what a table says about its key.
    package func redact(_ object: JSONObject, by table: [String: RecordedMember]) -> JSONObject {
        var clean: JSONObject = [:]
        for (key, value) in object {
            switch (table[key], value) {
            case (.fact, .string(let text)): clean[key] = .string(redact(text, at: .words, of: key))
            case (.ours, _), (.fact, _): clean[key] = value
            case (.numbers, _) where value.isNumbers: clean[key] = value
            case (.text(let place), .string(let text)): clean[key] = .string(redact(text, at: place, of: key))
            case (.data, _): clean[key] = redact(value, at: .data).value
            case (.members(let table), .object(let object)): clean[key] = .object(redact(object, by: table))
            case (.members(let table), .array(let elements)):
                clean[key] = .array(elements.map { $0.object.map { .object(redact($0, by: table)) } ?? redact($0, at: .data).value })
            default: for (key, value) in redact(.object([key: value]), at: .data).value.object ?? [:] { clean[key] = value }
            }
        }
        return clean.sorted(unlessKeysAreThoseOf: object)
    }

    /// Redacts the facts that an app gives about itself.
    ///
    /// - Parameters:
    ///   - open: the members that say nothing about the app's user.
    ///   - known: members that were redacted before and stay.
    package func redact(facts: JSONObject, open: Set<String> = [], known: JSONObject? = nil) -> JSONObject {
        var table: [String: RecordedMember] = [:]
        for key in open { table[key] = .fact }
        for (key, value) in known ?? [:] where facts[key] == value { table[key] = .ours }
        return redact(facts, by: table)
    }
}

extension JSONValue {
    /// Whether it consists only of numbers and Booleans.
    fileprivate var isNumbers: Bool {
        switch self {
        case .null, .bool, .number: true
        case .array(let elements): elements.allSatisfy(\.isNumbers)
        case .string, .object: false
        }
    }
}
