package import RewindValue

/// A summary of a patch: `/home/isLoading = false, + /home/episodes/3, 2 more`.
package struct PatchText {
    package let patch: JSONPatch

    package init(_ patch: JSONPatch) { self.patch = patch }

    /// Each operation as a line, with its value cut to `valueLimit` characters.
    ///
    /// - Parameter texts: known earlier texts by place; of a text that is too long, its new part is shown.
    package func lines(valueLimit: Int, after texts: [JSONPointer: String] = [:]) -> [Line] {
        lines(valueLimit: valueLimit, after: texts, name: Self.name)
    }

    private func lines(valueLimit: Int, after texts: [JSONPointer: String], name: (JSONPointer) -> String) -> [Line] {
        patch.operations.map { operation in
            if case .replace(let pointer, .string(let text)) = operation, let old = texts[pointer] {
                .replace(pointer, .string(Self.news(of: text, after: old, valueLimit)))
            } else {
                operation
            }
        }
        .map { (operation: JSONPatch.Operation) in
            let head = Self.head(of: operation, name: name)
            return switch operation {
            case .add(_, let value), .replace(_, let value): head + Line(" = " + Self.brief(value, valueLimit))
            case .test(_, let value): head + Line(" is " + Self.brief(value, valueLimit))
            case .remove, .move, .copy: head
            }
        }
    }

    /// An operation without its value: a sign, and the places.
    package static func head(of operation: JSONPatch.Operation) -> Line { head(of: operation, name: name) }

    private static func head(of operation: JSONPatch.Operation, name: (JSONPointer) -> String) -> Line {
        switch operation {
        case .add(let place, _): Line("+ \(name(place))", .added)
        case .remove(let place): Line("- \(name(place))", .removed)
        case .replace(let place, _): Line("~ \(name(place))", .changed)
        case .move(let from, let to): Line("> \(name(from))", .changed) + Line(" to \(name(to))")
        case .copy(let from, let to): Line("+ \(name(to))", .added) + Line(" from \(name(from))")
        case .test(let place, _): Line("= \(name(place))")
        }
    }

    /// The first operations in one line.
    ///
    /// - Parameter texts: known earlier texts by place; of a text that is too long, its new part is shown.
    package func summary(operations: Int = 3, valueLimit: Int = 32, after texts: [JSONPointer: String] = [:]) -> Line {
        summary(operations: operations, valueLimit: valueLimit, after: texts, name: Self.name)
    }

    private func summary(
        operations: Int, valueLimit: Int, after texts: [JSONPointer: String], name: (JSONPointer) -> String
    ) -> Line {
        let first = PatchText(JSONPatch(Array(patch.operations.prefix(operations))))
            .lines(valueLimit: valueLimit, after: texts, name: name)
        var summary = Line()
        for line in first {
            if !summary.spans.isEmpty { summary.add(", ", .faint) }
            summary = summary + line
        }
        if patch.operations.count > operations { summary.add(", \(patch.operations.count - operations) more", .faint) }
        return summary
    }

    /// The first operations, fitted to a width if possible: with the ends of their paths, and with the new part of a text whose last value
    /// is known.
    package func news(columns: Int, after texts: [JSONPointer: String], operations: Int = 3) -> Line {
        let names = patch.operations.prefix(operations).reduce(0) { $0 + 5 + DisplayWidth.of("~ \(Self.shortName($1.pointer))") }
        let valueLimit = min(40, max(12, (columns - names) / max(1, min(operations, patch.operations.count)) - 1))
        return summary(operations: operations, valueLimit: valueLimit, after: texts, name: Self.shortName)
    }

    /// The new part of a text with its context, if its JSON exceeds a limit of characters; otherwise the whole text.
    ///
    /// A text that was extended at the end is shown by its end.
    package static func news(of new: String, after old: String, _ limit: Int) -> String {
        let limit = max(4, limit - 2)
        if new.utf8.count <= limit { return new }
        let (before, text) = (Array(old), Array(new))
        if text.count <= limit { return new }
        let start = zip(before, text).prefix { $0 == $1 }.count
        let same = zip(before.reversed(), text.reversed()).prefix { $0 == $1 }.count
        let end = max(start, text.count - min(same, text.count - start))
        // Two characters are reserved for the ellipses on both sides.
        var first = start - min(8, (limit - 2) / 2)
        if end - first > limit - 2 { first = end == text.count ? end - limit + 1 : min(start, end - limit + 2) }
        if end - start > limit - 2, end < text.count { first = start }
        first = min(first, text.count - limit + 1)
        if first <= 1 { return text.count <= limit ? new : String(text[..<(limit - 1)]) + "…" }
        let last = min(text.count, first + limit - 1)
        return "…" + (last < text.count ? String(text[first..<(last - 1)]) + "…" : String(text[first...]))
    }

    /// The differing parts of two long texts, as JSON limited in length; `nil` if the values are not texts, or have little in common.
    static func change(from old: JSONValue, to new: JSONValue, _ limit: Int) -> (old: String, new: String)? {
        guard case .string(let before) = old, case .string(let after) = new, max(before.utf8.count, after.utf8.count) > limit else {
            return nil
        }
        let (first, second) = (before.unicodeScalars, after.unicodeScalars)
        let start = zip(first, second).prefix { $0 == $1 }.count
        let end = zip(first.reversed(), second.reversed()).prefix { $0 == $1 }.count
        guard 2 * (start + end) >= max(first.count, second.count) else { return nil }
        func part(_ text: String, _ other: String) -> String { brief(.string(news(of: text, after: other, limit)), limit) }
        return (part(before, after), part(after, before))
    }

    /// The pointer, or a word for the whole state.
    package static func name(_ pointer: JSONPointer) -> String { pointer.tokens.isEmpty ? "(all)" : pointer.description }

    /// The same, of a long pointer only its last two keys.
    private static func shortName(_ pointer: JSONPointer) -> String {
        pointer.tokens.count > 2 ? "…" + JSONPointer(tokens: pointer.tokens.suffix(2)).description : name(pointer)
    }

    /// Whether a value's JSON exceeds a limit of characters; reads no more of a large value than necessary.
    package static func isLong(_ value: JSONValue, _ limit: Int) -> Bool {
        value.isLonger(than: limit) || value.jsonText.count > limit
    }

    /// A text's JSON cut to a limit of characters, with an ellipsis inside the quotes.
    private static func cut(_ text: String, _ limit: Int) -> String {
        var kept = text.prefix(max(0, limit - 3))
        // Escaped characters take more room.
        while !kept.isEmpty, JSONValue.string(String(kept)).jsonText.count > limit - 1 { kept.removeLast() }
        return JSONValue.string(String(kept)).jsonText.dropLast() + "…\""
    }

    /// A value's JSON, cut to a limit of characters.
    package static func brief(_ value: JSONValue, _ limit: Int) -> String {
        // A large value is found to be too long before its JSON is built.
        let text = value.isLonger(than: limit) ? nil : value.jsonText
        if let text, text.utf8.count <= limit || text.count <= limit { return text }
        switch value {
        case .array(let elements) where !elements.isEmpty: return "[\(elements.count) \(elements.count == 1 ? "element" : "elements")]"
        case .object(let object) where object.count == 1 && object.member(at: 0).key.count + 5 <= max(limit, 12):
            return "{\(JSONValue.string(object.member(at: 0).key).jsonText.dropFirst().dropLast()): …}"  // usually a case of an enum
        case .object(let object) where !object.isEmpty: return "{\(object.count) \(object.count == 1 ? "member" : "members")}"
        case .string(let text): return cut(text, limit)
        default: return (text ?? value.jsonText).prefix(max(0, limit - 1)) + "…"
        }
    }
}

extension JSONValue {
    /// Whether its JSON is certainly longer than a limit; reads no more of it than necessary.
    fileprivate func isLonger(than limit: Int) -> Bool {
        var left = limit
        return !charge(to: &left)
    }

    /// Subtracts the minimum length of its JSON from a budget; returns `false` if the budget is exceeded.
    private func charge(to left: inout Int) -> Bool {
        switch self {
        case .null, .bool, .number: left -= 1
        case .string(let text): left -= 2 + text.prefix(max(0, left)).count
        case .array(let elements):
            left -= elements.count + 1
            for element in elements where !element.charge(to: &left) { return false }
        case .object(let object):
            left -= 2 * object.count + 1
            for (key, value) in object where !JSONValue.string(key).charge(to: &left) || !value.charge(to: &left) { return false }
        }
        return left >= 0
    }
}
