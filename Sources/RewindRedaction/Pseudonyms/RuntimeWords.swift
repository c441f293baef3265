import RewindValue

/// What Swift's runtime says of a crash in words of its own, whatever the app is: no text of the app's.
package enum RuntimeWords {
    /// A text of which the lines are masked, but for the runtime's words at the end of each, and the place in the source in front of these, as the
    /// runtime writes it, or behind them in parentheses, as we do.
    ///
    /// Of a crash that the app has words for, these are masked, and the rest stays.
    ///
    /// - Parameter isSite: Whether a text is such a place.
    package static func keeping(in text: String, isSite: (String) -> Bool, masked: (String) -> String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { (line: Substring) -> String in
                var said = line
                if line.hasSuffix(")"), let open = line.lastIndex(of: "("), isSite(String(line[line.index(after: open)...].dropLast())) {
                    said = line[..<open].dropLast()
                }
                func isPlace(_ front: Substring) -> Bool { front.hasSuffix(": ") && isSite(String(front.dropLast(2))) }
                if let words = words(in: said) {
                    let front = line[..<words.startIndex]
                    return (isPlace(front) ? String(front) : masked(String(front))) + line[words.startIndex...]
                }
                guard let start = said.indices.first(where: { said[$0...].hasPrefix(mark) }),
                    start == said.startIndex || isPlace(said[..<start])
                else { return masked(String(line)) }
                let own = said[start...].dropFirst(mark.count)
                return String(line[..<own.startIndex]) + masked(String(own)) + String(line[said.endIndex...])
            }
            .joined(separator: "\n")
    }

    /// What stands in front of the words, the runtime's or the app's.
    private static let mark = "Fatal error: "

    /// The runtime's words at the end of a line: `Fatal error: Index out of range`.
    private static func words(in line: Substring) -> Substring? {
        phrases.lazy.compactMap { phrase in line.hasSuffix(phrase) ? line.suffix(phrase.count) : nil }.first
    }

    private static let phrases =
        [
            "Index out of range", "Array index is out of range", "Negative Array index is out of range", "String index is out of bounds",
            "Unexpectedly found nil while unwrapping an Optional value",
            "Unexpectedly found nil while implicitly unwrapping an Optional value", "Range requires lowerBound <= upperBound",
            "Range requires that the lower bound is less than or equal to the upper bound", "Array index out of range",
            "Can't remove last element from an empty collection", "Can't remove first element from an empty collection",
            "Can't remove more items from a collection than it contains", "Division by zero", "Division by zero in remainder operation",
            "Arithmetic operation results in an overflow", "Not enough bits to represent the passed value",
            "Negative value is not representable", "Duplicate keys of type", "Dictionary literal contains duplicate keys",
            "Array replace: subrange extends past the end", "Array replace: subrange start is negative", "Stack overflow",
            "Double value cannot be converted to Int because it is either infinite or NaN",
            "Double value cannot be converted to Int because the result would be greater than Int.max",
            // What the compiler notes in a release build, where nothing is said.
            "arithmetic overflow", "precondition failure", "force unwrapped a nil value",
        ]
        .map { mark + $0 }
}
