import RewindValue

/// The names of types as they appear in recordings.
package enum TypeName {
    /// A type's name with the types in which it is nested, but without its module: `Todos.Add`.
    ///
    /// Types of the same name in two modules, or in two functions, share it. The name is cached for each type.
    package static func of(_ type: Any.Type) -> String { known.fact(of: type) { make(type) } }

    private static let known = TypeTable<String>()

    private static func make(_ type: Any.Type) -> String {
        let full = privateNamesUnwrapped(reflecting(type))
        guard let dot = full.firstIndex(of: "."), full[..<dot].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return full }
        return String(full[full.index(after: dot)...])
    }

    /// A type's name as `String(reflecting:)` gives it, but the same in every process.
    ///
    /// A private or local type has a context with an address in its name, `(unknown context at $7f3c).`, which is left out. This uses no
    /// regular expression: the first one of a process takes half a millisecond, and an action may be waiting for this.
    static func reflecting(_ type: Any.Type) -> String {
        replacingParentheses(in: String(reflecting: type)) { content, rest in
            guard content.hasPrefix("unknown context at $") else { return nil }
            if rest.first == "." { rest.removeFirst() }
            return ""
        }
    }

    /// `Add` for `(Add in _3F2A)`.
    private static func privateNamesUnwrapped(_ name: String) -> String {
        replacingParentheses(in: name) { content, _ in
            let words = content.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 3, words[1] == "in", words[2].first == "_", words[2].dropFirst().allSatisfy(\.isHexDigit) else {
                return nil
            }
            return words[0]
        }
    }

    /// Replaces each pair of parentheses for which a closure has something else; it may also take from what follows.
    private static func replacingParentheses(
        in name: String, _ replacement: (_ content: Substring, _ rest: inout Substring) -> Substring?
    ) -> String {
        var replaced = ""
        var rest = name[...]
        while let start = rest.firstIndex(of: "("), let end = rest[start...].firstIndex(of: ")") {
            var behind = rest[rest.index(after: end)...]
            if let new = replacement(rest[rest.index(after: start)..<end], &behind) {
                replaced += rest[..<start] + new
                rest = behind
            } else {
                // What it begins may be inside.
                replaced += rest[...start]
                rest = rest[rest.index(after: start)...]
            }
        }
        return replaced + rest
    }
}
