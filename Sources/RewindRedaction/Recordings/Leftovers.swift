package import RewindFormat
import RewindValue

/// Texts that were removed in one place of a recording and are left in another, which no rule covers.
package struct Leftovers {
    private let names: SourceNames
    private var removed: Set<String> = []
    private var found: [Key: RedactionReport.Removal] = [:]

    private struct Key: Hashable {
        let part: String
        let place: PointerPattern
    }

    /// Texts that are looked for, and the characters that each has at least.
    private static let limit = 100_000, shortest = 3

    /// - Parameter manifest: of the recording; a word that is also a name in the source says nothing where it is left.
    package init(of manifest: Manifest) {
        names = SourceNames(shapes: manifest.types, types: manifest.stores.flatMap { [$0.state, $0.action ?? ""] })
    }

    /// Where they are left, ordered by part and place.
    package var places: [RedactionReport.Removal] { found.values.sorted { ($0.part, "\($0.place)") < ($1.part, "\($1.place)") } }

    /// Whether any text is to be looked for.
    package var isEmpty: Bool { removed.isEmpty }

    /// Takes note of what was removed from a stream, line by line.
    package mutating func compare(_ stream: [UInt8], without clean: [UInt8]) {
        for (before, after) in zip(Self.lines(of: stream), Self.lines(of: clean)) where before != after {
            guard let before = Self.value(before), let after = Self.value(after) else { continue }
            note(before, without: after)
        }
    }

    /// Looks for these texts in a stream that was cleaned.
    package mutating func look(in clean: [UInt8]) {
        for case .object(let line)? in Self.lines(of: clean).lazy.map(Self.value) {
            let step = line["step"]?.int
            for (key, value) in line {
                switch (key, value) {
                case ("patch", .array(let operations)):
                    for operation in operations {
                        let place = operation["path"]?.string.flatMap { try? JSONPointer(parsing: $0) } ?? .root
                        if let value = operation["value"] { look(at: value, place, part: "state", step) }
                    }
                case ("keyframe", _): look(at: value, .root, part: "state", step)
                case ("action", .number): break  // a line of an action: its members follow
                case ("action", _): look(at: value, .root, part: "action", step)
                default: look(at: value, JSONPointer(tokens: [key]), part: "line", step)
                }
            }
        }
    }

    private static func lines(of stream: [UInt8]) -> [ArraySlice<UInt8>] {
        stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }

    private static func value(_ line: ArraySlice<UInt8>) -> JSONValue? {
        try? JSONValue(parsing: line, limits: FormatLimits.default.json)
    }

    private mutating func note(_ before: JSONValue, without after: JSONValue) {
        switch (before, after) {
        case (.string(let text), _) where before != after && text.count >= Self.shortest && removed.count < Self.limit:
            if !names.has(key: text) { removed.insert(text) }
        case (.array(let before), .array(let after)) where before.count == after.count:
            for (before, after) in zip(before, after) { note(before, without: after) }
        case (.object(let before), .object(let after)):
            for (key, value) in before { if let clean = after[key] { note(value, without: clean) } }
        default: break
        }
    }

    private mutating func look(at value: JSONValue, _ pointer: JSONPointer, part: String, _ step: Int?) {
        switch value {
        case .string(let text):
            guard removed.contains(text) else { return }
            let key = Key(part: part, place: PointerPattern(pointer))
            found[key, default: .init(part: part, rule: "", place: key.place, count: 0, step: step)].count += 1
        case .array(let elements):
            for element in elements { look(at: element, JSONPointer(tokens: pointer.tokens + ["-"]), part: part, step) }
        case .object(let object):
            for (key, value) in object { look(at: value, JSONPointer(tokens: pointer.tokens + [key]), part: part, step) }
        case .null, .bool, .number: break
        }
    }
}
