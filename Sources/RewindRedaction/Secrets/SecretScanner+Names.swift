import RewindValue

// Secrets beside their names, where no sign joins the two: options of a command, and members of an object or a struct that was printed.
extension SecretScanner {
    /// The value of an option that begins at an index: `curl -u user:password`, `"--token", "…"`.
    @inline(never)
    func optionValue(_ text: Text, _ start: Int) -> (range: Range<Int>, rule: String)? {
        let before = start > 0 ? text[start - 1] : 0x20
        guard before <= 0x20 || before.isOne(of: "\"'(,[") else { return nil }
        let end = text.run(from: start, while: { $0.isBase64URL })
        // What separates two elements of an array, or two words.
        var value = text.run(from: end) { $0.isOne(of: "\\\"'") }
        let isElement = value > end && text.byte(value) == UInt8(ascii: ",")
        if isElement { value += 1 }
        value = text.run(from: value) { $0.isBlank || $0 == UInt8(ascii: "=") && !isElement }
        let quoted = text.run(from: value) { $0.isOne(of: "\\\"'") }
        guard value > end, quoted < text.count, !text[quoted].isOne(of: "$<{[-") else { return nil }
        let quote = quoted > value ? text[quoted - 1] : nil
        let last = text.run(from: quoted) { byte in
            guard let quote else { return byte > 0x20 && !byte.isOne(of: "\"'") }
            return byte != quote && byte != UInt8(ascii: "\\") && byte != 0x0A
        }
        if isUser(text, start..<end) { return userInfo(text, quoted..<last).map { ($0, "password") } }
        guard isElement, last > quoted, let rule = matcher.rule(for: String(decoding: text[start..<end], as: UTF8.self), atEnd: true),
            hides(text, quoted..<last, rule)
        else { return nil }
        return (quoted..<last, rule)
    }

    /// Whether an option takes a user and a password: a long one, or curl's `-u`, which is a number elsewhere.
    private func isUser(_ text: Text, _ option: Range<Int>) -> Bool {
        let name = text[option]
        if name.elementsEqual("--proxy-user".utf8) || name.elementsEqual("--user".utf8) { return true }
        guard name.elementsEqual("-u".utf8) || name.elementsEqual("-U".utf8) else { return false }
        return text.find("curl", from: max(0, option.lowerBound - 500), to: option.lowerBound) != nil
    }

    /// The password after `user:`; the user, if that is a token, and no password follows.
    private func userInfo(_ text: Text, _ word: Range<Int>) -> Range<Int>? {
        guard let colon = text[word].firstIndex(of: UInt8(ascii: ":")), colon > word.lowerBound else { return nil }
        let (user, password) = (word.lowerBound..<colon, (colon + 1)..<word.upperBound)
        if password.isEmpty { return user.count >= 16 && text[user].contains { $0.isASCIIDigit } ? user : nil }
        // "--user 1000:1000" is a number of a user and one of a group.
        return text[word].allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ":") } || text[password].first == UInt8(ascii: "$")
            ? nil : password
    }

    /// The rule of the field that a neighbour names, for the key of a value: `{"name": "password", "value": "…"}`, in either order, and
    /// `Header(name: "X-Api-Key", value: "…")`.
    ///
    /// - Parameter value: the value of the key, without its quotes.
    func neighbourRule(_ text: Text, _ key: Range<Int>, value: Range<Int>) -> String? {
        guard key.count > 2 || !text.isPrivateMember(key) else {
            let isKey = value.count >= 20 && text[value].allSatisfy { $0.isBase64URL }
            return isKey && text.find("\"kty", from: 0, to: text.count) != nil ? "private key" : nil
        }
        guard let field = fieldBefore(text, key.lowerBound) ?? fieldBehind(text, value.upperBound), matcher.mayHaveRule(text[field]),
            KeyMatcher.mayNameField(text[field])
        else { return nil }
        return matcher.rule(for: String(decoding: text[field], as: UTF8.self))
    }

    /// What a member before a key names: the `password` of `"name": "password", "value"`.
    private func fieldBefore(_ text: Text, _ key: Int) -> Range<Int>? {
        let comma = text.runStart(before: text.runStart(before: key, limit: 8) { $0.isOne(of: "\\\"'") }, limit: 80) { $0 <= 0x20 } - 1
        guard text.byte(comma) == UInt8(ascii: ",") else { return nil }
        let end = text.runStart(before: comma, limit: 8) { $0.isOne(of: "\\\"'.") || $0.isBlank }
        let start = text.runStart(before: end, limit: 41) { $0.isBase64URL || $0.isOne(of: ".$/[]") }
        let joint = text.runStart(before: start, limit: 8) { $0.isOne(of: "\\\"'") || $0.isBlank } - 1
        guard start < end, joint > 0, text[joint].isOne(of: ":="), let name = self.key(in: text, before: joint) else { return nil }
        return text.isOne(of: WordLists.fieldNameWords, name) ? start..<end : nil
    }

    /// What a member behind a value names.
    private func fieldBehind(_ text: Text, _ value: Int) -> Range<Int>? {
        let comma = text.run(from: value) { $0.isOne(of: "\\\"')") }
        guard text.byte(comma) == UInt8(ascii: ",") else { return nil }
        let start = text.run(from: comma + 1) { $0 <= 0x20 || $0.isOne(of: "\\\"'") }
        let end = text.run(from: start, while: { $0.isBase64URL })
        guard end > start, text.isOne(of: WordLists.fieldNameWords, start..<end) else { return nil }
        let joint = text.run(from: end) { $0.isOne(of: "\\\"'") || $0.isBlank }
        guard text.byte(joint)?.isOne(of: ":=") == true else { return nil }
        let field = text.run(from: joint + 1) { $0.isBlank || $0.isOne(of: "\\\"'.") }
        return field..<text.run(from: field) { $0.isBase64URL || $0.isOne(of: ".$/[]") }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a key may hold what a neighbour names: one of ``WordLists/fieldValues``, or a private member of a JSON Web Key.
    ///
    /// Most keys are neither; none is made a text to find that out.
    func mayHoldField(_ key: Range<Int>) -> Bool { isOne(of: WordLists.fieldValueWords, key) || isPrivateMember(key) }

    /// Whether a range equals one of some words.
    func isOne(of words: [StaticString], _ range: Range<Int>) -> Bool {
        for word in words where word.utf8CodeUnitCount == range.count { if has(word, at: range.lowerBound) { return true } }
        return false
    }

    /// Whether a key is that of a private member of a JSON Web Key (RFC 7518): `d`, `p`, `q`, `dp`, `dq`, `qi`, `k`.
    func isPrivateMember(_ key: Range<Int>) -> Bool {
        let first = self[key.lowerBound]
        if key.count == 1 { return first.isOne(of: "dpqk") }
        guard key.count == 2 else { return false }
        let second = self[key.lowerBound + 1]
        return first == UInt8(ascii: "d") ? second.isOne(of: "pq") : first == UInt8(ascii: "q") && second == UInt8(ascii: "i")
    }
}
