// One function a shape: the range of the secret in a text, if one begins at an index.
extension UnsafeBufferPointer<UInt8> {
    func jwt(_ start: Int) -> Range<Int>? {
        guard has("eyJ", at: start) else { return nil }
        let header = run(from: start, while: \.isBase64URL)
        guard header - start >= 8, byte(header) == UInt8(ascii: ".") else { return nil }
        let payload = run(from: header + 1, while: \.isBase64URL)
        guard payload - header >= 4, byte(payload) == UInt8(ascii: ".") else { return nil }
        return start..<run(from: payload + 1, while: \.isBase64URL)
    }

    /// After "Bearer " anything that no word of a sentence looks like; if there is nothing else, anything.
    func bearer(_ start: Int) -> Range<Int>? {
        guard let token = schemeValue("bearer", at: start) else { return nil }
        let end = run(from: token) { $0.isBase64URL || "._~+/=".utf8.contains($0) }
        guard end > token else { return nil }
        let isWhole = start == 0 && end == count && self[start] == UInt8(ascii: "B")
        let isOdd = end - token >= 20 || end - token >= 8 && self[token..<end].contains(where: \.isASCIIDigit)
        return isWhole || isOdd ? token..<end : nil
    }

    func basic(_ start: Int) -> Range<Int>? {
        guard let token = schemeValue("basic", at: start) else { return nil }
        let end = run(from: token) { $0.isASCIIAlphanumeric || "+/=".utf8.contains($0) }
        guard end - token >= 16, self[(token + 1)..<end].contains(where: { !($0.isASCIILetter) }) else { return nil }
        return token..<end
    }

    func awsKey(_ start: Int) -> Range<Int>? {
        guard has("AKIA", at: start) || has("ASIA", at: start) else { return nil }
        let end = run(from: start, while: \.isASCIIAlphanumeric)
        return end - start == 20 && self[start..<end].allSatisfy { !$0.isASCIILetter } ? start..<end : nil
    }

    func githubToken(_ start: Int) -> Range<Int>? {
        let isShort =
            has("gh", at: start) && byte(start + 3) == UInt8(ascii: "_") && byte(start + 2).map { "pousr".utf8.contains($0) } == true
        guard isShort || has("github_pat_", at: start) else { return nil }
        let end = run(from: start) { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
        return end - start >= 24 ? start..<end : nil
    }

    func secretKey(_ start: Int) -> Range<Int>? {
        if has("sk-", at: start) {
            let end = run(from: start, while: \.isBase64URL)
            return end - start >= 19 && self[start..<end].contains(where: \.isASCIIDigit) ? start..<end : nil
        }
        guard ["sk_live_", "sk_test_", "rk_live_", "rk_test_"].contains(where: { has($0, at: start) }) else { return nil }
        let end = run(from: start) { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
        return end - start >= 16 ? start..<end : nil
    }

    /// The prefixes of keys of well-known services, and how many characters follow at least.
    private static let servicePrefixes: [(text: String, atLeast: Int)] = [
        ("AIza", 30), ("xoxb-", 10), ("xoxp-", 10), ("xoxa-", 10), ("xoxr-", 10), ("xoxs-", 10), ("xapp-", 10), ("glpat-", 18),
        ("npm_", 30),
        ("hf_", 30), ("whsec_", 16), ("ya29.", 20), ("SG.", 30),
    ]

    func serviceKey(_ start: Int) -> Range<Int>? {
        for prefix in Self.servicePrefixes where has(prefix.text, at: start) {
            let end = run(from: start) { $0.isBase64URL || $0 == UInt8(ascii: ".") }
            let body = self[(start + prefix.text.utf8.count)..<end]
            if body.count >= prefix.atLeast, body.contains(where: \.isASCIIDigit) { return start..<end }
        }
        return nil
    }

    /// To the line that ends the key, or to the end of the text.
    func privateKey(_ start: Int) -> Range<Int>? {
        guard has("-----BEGIN ", at: start), let mark = find("PRIVATE KEY", from: start + 11, to: start + 40) else { return nil }
        guard let ending = find("-----END ", from: mark, to: count) else { return start..<count }
        let close = find("-----", from: ending + 9, to: count)
        return start..<(close.map { $0 + 5 } ?? count)
    }

    /// The password behind `://user:`; the user too if it looks like a token, also where no password follows.
    func urlPassword(_ start: Int) -> Range<Int>? {
        guard has("://", at: start) else { return nil }
        let authority = start + 3
        let end = run(from: authority) { !$0.endsURL && !"/?#".utf8.contains($0) }
        guard let at = self[authority..<end].lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let colon = self[authority..<at].firstIndex(of: UInt8(ascii: ":"))
        let user = self[authority..<(colon ?? at)]
        let isToken = user.count >= 16 && user.contains(where: \.isASCIIDigit) && !has("REDACTED-", at: authority)
        if isToken { return authority..<at }
        guard let colon, colon + 1 < at, !has("REDACTED-", at: colon + 1) else { return nil }
        return (colon + 1)..<at
    }

    /// The name and the value of `?name=value`, `&name=value` or `#name=value`.
    func queryItem(_ start: Int) -> (name: Range<Int>, value: Range<Int>)? {
        let equals = run(from: start + 1) { $0.isBase64URL || ".[]%".utf8.contains($0) }
        guard equals > start + 1, equals - start <= 64, byte(equals) == UInt8(ascii: "=") else { return nil }
        let end = run(from: equals + 1) { !$0.endsURL && !"&#".utf8.contains($0) }
        guard end > equals + 1, !has("REDACTED-", at: equals + 1), !has("[REDACTED ", at: equals + 1) else { return nil }
        return ((start + 1)..<equals, (equals + 1)..<end)
    }

    /// Where the value of an HTTP authentication scheme begins.
    private func schemeValue(_ scheme: String, at start: Int) -> Int? {
        guard start + scheme.utf8.count < count, zip(scheme.utf8, self[start...]).allSatisfy({ $0 == $1 | 0x20 }) else { return nil }
        let blank = start + scheme.utf8.count
        let value = run(from: blank) { $0 == UInt8(ascii: " ") }
        return value > blank && value < count ? value : nil
    }

    func byte(_ index: Int) -> UInt8? { index < count ? self[index] : nil }

    func has(_ text: String, at start: Int) -> Bool {
        start + text.utf8.count <= count && self[start..<(start + text.utf8.count)].elementsEqual(text.utf8)
    }

    func run(from start: Int, while belongs: (UInt8) -> Bool) -> Int {
        self[Swift.min(start, count)...].firstIndex { !belongs($0) } ?? count
    }

    func find(_ text: String, from start: Int, to end: Int) -> Int? {
        var index = start
        while index < Swift.min(end, count) {
            if has(text, at: index) { return index }
            index += 1
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isBase64URL: Bool { isASCIIAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
    fileprivate var endsURL: Bool { self <= 0x20 || self == 0x7f || "\"'<>\\`".utf8.contains(self) }
}
