/// A choice of actions: by patterns for their names, or by a condition.
///
/// A pattern is a whole name in which `*` matches any characters, or none, and `?` matches one: `"search/*"`. Names are those that `rewind
/// log` shows: the path of cases (`home/didReceive`), or the type's name.
public struct ActionMatch: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    private let matches: @Sendable (_ type: String, _ action: Any) -> Bool

    /// Actions whose names match one of the patterns.
    package init(_ patterns: [String]) {
        matches = { type, _ in patterns.contains { Glob.fits(type, $0) } }
    }

    /// Actions for which a condition holds; it runs on the dispatching thread, for every action, and must be fast.
    public init(where condition: @escaping @Sendable (_ type: String, _ action: Any) -> Bool) { matches = condition }

    /// Actions whose names match a pattern.
    public init(stringLiteral pattern: String) { self.init([pattern]) }

    /// Actions whose names match one of the patterns.
    public init(arrayLiteral patterns: String...) { self.init(patterns) }

    func callAsFunction(_ type: String, _ action: Any) -> Bool { matches(type, action) }
}

/// Patterns with `*` and `?`.
enum Glob {
    /// Whether a text fits a pattern as a whole; costs at most their lengths multiplied.
    static func fits(_ text: String, _ pattern: String) -> Bool {
        let (text, pattern) = (Array(text.unicodeScalars), Array(pattern.unicodeScalars))
        var (at, place) = (0, 0)
        var lastStar: (place: Int, at: Int)?
        while at < text.count {
            if place < pattern.count, pattern[place] == "*" {
                lastStar = (place, at)
                place += 1
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[at] {
                (at, place) = (at + 1, place + 1)
            } else if let star = lastStar {
                // Let the last star match one more character, and try again after it.
                lastStar = (star.place, star.at + 1)
                (at, place) = (star.at + 1, star.place + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }
}
