package import RewindValue

/// A JSON value as indented lines, with ink for keys; without colours, the lines are valid JSON.
package struct ValueLines {
    package private(set) var lines: [Line] = []
    private var current = Line()

    /// The lines of a value, each indented by `indent` additional spaces.
    package init(_ value: JSONValue, indent: Int = 0) {
        current.add(Self.spaces(indent))
        append(value, indent: indent)
        lines.append(current)
    }

    /// Whether a value has more lines than a limit; reads no more of it than necessary.
    package static func hasMore(than limit: Int, _ value: JSONValue) -> Bool {
        var left = limit
        return !take(value, from: &left)
    }

    /// Subtracts a value's lines from a budget; returns `false` if the budget is exceeded.
    private static func take(_ value: JSONValue, from left: inout Int) -> Bool {
        left -= 1
        switch value {
        case .array(let elements) where !elements.isEmpty:
            left -= 1
            for element in elements where !take(element, from: &left) { return false }
        case .object(let object) where !object.isEmpty:
            left -= 1
            for member in object where !take(member.value, from: &left) { return false }
        default: break
        }
        return left >= 0
    }

    private mutating func append(_ value: JSONValue, indent: Int) {
        switch value {
        case .array(let elements) where !elements.isEmpty:
            current.add("[")
            for (position, element) in elements.enumerated() {
                nextLine(indent + 2, comma: position > 0)
                append(element, indent: indent + 2)
            }
            nextLine(indent)
            current.add("]")
        case .object(let object) where !object.isEmpty:
            current.add("{")
            for (position, member) in object.enumerated() {
                nextLine(indent + 2, comma: position > 0)
                current.add(JSONValue.string(member.key).jsonText, .name)
                current.add(": ")
                append(member.value, indent: indent + 2)
            }
            nextLine(indent)
            current.add("}")
        default: current.add(value.jsonText)
        }
    }

    private mutating func nextLine(_ indent: Int, comma: Bool = false) {
        if comma { current.add(",") }
        lines.append(current)
        current = Line(Self.spaces(indent))
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
