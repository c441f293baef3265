import RewindRendering
import RewindReplay
import RewindValue

/// Text for an assistant, to whom what a recording says must not look like what we say.
///
/// A recording may come from a stranger, who writes for its reader. So recorded text stands in quotes, or in lines that begin with
/// ``mark``, and invisible characters are written out.
enum AssistantText {
    /// What a line begins with that quotes.
    static let mark = "> "

    /// The longest line that quotes, in bytes.
    private static let longestLine = 400

    /// The text with each character written out that is not seen, as `\u202e`.
    static func visible(_ text: String) -> String {
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) || !text.unicodeScalars.contains(where: isUnseen) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            guard isUnseen(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        // These carry hidden text, too.
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// The beginning of a text, with `…` if that is not all.
    ///
    /// It counts bytes, for one character can have any number of marks above it.
    static func cut(_ text: String, to bytes: Int) -> String {
        if text.utf8.count <= bytes { return text }
        var (kept, room) = ("", bytes - "…".utf8.count)
        for scalar in text.unicodeScalars {
            room -= UTF8.width(scalar)
            if room < 0 { break }
            kept.unicodeScalars.append(scalar)
        }
        return kept + "…"
    }

    /// A recorded text inside a sentence of ours: in quotes, as in JSON, and cut.
    static func quoted(_ text: String, limit: Int = 60) -> String { visible(JSONValue.string(cut(text, to: limit)).jsonText) }

    /// A line that quotes.
    static func row(_ text: String) -> String {
        mark + cut(visible(TerminalText.escaped(text)), to: longestLine)
    }

    /// A line that quotes, of a line for people.
    static func row(_ line: Line) -> String { row(line.trimmed.text) }

    /// A value whose texts and keys have each character written out that is not seen, but for ends of lines and tabs.
    static func visible(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(visibleLines(text))
        case .array(let elements): .array(elements.map { visible($0) })
        case .object(let members): .object(JSONObject(members.map { (visibleLines($0.key), visible($0.value)) }))
        case .null, .bool, .number: value
        }
    }

    private static func visibleLines(_ text: String) -> String {
        if !text.unicodeScalars.contains(where: isUnseen) { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map { visible(String($0)) }.joined(separator: "\t")
        }.joined(separator: "\n")
    }
}

/// Expressions of an assistant.
enum AssistantExpression {
    /// Parses an expression, which must not read what is not in the recording: jq has the environment of its process.
    static let predicate: PredicateParser = { text throws(PromptError) in
        if (try? Predicate(parsing: text)) == nil, text.contains(#/\$\s*ENV|(^|[^.\w"])(env|input_filename)(?!\w)/#) {
            throw PromptError("an expression here reads the recording, and not the environment: '\(text)'")
        }
        return try WrittenCondition.atPrompt(text)
    }
}

extension JSONValue {
    /// The value without members that are null or empty, except in what an app's values are: there, they say something.
    var withoutEmptyMembers: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutEmptyMembers))
        case .object(let members):
            .object(
                JSONObject(
                    members.compactMap { key, value in
                        if Self.recordedMembers.contains(key) { return (key, value) }
                        return value.isEmptyMember ? nil : (key, value.withoutEmptyMembers)
                    }))
        case .null, .bool, .number, .string: self
        }
    }

    /// The members of rows that hold an app's values.
    private static let recordedMembers: Set<String> = ["action", "state", "value", "patch", "before", "expression", "actual", "expected"]

    private var isEmptyMember: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .string(let text): text.isEmpty
        case .bool, .number: false
        }
    }
}

/// A value that is cut to a size: what does not fit is left out, and named.
struct FittedValue {
    private(set) var value: JSONValue
    /// The places of what was left out, wholly or in part.
    private(set) var leftOut: [JSONPointer] = []

    /// - Parameter room: how many bytes it may have as JSON.
    init(_ value: JSONValue, room: Int) {
        self.value = value
        if value.jsonText.utf8.count > room { self.value = fitted(value, at: .root, room) ?? .object([:]) }
    }

    private mutating func fitted(_ value: JSONValue, at place: JSONPointer, _ room: Int) -> JSONValue? {
        let size = value.jsonText.utf8.count
        if size <= room { return value }
        switch value {
        case .object(let members) where room > 60: return .object(fitted(members, at: place, room))
        case .array(let elements) where room > 60:
            var (kept, left) = ([JSONValue](), room - 2)
            for element in elements {
                left -= element.jsonText.utf8.count + 1
                if left < 0 { break }
                kept.append(element)
            }
            leftOut.append(place)
            return kept.isEmpty ? nil : .array(kept)
        case .string(let text) where room > 60:
            leftOut.append(place)
            return .string(AssistantText.cut(text, to: room / 2 - 4))
        default:
            leftOut.append(place)
            return nil
        }
    }

    /// The small members first, so that one large one does not take the others' room.
    private mutating func fitted(_ members: JSONObject, at place: JSONPointer, _ room: Int) -> JSONObject {
        let sizes = members.map { $0.key.utf8.count + 4 + $0.value.jsonText.utf8.count }
        var (kept, left) = ([Int: JSONValue](), room - 2)
        for index in members.indices.sorted(by: { sizes[$0] < sizes[$1] }) {
            let (key, member) = members[index]
            let name = key.utf8.count + 4
            guard let part = fitted(member, at: place.appending(key), left - name) else { continue }
            kept[index] = part
            left -= name + part.jsonText.utf8.count
        }
        return JSONObject(members.indices.compactMap { index in kept[index].map { (members[index].key, $0) } })
    }
}
