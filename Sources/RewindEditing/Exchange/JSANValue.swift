import RewindFormat
import RewindValue

/// JSON as written by jsan, the library with which Redux DevTools stores values that JSON can't express: `{"$jsan":…}` represents a value
/// elsewhere in the document, or one of another kind.
///
/// A reference to a value elsewhere is replaced by that value. A value that refers to itself would be infinite in JSON, so that reference
/// is kept, as a path from the state or action that it is in: `{"$jsan":"$.root"}`. Anything else that JSON can't express is kept
/// unchanged, which allows exporting it again.
struct JSANValue {
    /// The value with all references resolved, as far as JSON can express it.
    ///
    /// Shared values stay shared in memory.
    let value: JSONValue
    /// The values that could not be replaced, or were converted.
    let remains: ForeignValues

    /// Reads a document.
    ///
    /// - Throws: ``TooLarge`` if the document expands to too many values, or to values that nest deeper than a recording allows: a small
    ///   file may repeat itself without end.
    init(of document: JSONValue) throws(TooLarge) {
        guard Self.hasMarkers(document) else {
            (value, remains) = (document, ForeignValues())
            return
        }
        let tally = Tally()
        value = Revival(root: document, tally, at: nil).revived(document)
        if tally.isTooDeep { throw TooLarge(description: "what it refers to nests more than \(JSONValue.recordedDepth) levels deep") }
        if tally.values > Tally.limit {
            throw TooLarge(description: "what it refers to again and again comes to more than \(Tally.limit) values")
        }
        remains = tally.remains
    }

    /// A document that expands to more or deeper values than allowed.
    struct TooLarge: Error, CustomStringConvertible { var description: String }

    /// A state or action whose references are paths from itself, with paths from the document that it is put into; `nil` if it has none.
    ///
    /// - Parameter place: its own path there, such as `$.computedStates[2].state`.
    static func rebased(_ value: JSONValue, at place: String) -> JSONValue? {
        switch value {
        case .object(var object):
            if case .string(let text)? = object["$jsan"], object.count == 1 {
                return text.hasPrefix("$") && !isOfDocument(text) ? ["$jsan": .string(place + text.dropFirst())] : nil
            }
            var isSame = true
            for (key, member) in object {
                guard let other = rebased(member, at: place) else { continue }
                object[key] = other
                isSame = false
            }
            return isSame ? nil : .object(object)
        case .array(var elements):
            var isSame = true
            for index in elements.indices {
                guard let other = rebased(elements[index], at: place) else { continue }
                elements[index] = other
                isSame = false
            }
            return isSame ? nil : .array(elements)
        case .null, .bool, .number, .string: return nil
        }
    }

    /// Whether a path begins at the history that it was read from: what it leads to is in no recording.
    private static func isOfDocument(_ path: String) -> Bool {
        ["$.computedStates[", "$.actionsById[", "$.actionsById."].contains { path.hasPrefix($0) }
    }

    private static func hasMarkers(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let object): object["$jsan"] != nil || object.contains { hasMarkers($0.value) }
        case .array(let elements): elements.contains(where: hasMarkers)
        case .null, .bool, .number, .string: false
        }
    }
}

/// Values of a history that JSON can't express.
struct ForeignValues: Sendable, Equatable {
    /// The number of values of each kind, and what has become of them.
    private var counts: [String: Int] = [:]

    mutating func note(_ kind: String, _ count: Int = 1) { if count > 0 { counts[kind, default: 0] += count } }

    mutating func add(_ others: ForeignValues) { counts.merge(others.counts, uniquingKeysWith: +) }

    /// A remark about them; `nil` if there are no such values.
    var sentence: String? {
        if counts.isEmpty { return nil }
        let list = counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", ")
        return "what JSON does not have is kept as the file has it, unless another form is named here: \(list)"
    }
}

/// Counts over a document and the texts in it.
private final class Tally {
    /// The number of values made; shared values count for each occurrence.
    var values = 0
    /// The number of references that are kept because they are circular.
    var circles = 0
    var remains = ForeignValues()

    /// The depth of the value being made, and the greatest depth so far.
    var (level, deepest) = (0, 0)
    /// Whether a value nests deeper than a recording allows; the result is then unusable.
    var isTooDeep = false

