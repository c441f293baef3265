package import RewindValue

/// A JSON value as indented lines, with ink for keys: all of it, which is valid JSON without colours, or with the parts folded that a step
/// did not change.
///
/// ```
///   {
///     "home": {… 3 members},
///     "comments": {
///       "comments": [
///         {"id":105,"author":"bob","text":"I knew it."},
///         … 2 elements
///       ],
///       "selection": 1
///     }
///   }
/// ```
package struct ValueLines {
    package private(set) var lines: [Line] = []
    /// Whether anything was left out.
    package private(set) var isFolded = false
    private var current: Line
    private let folds: Bool

    /// States with fewer lines are shown in full.
    package static let fullLimit = 24
    /// Values with a shorter JSON text stay on one line.
    private static let inlineLimit = 60
    /// The number of characters shown of a long text.
    private static let textLimit = 200
    /// The number of unchanged adjacent array elements shown; the rest is counted.
    private static let runLimit = 3

    /// Earlier long texts, by the texts that replaced them.
    private let old: [String: String]

    /// All lines of a value, each indented by `indent` additional spaces.
    package init(_ value: JSONValue, indent: Int = 0) {
        (current, old, folds) = (Line(Self.spaces(indent)), [:], false)
        append(value, touched: [], indent: indent)
        lines.append(current)
    }

    /// Draws a value after `patch` has changed it.
    ///
    /// - Parameters:
    ///   - root: the place of the value in what the patch is about.
    ///   - texts: known earlier texts by place; of a text that is too long, its new part is shown.
    package init(
        _ value: JSONValue, touchedBy patch: JSONPatch?, below root: JSONPointer = .root, after texts: [JSONPointer: String] = [:],
        indent: Int
    ) {
        var earlier: [String: String] = [:]
        for (place, old) in texts { if let text = value[place]?.string { earlier[text] = old } }
        (current, old, folds) = (Line(Self.spaces(indent)), earlier, Self.hasMore(than: Self.fullLimit, value))
        let places = (patch?.operations ?? []).map { $0.place.tokens }.filter { $0.starts(with: root.tokens) }
        append(value, touched: places.map { $0.dropFirst(root.tokens.count) } + [[]], indent: indent)
        lines.append(current)
    }

    /// The lines of a value; at a prompt, a long value is folded except for what a step touched, and a command that shows it all is
    /// named.
    ///
    /// - Parameters:
    ///   - whole: the command that shows the value in full; `nil` to show it in full here.
    ///   - patch: what the step changed.
    ///   - root: the place of the value in what the patch is about.
    package static func lines(
        _ value: JSONValue, whole: String?, touchedBy patch: JSONPatch? = nil, below root: JSONPointer = .root
    ) -> [Line] {
        guard let whole else { return ValueLines(value).lines }
        let folded = ValueLines(value, touchedBy: patch, below: root, indent: 0)
        return folded.lines + (folded.isFolded ? [Line("(folded: a longer path shows a part, '\(whole)' all of it)", .faint)] : [])
    }

    /// Whether a value has more lines than a limit; reads no more of it than necessary.
    private static func hasMore(than limit: Int, _ value: JSONValue) -> Bool {
        var left = limit
        return !charge(value, to: &left)
    }

    /// Subtracts a value's lines from a budget; returns `false` if the budget is exceeded.
    private static func charge(_ value: JSONValue, to left: inout Int) -> Bool {
        left -= 1
        switch value {
        case .array(let elements) where !elements.isEmpty:
            left -= 1
            for element in elements where !charge(element, to: &left) { return false }
        case .object(let object) where !object.isEmpty:
            left -= 1
            for member in object where !charge(member.value, to: &left) { return false }
        default: break
        }
        return left >= 0
    }

    /// Adds a value; `touched` are the changed paths in it, the empty one for the value itself.
    private mutating func append(_ value: JSONValue, touched: [ArraySlice<String>], indent: Int) {
        switch value {
        case .array(let elements) where isOpen(value, touched): appendArray(elements, touched: touched, indent: indent)
        case .object(let object) where isOpen(value, touched): appendObject(object, touched: touched, indent: indent)
        case .array(let elements) where folds && PatchText.isLong(value, Self.inlineLimit):
            fold("[\(Self.count(elements.count, "element"))]")
        case .object(let object) where folds && PatchText.isLong(value, Self.inlineLimit): fold("{\(Self.count(object.count, "member"))}")
        case _ where !folds: current.add(value.jsonText)
        default:
            isFolded = isFolded || PatchText.isLong(value, Self.textLimit)
            current.add(ValueText.line(value, limit: Self.textLimit, after: value.string.flatMap { old[$0] }.map(JSONValue.string)).text)
        }
    }

    private func isOpen(_ value: JSONValue, _ touched: [ArraySlice<String>]) -> Bool {
        folds
            ? !touched.isEmpty && PatchText.isLong(value, Self.inlineLimit)
            : value.array?.isEmpty == false || value.object?.isEmpty == false
    }

    private mutating func appendObject(_ object: JSONObject, touched: [ArraySlice<String>], indent: Int) {
        current.add("{")
        for (position, member) in object.enumerated() {
            nextLine(indent + 2, comma: position > 0)
            current.add(JSONValue.string(member.key).jsonText, .name)
            current.add(": ")
            append(member.value, touched: Self.below(member.key, of: touched), indent: indent + 2)
        }
        nextLine(indent)
        current.add("}")
    }

    private mutating func appendArray(_ elements: [JSONValue], touched: [ArraySlice<String>], indent: Int) {
        current.add("[")
        let places = touched.compactMap { tokens in tokens.first.flatMap { token in Int(token).flatMap { String($0) == token ? $0 : nil } }
        }
        var index = 0
        var run = 0
        while index < elements.count {
            var below = Self.below(String(index), of: touched)
            if index == elements.count - 1 { below += Self.below("-", of: touched) }
            run = below.isEmpty ? run + 1 : 0
            nextLine(indent + 2, comma: index > 0)
            if folds, run > Self.runLimit {
                let next = places.filter { $0 > index && $0 < elements.count }.min() ?? elements.count
                if next - index > 1 {
                    fold(Self.count(next - index, "element"))
                    index = next
                    continue
                }
            }
            append(elements[index], touched: below, indent: indent + 2)
            index += 1
        }
        nextLine(indent)
        current.add("]")
    }

    private mutating func fold(_ text: String) {
        current.add(text, .faint)
        isFolded = true
    }

    private mutating func nextLine(_ indent: Int, comma: Bool = false) {
        if comma { current.add(",") }
        lines.append(current)
        current = Line(Self.spaces(indent))
    }

    private static func below(_ token: String, of touched: [ArraySlice<String>]) -> [ArraySlice<String>] {
        touched.filter { $0.first == token }.map { $0.dropFirst() }
    }

    private static func count(_ number: Int, _ noun: String) -> String { "… \(number) \(noun)" + (number == 1 ? "" : "s") }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension JSONPatch.Operation {
    /// The place that the operation changes; for a removal, the place that it is removed from.
    package var place: JSONPointer {
        switch self {
        case .add(let at, _), .replace(let at, _), .test(let at, _), .move(_, let at), .copy(_, let at): at
        case .remove(let at): JSONPointer(tokens: at.tokens.dropLast())
        }
    }
}

/// Draws a value in a list, or its absence.
package enum ValueText {
    /// The maximum number of characters of a value, unless a row sets another limit.
    package static let limit = 60

    /// The value's JSON, limited in length.
    ///
    /// - Parameter old: the earlier value; of a text that is too long, the new part is shown.
    package static func line(_ value: JSONValue?, limit: Int = limit, _ ink: Line.Ink = .plain, after old: JSONValue? = nil) -> Line {
        guard let value else { return Line("(nothing)", .faint) }
        guard case .string(let text) = value, case .string(let before)? = old else { return Line(PatchText.brief(value, limit), ink) }
        return Line(PatchText.brief(.string(PatchText.news(of: text, after: before, limit)), limit), ink)
    }
}
