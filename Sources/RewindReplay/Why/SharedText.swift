import RewindFormat
import RewindValue

/// The text in a value that has most in common with another one: it is in that whole, or that is in it.
struct SharedText {
    private(set) var place: JSONPointer?
    private(set) var text = ""
    /// Whether the other text has this one in it, and not the other way around.
    private(set) var isPart = false
    private let wanted: [UInt8]
    private var shared = 0

    /// The fewest bytes that are hardly in another text by chance.
    private static let length = 8

    init(with wanted: String, in value: JSONValue?) {
        self.wanted = Array(wanted.utf8)
        guard let value, self.wanted.count >= Self.length else { return }
        var path: [String] = []
        look(at: value, &path)
    }

    private mutating func look(at value: JSONValue, _ path: inout [String]) {
        if case .string(let text) = value {
            compare(with: text, at: path)
            return
        }
        value.forEachChild { key, child in
            path.append(key)
            look(at: child, &path)
            path.removeLast()
        }
    }

    private mutating func compare(with text: String, at path: [String]) {
        let count = min(text.utf8.count, wanted.count)
        guard count >= Self.length, count > shared, !Placeholder.isIn(text) else { return }
        let bytes = Array(text.utf8)
        guard bytes.count < wanted.count ? wanted.contains(bytes: bytes) : bytes.contains(bytes: wanted) else { return }
        (shared, self.text, place) = (count, text, JSONPointer(tokens: path))
        isPart = bytes.count < wanted.count
    }
}

extension [UInt8] {
    /// Whether other bytes, of which there are some, are in these one after the other.
    fileprivate func contains(bytes other: [UInt8]) -> Bool {
        guard let first = other.first, other.count <= count else { return false }
        return self[...(count - other.count)].indices.contains { start in
            self[start] == first && self[start..<(start + other.count)].elementsEqual(other)
        }
    }
}
