/// A slip in a condition: jq accepts it, but it is never meant.
package struct ConditionSlip: Error, Sendable, Equatable, CustomStringConvertible {
    /// The condition.
    package let text: String
    /// What is wrong with it, as a clause.
    package let reason: String

    /// The condition, and what is wrong with it.
    package var description: String { "'\(text)' is no condition: \(reason)" }

    /// Looks for a slip in the text of a condition, in any language.
    ///
    /// - Throws: The first slip.
    package static func check(_ text: String) throws(ConditionSlip) {
        let words = Word.list(of: text[...])
        if words.contains(.sign("=")) {
            throw ConditionSlip(text: text, reason: "'=' sets a value: compare with '=='")
        }
        for (position, word) in words.enumerated() {
            guard word == .sign("==") || word == .sign("!="), position > 0, position + 1 < words.count else { continue }
            let (left, right) = (words[position - 1], words[position + 1])
            let beforeLeft = position > 1 ? words[position - 2] : nil
            if case .text(let value) = right, left == .name("type"), beforeLeft != .sign("|"), !kinds.contains(value) { throw ofType(text) }
            if case .text(let value) = left, right == .name("type"), !kinds.contains(value) { throw ofType(text) }
        }
    }

    /// The values of jq's `type`.
    private static let kinds: Set = ["null", "boolean", "number", "string", "array", "object"]

    private static func ofType(_ text: String) -> ConditionSlip {
        ConditionSlip(
            text: text, reason: "the action's type is \(StepWord.type); 'type' alone is jq's, the kind of a value: \"string\", \"object\"")
    }

    /// A word of jq's language, as far as is needed to detect slips.
    private enum Word: Equatable {
        /// A name, with the dot or the dollar sign before it.
        case name(String)
        /// A string, as it is written between its quotes.
        case text(String)
        /// An operator, or one character of anything else.
        case sign(String)

        private static let signs = ["==", "!=", "<=", ">=", "?//=", "//=", "|=", "+=", "-=", "*=", "/=", "%="]

        static func list(of text: Substring) -> [Word] {
            var words: [Word] = []
            var rest = text
            while let first = rest.first {
                if first.isWhitespace {
                    rest.removeFirst()
                } else if first == "#" {
                    rest = rest.drop { !$0.isNewline }
                } else if first == "\"" {
                    rest.removeFirst()
                    words.append(.text(string(&rest)))
                } else if let sign = signs.first(where: { rest.hasPrefix($0) }) {
                    rest = rest.dropFirst(sign.count)
                    words.append(.sign(sign))
                } else {
                    let name = String(first) + rest.dropFirst().prefix(while: isPartOfName)
                    let isName = isPartOfName(first) || (first == "." || first == "$") && name.count > 1
                    rest = rest.dropFirst(isName ? name.count : 1)
                    words.append(isName ? .name(name) : .sign(String(first)))
                }
            }
            return words
        }

        private static func isPartOfName(_ character: Character) -> Bool {
            character == "_" || character.isASCII && (character.isLetter || character.isNumber)
        }

        /// The string after its opening quote, up to the closing one, including the strings inside `\(…)`.
        private static func string(_ rest: inout Substring) -> String {
            let start = rest
            var depth = 0
            while let character = rest.popFirst() {
                if character == "\\", let next = rest.popFirst() {
                    if next == "(" { depth += 1 }
                } else if depth > 0 {
                    if character == "\"" { _ = string(&rest) }
                    if character == "(" { depth += 1 }
                    if character == ")" { depth -= 1 }
                } else if character == "\"" {
                    return String(start[..<rest.startIndex].dropLast())
                }
            }
            return String(start)
        }
    }
}
