import RewindValue

// One function for each shape, which returns the range of the secret that begins at an index, if any.
extension UnsafeBufferPointer<UInt8> {
    func jwt(_ start: Int) -> Range<Int>? {
        guard has("eyJ", at: start) else { return nil }
        let header = run(from: start, while: { $0.isBase64URL })
        guard header - start >= 8, byte(header) == UInt8(ascii: ".") else { return nil }
        let payload = run(from: header + 1, while: { $0.isBase64URL })
        // An encrypted one has no key in it if both sides know it.
        if payload == header + 1 { return encrypted(header).map { start..<$0 } }
        guard payload - header >= 4 else { return nil }
        // The signature may be missing.
        guard byte(payload) == UInt8(ascii: ".") else { return has("eyJ", at: header + 1) && payload - header > 12 ? start..<payload : nil }
        return start..<(encrypted(header) ?? run(from: payload + 1, while: { $0.isBase64URL }))
    }

    /// The end of an encrypted web token (JWE): four parts follow its header.
    private func encrypted(_ header: Int) -> Int? {
        var end = header
        for part in 0..<4 {
            guard byte(end) == UInt8(ascii: ".") else { return nil }
            let next = run(from: end + 1, while: { $0.isBase64URL })
            if part > 0, next == end + 1 { return nil }
            end = next
        }
        return end
    }

    /// The credentials of an HTTP authentication scheme, which do not look like a word of a sentence.
    ///
    /// A text that is nothing but "Bearer" and a word has a token, whatever it looks like.
    func credentials(_ scheme: StaticString, _ start: Int) -> Range<Int>? {
        guard has(scheme, at: start, ignoringCase: true) else { return nil }
        let value = run(from: start + scheme.utf8CodeUnitCount) { $0 == UInt8(ascii: " ") }
        let token = value..<run(from: value) { $0.isBase64URL || $0.isOne(of: "._~+/=") }
        let isOdd =
            token.count >= 20 || token.count >= 8 && self[token].contains { $0.isASCIIDigit } || isUserInfo(token)
        return isOdd || !token.isEmpty && token.upperBound == count && has("Bearer ", at: 0) && start == 0 ? token : nil
    }

