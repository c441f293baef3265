package import RewindValue

/// A patch in a few words: `/home/isLoading = false, + /home/episodes/3, 2 more`.
package struct PatchText {
    package let patch: JSONPatch

    package init(_ patch: JSONPatch) { self.patch = patch }

    /// Each operation as a line, with as much of its value as fits `valueLimit` characters.
    package func lines(valueLimit: Int) -> [Line] {
        patch.operations.map { operation in
            switch operation {
            case .add(let pointer, let value): Line("+ \(Self.name(pointer))", .added) + Line(" = " + Self.brief(value, valueLimit))
            case .remove(let pointer): Line("- \(Self.name(pointer))", .removed)
            case .replace(let pointer, let value): Line("~ \(Self.name(pointer))", .changed) + Line(" = " + Self.brief(value, valueLimit))
            case .move(let from, let to): Line("> \(Self.name(from))", .changed) + Line(" to \(Self.name(to))")
            case .copy(let from, let to): Line("+ \(Self.name(to))", .added) + Line(" from \(Self.name(from))")
            case .test(let pointer, let value): Line("= \(Self.name(pointer))") + Line(" is " + Self.brief(value, valueLimit))
            }
        }
    }

    /// The first operations in one line.
    package func summary(operations: Int = 3, valueLimit: Int = 32) -> Line {
        let first = PatchText(JSONPatch(Array(patch.operations.prefix(operations)))).lines(valueLimit: valueLimit)
        var summary = Line()
        for line in first {
            if !summary.spans.isEmpty { summary.add(", ", .faint) }
            summary = summary + line
        }
        if patch.operations.count > operations { summary.add(", \(patch.operations.count - operations) more", .faint) }
        return summary
    }

    /// The pointer, or a word for the whole state.
    package static func name(_ pointer: JSONPointer) -> String { pointer.tokens.isEmpty ? "(all)" : pointer.description }

    /// A value's JSON, cut to so many characters.
    package static func brief(_ value: JSONValue, _ limit: Int) -> String {
        switch value {
        case .array(let elements) where !elements.isEmpty && value.jsonText.count > limit: return "[\(elements.count) elements]"
        case .object(let object) where !object.isEmpty && value.jsonText.count > limit: return "{\(object.count) members}"
        default:
            let text = value.jsonText
            return text.count > limit ? text.prefix(max(0, limit - 1)) + "…" : text
        }
    }
}
