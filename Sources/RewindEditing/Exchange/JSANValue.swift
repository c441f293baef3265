import RewindValue

/// JSON as jsan writes it, the library by which Redux DevTools keeps what JSON has not: `{"$jsan":…}` stands for a value that is elsewhere in the
/// document, or of another kind.
enum JSANValue {
    /// The value with all of them replaced by what they stand for, as far as JSON can say it.
    ///
    /// What is shared stays shared in memory. Throws ``TooLarge`` where it stands for more values than anybody can write down: a file may be small and
    /// repeat itself without end.
    static func revived(_ value: JSONValue) throws(TooLarge) -> JSONValue {
        guard contains(value) else { return value }
        let revival = Revival(root: value)
        let revived = revival.revived(value)
        if revival.count > Revival.limit { throw TooLarge() }
        return revived
    }

    /// A document that stands for more values than there is room for.
    struct TooLarge: Error, CustomStringConvertible {
        var description: String { "what it refers to again and again comes to more than \(Revival.limit) values" }
    }

    private static func contains(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let object): object["$jsan"] != nil || object.contains { contains($0.value) }
        case .array(let elements): elements.contains(where: contains)
        case .null, .bool, .number, .string: false
        }
    }
}

/// Looks up what the stand-ins of one document stand for.
private final class Revival {
    private let root: JSONValue
    /// Values that were made, those that are shared as often as they are there.
    private(set) var count = 0
    private var known: [String: (value: JSONValue, count: Int)] = [:]
    /// The paths that are being looked up: a value that contains itself has no end in JSON.
    private var open: Set<String> = []

    /// Values that a document may stand for.
    static let limit = 50_000_000

    init(root: JSONValue) { self.root = root }

    func revived(_ value: JSONValue) -> JSONValue {
        count += 1
        guard count <= Self.limit else { return .null }
        switch value {
        case .object(let object):
            switch object["$jsan"] {
            case .string(let text)? where object.count == 1: return meaning(of: text)
            case .array(let kept)?:  // a member of that very name
                var object = object.revived(revived)
                object["$jsan"] = kept.first.map(revived)
                return .object(object)
            default: return .object(object.revived(revived))
            }
        case .array(let elements): return .array(elements.map(revived))
        case .null, .bool, .number, .string: return value
        }
    }

    private func meaning(of text: String) -> JSONValue {
        switch text.first {
        case "$"?: return shared(text)
        case "d"?: return Int(text.dropFirst()).map { .number(JSONNumber($0)) } ?? .null  // a date, in milliseconds
        case "u"?, "n"?, "i"?, "y"?: return .null  // undefined, NaN and the infinities
        case "e"?, "f"?, "s"?, "g"?, "r"?: return .string(String(text.dropFirst()))  // an error, a function, symbols, a regular expression
        case "m"?, "l"?:  // a map and a set, as JSON in the text
            guard let inner = try? JSONValue(parsing: Array(text.dropFirst().utf8)) else { return .null }
            return revived(inner)
        default: return .null
        }
    }

    /// The value at a path, which is elsewhere in the document.
    private func shared(_ path: String) -> JSONValue {
        if let known = known[path] {
            count = min(count + known.count, Self.limit + 1)
            return known.value
        }
        guard open.insert(path).inserted, let found = value(at: path) else { return .null }
        defer { open.remove(path) }
        let before = count
        let value = revived(found)
        known[path] = (value, count - before)
        return value
    }

    /// The value at a path such as `$.computedStates[2].state["a b"]`.
    private func value(at path: String) -> JSONValue? {
        var value = root
        var rest = path.dropFirst()[...]
        while let first = rest.first {
            rest.removeFirst()
            if first == "." {
                let name = rest.prefix { $0 != "." && $0 != "[" }
                rest = rest.dropFirst(name.count)
                guard let next = value[String(name)] else { return nil }
                value = next
            } else if first == "[", let end = closing(rest) {
                let inner = rest[..<end]
                rest = rest[rest.index(after: end)...]
                if let index = Int(inner) {
                    guard let elements = value.array, elements.indices.contains(index) else { return nil }
                    value = elements[index]
                } else {
                    guard let name = try? JSONValue(parsing: Array(inner.utf8)).string, let next = value[name] else { return nil }
                    value = next
                }
            } else {
                return nil
            }
        }
        return value
    }

    /// The bracket that closes what a text begins in, texts in quotes passed over.
    private func closing(_ text: Substring) -> Substring.Index? {
        var isQuoted = false
        var isEscaped = false
        for index in text.indices {
            let character = text[index]
            if isEscaped {
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == "]", !isQuoted {
                return index
            }
        }
        return nil
    }
}

extension JSONObject {
    fileprivate func revived(_ body: (JSONValue) -> JSONValue) -> JSONObject { JSONObject(map { ($0.key, body($0.value)) }) }
}
