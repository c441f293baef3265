package import RewindValue

/// Watches JSON while it is written: whether a rule may remove anything from it.
///
/// Nearly every value consists of known keys, short numbers, and texts in which nothing could begin a secret. It may be written as it is,
/// at a fraction of the cost of a ``RedactionWalk``, which decides on everything that is suspect. The watch sees keys, texts and numbers one
/// after the other; rules by place, and the app's own, need the walk.
package struct RuleWatch {
    /// `nil` if nothing is watched.
    private let redaction: Redaction?
    /// What is known of keys, each in the slot of its fingerprint.
    private var keys: [Key?]
    package var isSuspect = true
    /// Whether the next text may name a field, whose content then is next to it.
    private var mayNameField = false

    package init(_ redaction: Redaction?) {
        self.redaction = redaction
        keys = [Key?](repeating: nil, count: redaction == nil ? 0 : Self.slotCount)
    }

    private struct Key {
        var text: String
        /// Whether it falls under no rule and has no secret's shape.
        var isHarmless: Bool
        /// Whether a text under it may name a field.
        var mayName: Bool
    }

    private static let slotCount = 512

    /// Begins to watch the next value.
    package mutating func begin() {
        isSuspect = redaction == nil
        mayNameField = false
    }

    package mutating func examine(_ number: JSONNumber) {
        if redaction?.scanner.finds(in: number) == true { isSuspect = true }
    }

    package mutating func examine(_ text: UnsafeBufferPointer<UInt8>) {
        if isSuspect { return }
        // Not bound to a name: a copy of the rules would retain all that they refer to, at each text and key.
        if redaction?.scanner.finds(in: text) == true { isSuspect = true }
        if mayNameField, KeyMatcher.mayNameField(text) {
            if redaction?.matcher.mayHaveRule(text) == true { isSuspect = true }
            mayNameField = false
        }
    }

    /// Looks at a member's key.
    package mutating func examine(key: String) {
        var key = key
        let fingerprint = key.withUTF8 { UnsafeRawBufferPointer($0).fingerprint }
        examine(key: key, fingerprint: fingerprint)
    }

    /// Looks at a member's key, of whose bytes the fingerprint is known.
    package mutating func examine(key: String, fingerprint: UInt64) {
        if keys.isEmpty { return }
        let slot = slot(of: key, fingerprint)
        if keys[slot]?.text != key {
            let mayName = key.utf8.count <= 10 && WordLists.fieldNames.contains(key)
            keys[slot] = Key(text: key, isHarmless: redaction?.isHarmless(key: key) == true, mayName: mayName)
        }
        mayNameField = keys[slot]?.mayName == true
        if keys[slot]?.isHarmless != true { isSuspect = true }
    }

    /// The slot that has the key, or that it should take: one of four, so that two keys of a value rarely drive each other out.
    private func slot(of key: String, _ fingerprint: UInt64) -> Int {
        let first = Int(truncatingIfNeeded: fingerprint ^ fingerprint >> 29)
        for place in first..<(first &+ 4) {
            let slot = place & (Self.slotCount - 1)
            guard let known = keys[slot] else { return slot }
            if known.text == key { return slot }
        }
        return first & (Self.slotCount - 1)
    }

    /// Looks at a key in a pointer: the value there is not the text that names a field beside it.
    package mutating func examine(token key: String) {
        examine(key: key)
        mayNameField = false
    }

    /// Looks at all parts of a value.
    ///
    /// - Parameter depth: how many levels are around it; a recorded value nests at most 120, and whatever comes near is suspect.
    package mutating func examine(_ value: JSONValue, depth: Int) {
        if depth > 100 {
            isSuspect = true
            return
        }
        switch value {
        case .null, .bool: break
        case .string(var text): text.withUTF8 { examine($0) }
        case .number(let number): examine(number)
        case .array(let elements): for element in elements { examine(element, depth: depth + 1) }
        case .object(let object):
            for (key, value) in object {
                examine(key: key)
                examine(value, depth: depth + 1)
            }
        }
    }
}