    /// Whether Base64 of ASCII has a colon: a user and a password.
    private func isUserInfo(_ range: Range<Int>) -> Bool {
        guard range.count >= 8, range.count % 4 == 0 else { return false }
        let range = range.lowerBound..<runStart(before: range.upperBound, limit: 2) { $0 == UInt8(ascii: "=") }
        var (bits, count, hasColon): (UInt32, Int, Bool) = (0, 0, false)
        for byte in self[range] {
            let value: UInt8
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - 65
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - 71
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte + 4
            case UInt8(ascii: "+"): value = 62
            case UInt8(ascii: "/"): value = 63
            default: return false
            }
            (bits, count) = (bits << 6 | UInt32(value), count + 6)
            guard count >= 8 else { continue }
            count -= 8
            let character = UInt8(truncatingIfNeeded: bits >> UInt32(count))
            guard (0x20..<0x7F).contains(character) else { return false }
            if character == UInt8(ascii: ":") { hasColon = true }
        }
        return hasColon
    }

    /// A Telegram bot token: the bot's number, a colon and 35 characters.
    func telegramToken(_ start: Int) -> Range<Int>? {
        let colon = run(from: start, while: { $0.isASCIIDigit })
        guard (6...16).contains(colon - start), has(":A", at: colon) else { return nil }
        let end = run(from: colon + 1, while: { $0.isBase64URL })
        return (34...36).contains(end - colon - 1) ? start..<end : nil
    }

    /// Up to the line that ends the key (RFC 7468), or to the end of the text.
    func privateKey(_ start: Int) -> Range<Int>? {
        guard has("-----BEGIN ", at: start) || has("---- BEGIN ", at: start), let mark = find("PRIVATE KEY", from: start, to: start + 50)
        else { return nil }
        guard let ending = find("-----END ", from: mark, to: count) ?? find("---- END ", from: mark, to: count) else {
            return start..<count
        }
        return start..<(find("----", from: ending + 9, to: count).map { run(from: $0) { $0 == UInt8(ascii: "-") } } ?? count)
    }

    /// The password after `://user:`; also the user, even without a password, if it looks like a token.
    func urlPassword(_ start: Int) -> Range<Int>? {
        let authority = start + 3
        let end = run(from: authority) { !$0.endsURL && !$0.isOne(of: "/?#") }
        guard let at = self[authority..<end].lastIndex(of: UInt8(ascii: "@")) else { return nil }
        let colon = self[authority..<at].firstIndex(of: UInt8(ascii: ":"))
        let user = self[authority..<(colon ?? at)]
        if user.count >= 16, user.contains(where: { $0.isASCIIDigit }), !has("REDACTED-", at: authority) { return authority..<at }
        guard let colon, colon + 1 < at else { return nil }
        return (colon + 1)..<at
    }

    /// The rule of a URL's query item that is secret only in a URL: a signature, or the code that a sign-in returns.
    func queryRule(_ name: Range<Int>) -> String? {
        let text = String(decoding: self[name], as: UTF8.self).lowercased()
        if SignedQuery.names.contains(text) { return "signature" }
        if SignedQuery.perhaps.contains(text) {
            let value = (name.upperBound + 1)..<run(from: name.upperBound + 1) { !$0.endsURL && !$0.isOne(of: "&#") }
            return value.count >= 16 && isIrregular(value) ? "signature" : nil
        }
        guard text == "code" else { return nil }
        let start = runStart(before: name.lowerBound, limit: 256) { !$0.endsURL }
        let end = run(from: name.upperBound) { !$0.endsURL }
        return ["auth", "login", "callback", "state=", "scope="].contains { find($0, from: start, to: end) != nil } ? "code" : nil
    }

    // MARK: Values

    /// The range of a value, in quotes or brackets or without.
    func value(from start: Int, toLineEnd: Bool, isAfterColon: Bool) -> Range<Int> {
        let slashes = run(from: start) { $0 == UInt8(ascii: "\\") }
        if let quote = byte(slashes), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            var end = slashes + 1
            let depth = slashes - start
            while end < count, !(self[end] == quote && end - runStart(before: end) { $0 == UInt8(ascii: "\\") } == depth) { end += 1 }
            return (slashes + 1)..<Swift.max(slashes + 1, end - (end < count ? depth : 0))
        }
        let name = run(from: start) { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
        if let bracket = byte(name), bracket.isOne(of: "([{"), !has("[REDACTED", at: name) { return start..<balancedEnd(from: name) }
        var end = start
        while end < count, self[end] != 0x0A, self[end] != 0x0D {
            if has("[REDACTED ", at: end) {
                end = Swift.min(end + 19, count)
            } else if !toLineEnd, endsValue(end, isAfterColon: isAfterColon) {
                break
            } else {
                end += 1
            }
        }
        return start..<runStart(before: end, limit: end - start) { $0.isBlank }
    }

    /// Punctuation ends a value only if no letter or digit follows, since a password may contain punctuation.
    private func endsValue(_ index: Int, isAfterColon: Bool) -> Bool {
        let byte = self[index]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return true }
        if !isAfterColon, byte.isBlank || byte == UInt8(ascii: "&") { return true }
        return byte.isOne(of: ",;)]}<") && !(self.byte(index + 1)?.isASCIIAlphanumeric ?? false)
    }

    /// The index after the bracket that closes the one at an index; the end of the text if no bracket does.
    private func balancedEnd(from start: Int) -> Int {
        var depth = 0
        var isQuoted = false
        for index in start..<count {
            if self[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            switch self[index] {
            case _ where isQuoted: break
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
        }
        return count
    }

    /// A range without the punctuation that follows a word in a sentence.
    func unquoted(_ range: Range<Int>) -> Range<Int> {
        let end = runStart(before: range.upperBound, limit: range.count - 1) { $0.isOne(of: ",;.)]}\"'") }
        let start = run(from: range.lowerBound) { $0.isOne(of: "\"'") }
        return start < end ? start..<end : range
    }

    /// Whether it is one word of at least eight characters with letters and digits mixed: not a version, date or file name.
    func isIrregular(_ range: Range<Int>) -> Bool {
        let word = self[unquoted(range)]
        guard word.count >= 8, word.contains(where: { ($0 | 0x20).isASCIILetter }), !word.contains(where: { $0.isOne(of: ":/.,(") })
        else { return false }
        return zip(word, word.dropFirst()).count { $0.isASCIIDigit != $1.isASCIIDigit } > 1
    }
}

/// Names of query items that are secret only in a URL.
private enum SignedQuery {
    static let names: Set = [
        "sig", "signature", "x-amz-signature", "x-amz-credential", "x-goog-signature", "x-goog-credential", "hmac", "key-pair-id",
    ]
    /// With a value of letters and digits mixed.
    static let perhaps: Set = ["key", "auth", "ticket", "assertion", "samlresponse", "hash", "session", "st", "k"]
}