    /// The number of values that a document may expand to.
    static let limit = 50_000_000
    /// The depth that a document may expand to: that of a value plus the history around it.
    static let depth = JSONValue.recordedDepth + 40
}

/// Resolves the references of one document.
private final class Revival {
    private let root: JSONValue
    private let tally: Tally
    private var known: [String: Known] = [:]
    /// The paths to the value being made, in the document: from the root, and from each reference on the way.
    private var ways = [Way(steps: [], base: 0)]
    /// The place of the document in a state or action; `nil` if states and actions are in it.
    private let place: [Step]?
    /// Where circular references were already expanded in this state or action.
    private var unfolded: [String: [Step]] = [:]

    /// A path in the document.
    private struct Way {
        var steps: [Step]
        /// How many steps lead to the value that is referred to.
        let base: Int
    }

    private struct Known {
        var value: JSONValue
        /// Where it was made, in its state or action.
        var place: [Step]
        var values: Int
        var depth: Int
        var refersToItself: Bool
    }

    fileprivate enum Step: Equatable {
        case member(String)
        case element(Int)

        /// The step as jsan writes it.
        var text: String {
            switch self {
            case .element(let index): return "[\(index)]"
            case .member(let name):
                let isWord =
                    name.utf8.first?.isASCIIDigit == false && name.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
                return isWord ? "." + name : "[\(JSONValue.string(name).jsonText)]"
            }
        }
    }

    init(root: JSONValue, _ tally: Tally, at place: [Step]?) { (self.root, self.tally, self.place) = (root, tally, place) }

    func revived(_ value: JSONValue) -> JSONValue {
        tally.values += 1
        tally.deepest = max(tally.deepest, tally.level)
        guard tally.values <= Tally.limit, !tally.isTooDeep else { return .null }
        switch value {
        case .object(let object):
            if case .string(let text)? = object["$jsan"], object.count == 1 { return meaning(of: text) ?? value }
            return .object(JSONObject(object.map { ($0.key, below(.member($0.key), $0.value)) }))
        case .array(let elements): return .array(elements.enumerated().map { below(.element($0), $1) })
        case .null, .bool, .number, .string: return value
        }
    }

    private func below(_ step: Step, _ value: JSONValue) -> JSONValue {
        let last = ways.count - 1
        ways[last].steps.append(step)
        tally.level += 1
        defer {
            ways[last].steps.removeLast()
            tally.level -= 1
        }
        if ways.count == 1, ways[0].steps.count == 2 { unfolded = [:] }
        return revived(value)
    }

    /// The way in the document to the state or action that is being made: of those in its lists, three steps; of others, such as the first
    /// state, one.
    private var start: [Step] {
        if place != nil { return [] }
        let isListed = [.member("computedStates"), .member("actionsById")].contains(ways[0].steps.first)
        return Array(ways[0].steps.prefix(isListed ? 3 : 1))
    }

    /// Where the value being made will be, in its state or action; with a count, one that it is in, as many steps down.
    private func here(upTo count: Int = .max) -> [Step] {
        Array((place ?? []) + ways.flatMap { $0.steps.dropFirst($0.base) }.prefix(count).dropFirst(start.count))
    }

    /// The value that a reference represents; `nil` if the reference is kept.
    private func meaning(of text: String) -> JSONValue? {
        let rest = text.dropFirst()
        switch text.first {
        case "$"?: return shared(text)
        case "d"?:
            guard let milliseconds = Int(rest) else { return kept("an invalid date") }
            tally.remains.note("a date, as milliseconds since 1970")
            return .number(JSONNumber(milliseconds))
        case "m"?, "l"?:  // as JSON in the text, which has its own references
            guard let (inner, halves) = try? LoneSurrogate.parse(Array(rest.utf8)) else { return kept("a Map or Set that is no JSON") }
            tally.remains.note("half a character, as U+FFFD", halves)
            tally.remains.note(text.first == "m" ? "a Map, as a list of pairs" : "a Set, as a list")
            return Revival(root: inner, tally, at: here()).revived(inner)
        case "u"?: return kept("undefined")
        case "n"?: return kept("NaN")
        case "i"?: return kept("Infinity")
        case "y"?: return kept("-Infinity")
        case "r"?: return kept("a regular expression")
        case "e"?: return kept("an Error")
        case "f"?: return kept("a function")
        case "s"?, "g"?: return kept("a Symbol")
        default: return kept("unknown")
        }
    }

