import RewindValue

/// Decides whether JSON text contains nothing that a rule removes; text that passes may be written as it is.
///
/// It looks at bytes where ``RedactionWalk`` looks at values. The redaction's own functions decide on whatever could be the beginning of a
/// secret, so a walk would leave text that passes here unchanged; text that does not pass may still be harmless (an escaped key), and the
/// walk decides. It works for rules of keys and shapes; pointer patterns and the app's own rules need the walk.
package struct SecretByteFilter {
    private let redaction: Redaction
    private let findsCards: Bool
    /// Whether shapes are searched: not if all texts have pseudonyms.
    private let findsShapes: Bool
    /// Keys without a rule and without a secret's shape, as written between their quotes.
    private var harmlessKeys = KnownTexts()
    /// The objects at the beginning of the text, each the first member of the one before.
    package private(set) var leading: [LeadingObject] = []

    package typealias Text = UnsafeBufferPointer<UInt8>

    package init(_ redaction: Redaction) {
        self.redaction = redaction
        findsCards = redaction.scanner.shapes.contains(.cardNumber)
        findsShapes = !redaction.scanner.shapes.isEmpty
    }

    /// Below this depth, the walk decides; a recorded value nests at most 120 levels.
    package static let depthLimit = 100
    private static let leadingLimit = 16

    /// Whether nothing has to be removed from a text, which must be JSON as this package writes it: valid, without blanks.
    package mutating func passes(_ text: Text) -> Bool {
        leading.removeAll(keepingCapacity: true)
        var isLeading = true
        var objects: UInt128 = 0  // a bit for each open container, the innermost lowest: whether it is an object
        var depth = 0
        var isKeyNext = false
        var position = 0
        var key = 0..<0  // the last key
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "{"):
                depth += 1
                objects = objects << 1 | 1
                isKeyNext = true
                if isLeading, depth <= Self.leadingLimit { leading.append(LeadingObject()) }
            case UInt8(ascii: "["):
                depth += 1
                objects <<= 1
                isKeyNext = false
                isLeading = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                objects >>= 1
                isKeyNext = false
                isLeading = false
            case UInt8(ascii: ","):
                isKeyNext = objects & 1 == 1
                isLeading = false
                if isKeyNext, depth <= leading.count { leading[depth - 1].isSingle = false }
            case UInt8(ascii: "\""):
                guard let end = end(ofString: text, from: position + 1, isKey: isKeyNext) else { return false }
                if isKeyNext {
                    key = (position + 1)..<end
                } else if position > 0, text[position - 1] == UInt8(ascii: ":"),
                    namesSecretField(text[(position + 1)..<end], key: text[key])
                {
                    return false
                }
                if isKeyNext, isLeading, depth == leading.count {
                    leading[depth - 1] = LeadingObject(key: (position + 1)..<end, isSingle: true)
                } else if !isKeyNext {
                    isLeading = false
                }
                isKeyNext = false
                position = end
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard let end = end(ofNumber: text, from: position) else { return false }
                isLeading = false
                position = end - 1
            case UInt8(ascii: ":"): break
            default:  // a letter of true, false or null
                isLeading = false
            }
            if depth > Self.depthLimit { return false }
            position += 1
        }
        return true
    }

    /// Whether a text may name a field that a rule covers; the walk then finds the field's contents next to it.
    private func namesSecretField(_ text: Slice<Text>, key: Slice<Text>) -> Bool {
        guard key.count <= 10, WordLists.fieldNames.contains(String(decoding: key, as: UTF8.self)), KeyMatcher.mayNameField(text) else {
            return false
        }
        return redaction.matcher.rule(for: String(decoding: text, as: UTF8.self)) != nil
    }

    /// The end of a number; `nil` if it is a card's.
    private func end(ofNumber text: Text, from start: Int) -> Int? {
        var end = start + 1
        var hasExponent = false
        scan: while end < text.count {
            switch text[end] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"): break
            case UInt8(ascii: "e"), UInt8(ascii: "E"): hasExponent = true
            default: break scan
            }
            end += 1
        }
        guard findsCards, hasExponent || end - start >= CardNumber.shortest else { return end }
        guard let value = try? JSONValue(parsing: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[start..<end]))) else {
            return nil
        }
        if case .number(.int(let number)) = value, CardNumber.isOne(number) { return nil }
        return end
    }

    /// The position of the quote that ends a string; `nil` if something may have to be removed from the string.
    private mutating func end(ofString text: Text, from start: Int, isKey: Bool) -> Int? {
        guard let end = text.endOfString(from: start) else { return nil }
        if !isKey, !findsShapes { return end }
        let content = UnsafeBufferPointer(rebasing: text[start..<end])
        let isEscaped = content.contains(UInt8(ascii: "\\"))
        if isKey { return !isEscaped && isHarmless(key: UnsafeRawBufferPointer(content)) ? end : nil }
        if !redaction.scanner.finds(inJSON: content) { return end }
        if !isEscaped { return nil }
        let quoted = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[(start - 1)...end]))
        var counts: [String: Int] = [:]
        guard case .string(let string)? = try? JSONValue(parsing: quoted), redaction.redacted(string, counting: &counts) == nil else {
            return nil
        }
        return end
    }

    /// Whether a key, as written between its quotes and without escapes, falls under no rule and does not have a secret's shape.
    package mutating func isHarmless(key: UnsafeRawBufferPointer) -> Bool {
        if harmlessKeys.contains(key) { return true }
        guard isHarmless(key: String(decoding: key, as: UTF8.self)) else { return false }
        harmlessKeys.insert(key)
        return true
    }

    /// Whether a key falls under no rule and does not have a secret's shape.
    package func isHarmless(key: String) -> Bool { redaction.isHarmless(key: key) }

    /// Whether a key needs no escaping, neither in JSON nor in a pointer.
    package func isPlain(_ key: UnsafeRawBufferPointer) -> Bool {
        key.allSatisfy { $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "~") && $0 != UInt8(ascii: "/") }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The position of the quote that ends a JSON string; `nil` if the string does not end.
    fileprivate func endOfString(from start: Int) -> Int? {
        var position = start
        while position < count, self[position] != UInt8(ascii: "\"") { position += self[position] == UInt8(ascii: "\\") ? 2 : 1 }
        return position < count ? position : nil
    }
}
