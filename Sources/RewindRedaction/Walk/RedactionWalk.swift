import RewindFormat
package import RewindValue

/// One pass over a value or patch: its current place, and its findings.
///
/// Values without secrets are never rebuilt.
package struct RedactionWalk {
    let redaction: Redaction
    /// What earlier walks learned; shared, so changing it here would copy it.
    var verdicts: [String: KeyVerdict]
    private(set) var learned: [String: KeyVerdict] = [:]
    var counts: [String: Int] = [:]
    var path: [Step] = []
    /// The positions in the tree of pointer patterns at this place; empty if no pattern continues.
    var patterns: [Int]
    private let masks: MaskingPolicy?
    /// What covers the current value; `nil` below no rule.
    private var cover: Cover?
    /// The rules of words with another meaning above the current value: of what is below, each hides only what can be its secret.
    private(set) var narrow: [Cover] = []
    private(set) var pointers: [JSONPointer] = []
    /// What was found at which places, if findings are listed.
    private(set) var findings: [RedactionFinding: Int] = [:]
    /// The texts that were removed, if findings are listed.
    private(set) var removed: Set<String> = []

    // Converted to text only if something is found.
    enum Step {
        /// A key as written, and the original key.
        case key(String, own: String)
        case index(Int)
    }

    /// - Parameter masks: gives pseudonyms to what no rule covers, unless that was done when the value was encoded.
    init(_ redaction: Redaction, verdicts: [String: KeyVerdict], masks: MaskingPolicy?) {
        self.redaction = redaction
        self.verdicts = verdicts
        self.masks = masks
        patterns = redaction.patterns.start
    }

    /// The value as it may be written; `nil` if it may stay as it is.
    ///
    /// - Parameter depth: how many keys lead to the value that the rule covers; `nil` if it is this value.
    mutating func redact(_ value: JSONValue, coveredBy rule: String?, from depth: Int? = nil) -> JSONValue? {
        guard cover == nil, let rule else { return clean(value) }
        let cover = Cover(rule, depth: depth ?? path.count)
        guard let covered = covered(value, by: cover) else { return nil }
        if cover.kind.isNarrow { return covered }  // noted where it is
        note([rule: 1])
        return covered
    }

    /// A value that a rule or the app's types cover, reduced to its shape; `nil` if it reveals nothing.
    mutating func covered(_ value: JSONValue, by cover: Cover) -> JSONValue? {
        if cover.kind.isNarrow {
            narrow.append(cover)
            defer { narrow.removeLast() }
            return clean(value)
        }
        self.cover = cover
        defer { self.cover = nil }
        return clean(value)
    }

    @inline(__always)
    private mutating func clean(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .bool(true) where cover?.isMarked == true: .bool(false)
        case .null, .bool: nil
        case .array(let elements): array(elements)
        case .object(let object): self.object(object)
        case .string, .number: cover == nil ? open(value) : covered(value)
        }
    }

    private mutating func array(_ elements: [JSONValue]) -> JSONValue? {
        var result: [JSONValue]?
        let outer = patterns
        let arePairs = cover == nil && redaction.listsFindings && Self.arePairs(elements)
        for (index, element) in elements.enumerated() {
            path.append(.index(index))
            var rule = cover == nil ? followPatterns(nil) : nil
            if rule == nil, cover == nil, redaction.listsFindings, index > 0, let name = elements[index - 1].word {
                // An array has no keys, but some hold a name before each value.
                if name.hasPrefix("-") || arePairs && index % 2 == 1 { rule = verdict(name).rule }
            }
            if let clean = redact(element, coveredBy: rule) {
                if result == nil { result = elements }
                result?[index] = clean
            }
            if !outer.isEmpty { patterns = outer }
            path.removeLast()
        }
        return result.map(JSONValue.array)
    }

    /// Whether an array may be a dictionary whose keys are cases: each other element is a name of its own.
    private static func arePairs(_ elements: [JSONValue]) -> Bool {
        guard elements.count % 2 == 0, !elements.isEmpty else { return false }
        var names: Set<String> = []
        return stride(from: 0, to: elements.count, by: 2).allSatisfy { index in
            elements[index].word.map { $0.utf8.count <= 40 && names.insert($0).inserted } ?? false
        }
    }

    private mutating func object(_ object: JSONObject) -> JSONValue? {
        let isOpen = cover == nil
        if isOpen, masks != nil, JSONValue.object(object).taggedFloat != nil { return nil }
        var values: [Int: JSONValue] = [:]
        var keys: [Int: String] = [:]
        let outer = patterns
        let areFields = isOpen && describesFormFields
        let field = isOpen && !areFields ? fieldRule(of: object) : nil
        for index in 0..<object.count {
            let (key, value) = object.member(at: index)
            var (rule, replacement): (String?, String?) = (nil, nil)
            var found: [String: Int] = [:]
            if isOpen {
                let verdict = verdict(key)
                let byField = field != nil && WordLists.fieldValues.contains(key) && value.string != nil ? field : nil
                rule = self.rule(ofMember: key, verdict, areFields: areFields, field: byField)
                replacement = masked(key: key) ?? verdict.replacement
                if replacement != nil {
                    found = verdict.counts
                } else if let (secret, rule) = narrowlyCovered(key) {
                    (replacement, found) = (secret, [rule: 1])
                }
            } else {
                replacement = coveredKey(key)
            }
            path.append(.key(replacement ?? key, own: key))
            if let replacement {
                keys[index] = replacement
                if !found.isEmpty { note(found) }
            }
            if let clean = redact(value, coveredBy: rule) { values[index] = clean }
            if isOpen { patterns = outer }
            path.removeLast()
        }
        return rebuilt(object, keys: keys, values: values)
    }

    // MARK: Below no rule

    private mutating func open(_ value: JSONValue) -> JSONValue? {
        let (verdict, rule) = ownVerdict(value)
        if verdict == .secret {
            guard let placeholder = placeholder(value) else { return nil }
            note([rule: 1])
            return placeholder
        }
        if verdict == .undecided, let narrow = narrow.last(where: { hides(value, below: $0) }) {
            note([narrow.rule: 1])
            return placeholder(value)
        }
        // A harmless value is not declared safe by that: if texts are masked, it gets a pseudonym like any other.
        if let masks { return masked(value, masks) }
        switch value {
        case _ where verdict == .harmless: return nil
        case .string(let text):
            var found: [String: Int] = [:]
            guard let clean = redaction.scanner.redacted(text, counting: &found) else { return nil }
            note(found)
            return .string(clean)
        case .number(let number) where redaction.scanner.finds(in: number):
            note([RuleName(.shape, SecretShape.cardNumber.rawValue).description: 1])
            return .number(.int(0))
        default: return nil
        }
    }

    /// A text or number with a pseudonym, if it needs one.
    private func masked(_ value: JSONValue, _ masks: MaskingPolicy) -> JSONValue? {
        let masked: JSONValue =
            switch value {
            case .string(let text): .string(redaction.names.has(case: text) ? text : masks.masker.masked(text))
            case .number(let number): .number(masked(number, masks))
            default: value
            }
        // Not `? nil :`, which is typed as a value, so that `nil` is JSON's null.
        if masked == value { return Optional.none }
        return masked
    }

    /// Each of several bytes is masked individually, as a patch may change it.
    private func masked(_ number: JSONNumber, _ masks: MaskingPolicy) -> JSONNumber {
        guard case .int(let value) = number, let byte = UInt8(exactly: value),
            path.contains(where: { step in
                if case .key(_, let key) = step { redaction.names.holdsBytes(key) } else { false }
            })
        else { return masks.masker.masked(number) }
        return JSONNumber(masks.masker.masked([byte])[0])
    }

    /// The replacement of a key that is data, or of a pointer's token that is not an index.
    func masked(key: String, isIndex: Bool = false) -> String? {
        guard let masks, !isIndex, !redaction.names.has(key: key) else { return nil }
        let written = masks.entry(key, isNumber: false).written
        return written.isIdentical(to: key) ? nil : written
    }

    /// The rule of the field that a member of an object names and whose text another member has: `{"name": "password", "value": …}`,
    /// `set(.password, …)`.
    package mutating func fieldRule(of object: JSONObject) -> String? {
        guard object.count > 1, WordLists.fieldValues.contains(where: { object[$0] != nil }) else { return nil }
        if case .key(_, let key)? = path.last, KeyMatcher.isAboutNamedField(key) { return nil }
        for key in WordLists.fieldNames {
            if let name = object[key]?.word, KeyMatcher.mayNameField(name.utf8), let rule = verdict(name).rule { return rule }
        }
        return nil
    }

    /// The rule of a member: of its place, its key, that with the keys above, or the field whose text it is.
    ///
    /// - Parameter areFields: whether the member's key is the name of a field that is described.
    mutating func rule(ofMember key: String, _ verdict: KeyVerdict, areFields: Bool, field: String?) -> String? {
        let place = followPatterns(key)
        return place ?? (areFields ? nil : verdict.rule ?? memberRule(verdict) ?? field)
    }

    /// The rule of a key that means nothing by itself: a code below a key such as `oauth`, the number of a card.
    private func memberRule(_ verdict: KeyVerdict) -> String? {
        guard let part = verdict.part else { return nil }
        let above = path.compactMap { if case .key(_, let key) = $0 { key } else { nil } }
        return redaction.matcher.rule(ofPart: part, below: above).map { RuleName(.key, $0).description }
    }

    /// Follows all patterns to a key, or to an index, which is `nil`; returns the rule of a pattern that ends there.
    mutating func followPatterns(_ key: String?) -> String? {
        if patterns.isEmpty { return nil }
        patterns = redaction.patterns.next(patterns, key)
        return redaction.patterns.rule(patterns)
    }

    /// Whether the keys at this place are names of fields that are described.
    var describesFormFields: Bool {
        mutating get { if case .key(_, let key)? = path.last { verdict(key).describesFormFields } else { false } }
    }

    mutating func verdict(_ key: String) -> KeyVerdict {
        if let known = verdicts[key] ?? learned[key] { return known }
        let rule = redaction.matcher.rule(for: key)
        var verdict = KeyVerdict(rule: rule.map { RuleName(.key, $0).description })
        verdict.replacement = redaction.scanner.redacted(key, counting: &verdict.counts)
        verdict.describesFormFields = KeyMatcher.describesFormFields(key)
        verdict.part = KeyMatcher.part(of: key)
        if key.utf8.count <= 64 {
            learned[key] = verdict
        }
        return verdict
    }

    // MARK: Below a rule

    private mutating func covered(_ value: JSONValue) -> JSONValue? {
        let isMarked = cover?.isMarked == true
        if !isMarked, ownVerdict(value).verdict == .harmless || isAboutSecret(value, below: cover) {
            return masks.flatMap { masked(value, $0) }
        }
        // What the word's secret can't be falls under the other rules.
        if case .number(let number) = value, cover?.kind.hides(number) == false {
            if let masks { return masked(value, masks) }
            return redaction.scanner.finds(in: number) ? .number(.int(0)) : nil
        }
        return placeholder(value)
    }

    /// The replacement of a text or number; `nil` if the value reveals nothing.
    private mutating func placeholder(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .number(let number): return number == .int(0) ? nil : .number(.int(0))
        case .string(let text) where !text.isEmpty && !isPlaceholder(text):
            if redaction.listsFindings { removed.insert(text) }
            return .string(redaction.pseudonyms.placeholder(for: text))
        default: return nil
        }
    }

    /// Whether a text is kept as a placeholder; in a finished masked recording, one of that form is a text like any other.
    func isPlaceholder(_ text: String) -> Bool {
        (!redaction.listsFindings || redaction.level != .masked) && Placeholder.isWhole(text)
    }

    /// The replacement of a key below a secret key; `nil` if it is a name from the source, or may be an index.
    func coveredKey(_ key: String, isIndex: Bool = false) -> String? {
        if isPlaceholder(key) || key == "-" || key.isEmpty { return nil }
        let bytes = key.utf8
        if cover?.dataKeys.contains(key) == true { return redaction.pseudonyms.key(for: key) }
        // In a masked recording it gets the same pseudonym as without the rule: only known names count as names.
        if masks != nil { return masked(key: key, isIndex: isIndex) }
        let isName = bytes.count <= 40 && bytes.allSatisfy { $0 == UInt8(ascii: "_") || ($0 < 0x80 && ($0 | 0x20).isASCIILetter) }
        // A short number may be the key of a dictionary by number.
        let isShortNumber = bytes.count <= 7 && (ArrayIndex.parse(key) != nil || bytes.first == UInt8(ascii: "-") && Int(key) != nil)
        return isName || key.isPayloadKey || isShortNumber ? nil : redaction.pseudonyms.key(for: key)
    }

    // MARK: Both

    /// The verdict of the app's own rules on a text or number at this place, and the rule that decided.
    private func ownVerdict(_ value: JSONValue) -> (verdict: RedactionVerdict, rule: String) {
        if redaction.ownRules.isEmpty { return (.undecided, "") }
        let pointer = JSONPointer(
            tokens: path.map { step in
                if case .key(_, let key) = step, !PointerPattern.isWild(key) { key } else { "*" }
            })
        for rule in redaction.ownRules {
            let verdict = rule.decide(pointer, value)
            if verdict != .undecided { return (verdict, rule.label) }
        }
        return (.undecided, "")
    }

    private func rebuilt(_ object: JSONObject, keys: [Int: String], values: [Int: JSONValue]) -> JSONValue? {
        if keys.isEmpty, values.isEmpty { return nil }
        let rebuilt = JSONObject(
            (0..<object.count).map { index in
                let (key, value) = object.member(at: index)
                return (keys[index] ?? key, values[index] ?? value)
            })
        // If all keys are hidden, their order would reveal which is which.
        return .object(redaction.level == .masked ? rebuilt.sorted(unlessKeysAreThoseOf: object) : rebuilt)
    }

    /// Notes that rules removed something from the text of a member, and how often.
    mutating func note(_ found: [String: Int], of key: String?) {
        path = key.map { [.key($0, own: $0)] } ?? []
        note(found)
    }

    /// Notes that rules removed something at this place, and how often.
    mutating func note(_ found: [String: Int]) {
        for (rule, count) in found { counts[rule, default: 0] += count }
        let pointer = JSONPointer(
            tokens: path.map { step in
                switch step {
                case .key(let key, _): return key
                case .index(let index): return index.description
                }
            })
        if pointers.last != pointer { pointers.append(pointer) }
        if redaction.listsFindings {
            for (rule, count) in found { findings[RedactionFinding(rule: rule, place: PointerPattern(pointer)), default: 0] += count }
        }
    }
}

extension JSONValue {
    /// A text, or the name of a case without a payload, which is an object with an empty object.
    package var word: String? {
        switch self {
        case .string(let text): text
        case .object(let object) where object.count == 1 && object.member(at: 0).value == [:]: object.member(at: 0).key
        default: nil
        }
    }
}

/// What is known of a key.
package struct KeyVerdict: Sendable {
    /// The rule that it falls under.
    var rule: String?
    /// The replacement of the key, if the key itself has the shape of a secret.
    var replacement: String?
    var counts: [String: Int] = [:]
    /// Whether the keys below are names of fields that are described.
    var describesFormFields = false
    /// The word in it that is read together with the key above.
    var part: String?
}