    private func kept(_ kind: String) -> JSONValue? {
        tally.remains.note(kind)
        return nil
    }

    /// The value at a path in the document; `nil` if it contains itself, or does not exist.
    private func shared(_ path: String) -> JSONValue? {
        guard let way = Self.way(path), let found = value(at: way) else { return kept("a reference to nothing") }
        var depth = 0
        for other in ways {
            if other.steps.starts(with: way) {
                let isAround = way.count >= other.base
                let steps = depth + way.count - other.base
                return circle(isAround ? steps < start.count ? nil : here(upTo: steps) : unfolded[path] ?? ownPlace(of: way))
            }
            depth += other.steps.count - other.base
        }
        let place = here()
        if let known = known[path], !known.refersToItself || known.place == place || unfolded[path] != nil {
            if known.refersToItself {
                if let first = unfolded[path] { return circle(first) }
                unfolded[path] = place
            }
            tally.values = min(tally.values + known.values, Tally.limit + 1)
            tally.deepest = max(tally.deepest, tally.level + known.depth)
            tally.isTooDeep = tally.isTooDeep || tally.deepest > Tally.depth
            return known.value
        }
        // A reference to a reference adds no level, but uses the stack.
        tally.isTooDeep = tally.isTooDeep || max(tally.level, ways.count) > Tally.depth
        let (values, circles, deepest) = (tally.values, tally.circles, tally.deepest)
        tally.deepest = tally.level
        ways.append(Way(steps: way, base: way.count))
        let value = revived(found)
        ways.removeLast()
        let refersToItself = tally.circles > circles
        known[path] = Known(
            value: value, place: place, values: tally.values - values, depth: tally.deepest - tally.level, refersToItself: refersToItself)
        tally.deepest = max(tally.deepest, deepest)
        tally.isTooDeep = tally.isTooDeep || tally.deepest > Tally.depth
        if refersToItself { unfolded[path] = place }
        return value
    }

    /// The place of a value in the state or action that is being made, if it is there.
    private func ownPlace(of way: [Step]) -> [Step]? {
        way.starts(with: start) ? (place ?? []) + way.dropFirst(start.count) : nil
    }

    /// A reference that is kept, as a path from its state or action if what it refers to is there.
    private func circle(_ target: [Step]?) -> JSONValue? {
        tally.circles += 1
        _ = kept("a reference to what it is in")
        return target.map { ["$jsan": .string($0.reduce(into: "$") { $0 += $1.text })] }
    }

    private func value(at way: [Step]) -> JSONValue? {
        var value = root
        for step in way {
            switch step {
            case .member(let name):
                guard let next = value[name] else { return nil }
                value = next
            case .element(let index):
                guard let elements = value.array, elements.indices.contains(index) else { return nil }
                value = elements[index]
            }
        }
        return value
    }

    /// Parses a path such as `$.computedStates[2].state["a b"]`.
    private static func way(_ path: String) -> [Step]? {
        var way: [Step] = []
        var rest = path.dropFirst()[...]
        while let first = rest.first {
            rest.removeFirst()
            if first == "." {
                let name = rest.prefix { $0 != "." && $0 != "[" }
                rest = rest.dropFirst(name.count)
                way.append(.member(String(name)))
            } else if first == "[", let end = closing(rest) {
                let inner = rest[..<end]
                rest = rest[rest.index(after: end)...]
                if let index = Int(inner) {
                    way.append(.element(index))
                } else {
                    guard let name = try? JSONValue(parsing: Array(inner.utf8)).string else { return nil }
                    way.append(.member(name))
                }
            } else {
                return nil
            }
        }
        return way
    }

    /// The bracket that closes the one at the beginning of a text; quoted texts are skipped.
    private static func closing(_ text: Substring) -> Substring.Index? {
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
