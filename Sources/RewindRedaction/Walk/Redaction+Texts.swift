import RewindFormat
import RewindValue

extension Redaction {
    /// A text as a masked recording may have it at a place.
    func masked(_ text: String, at place: RecordedPlace, by masker: Masker) -> String {
        switch place {
        case .sourceName, .words: return text
        case .actionType: return names.has(actionType: text) ? text : masker.masked(text)
        case .site: return Self.isSite(text) ? text : masker.masked(text)
        case .mediaType: return Self.isMediaType(text) ? text : masker.masked(text)
        case .store:
            return text.split(separator: "/", omittingEmptySubsequences: false)
                .map { $0 == "main" ? "main" : masker.masked(String($0)) }.joined(separator: "/")
        case .standardError:
            return text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { RuntimeWords.keeping(in: $0, isSite: Self.isSite) { masker.masked($0) } }.joined(separator: "\n")
        case .value, .encoded, .data, .appText: return masker.masked(text)
        }
    }

    /// Whether a text has the form of a media type without parameters: `image/svg+xml`.
    static func isMediaType(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 2 && isName(parts[0], "-") && isName(parts[1], "+.-")
    }

    /// Whether a text has the form of a location in Swift source: `Home.swift:42`, `Home+Rows.swift:7`, `Shop/Home.swift:42` (`#fileID`).
    package static func isSite(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count <= 80, (1...6).contains(parts[1].count), parts[1].allSatisfy({ $0.isASCIIDigit }) else {
            return false
        }
        let path = parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard path.count <= 2, let file = path.last, file.count > 6, file.suffix(6).elementsEqual(".swift".utf8) else { return false }
        return isName(file.dropLast(6), "_+-") && (path.count < 2 || isName(path[0], "_"))
    }

    private static func isName(_ text: Substring.UTF8View, _ signs: String) -> Bool {
        text.first.map { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") } == true
            && text.allSatisfy { $0.isASCIIAlphanumeric || signs.utf8.contains($0) }
    }
}

/// The words that Swift's runtime prints for a crash, the same in every app.
private enum RuntimeWords {
    /// Masks a line except the runtime's words and the source location before them.
    static func keeping(in line: Substring, isSite: (String) -> Bool, masked: (String) -> String) -> String {
        var (result, rest) = ("", line)
        while true {
            let joint = rest.indices.first { rest[$0...].starts(with: ": ") } ?? rest.endIndex
            let said = rest[..<joint]
            let isKept = Crash.runtimeMarks.contains(String(said)) || phrases.contains(said) || isSite(String(said))
            result += isKept ? String(said) : masked(String(said))
            if joint == rest.endIndex { return result }
            result += ": "
            rest = rest[joint...].dropFirst(2)
        }
    }

    private static let phrases: Set<Substring> = [
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
        "'try!' expression unexpectedly raised an error", "Duplicate values for key",
        // The compiler's notes in a release build, where the runtime prints nothing.
        "arithmetic overflow", "precondition failure", "force unwrapped a nil value",
    ]
}
