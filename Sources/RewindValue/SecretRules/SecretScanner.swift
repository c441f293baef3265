/// Finds what has the shape of a secret inside a text, and puts pseudonyms into its place.
package struct SecretScanner: Sendable {
    package let shapes: Set<SecretShape>
    package let matcher: KeyMatcher
    package let pseudonyms: Pseudonyms

    typealias Text = UnsafeBufferPointer<UInt8>

    /// A secret inside a text.
    private struct Hit {
        var shape: SecretShape
        var range: Range<Int>
    }

    package init(shapes: Set<SecretShape>, matcher: KeyMatcher, pseudonyms: Pseudonyms) {
        self.shapes = shapes
        self.matcher = matcher
        self.pseudonyms = pseudonyms
    }

    /// The text without secrets; `nil` if it has none.
    ///
    /// - Parameter isOfBytes: whether it is the Base64 of bytes that are no text (``EncodedText/isOfBytes(_:)``); then only its beginning may be that
    ///   of a secret.
    package func redacted(_ text: String, isOfBytes: Bool = false, counting counts: inout [String: Int]) -> String? {
        // A secret needs room: the shortest is a query item such as "?pin=1".
        guard text.utf8.count > 5, !shapes.isEmpty else { return nil }
        var text = text
        let hits = text.withUTF8 { isOfBytes ? beginning($0).map { [$0] } ?? [] : self.hits($0) }
        if hits.isEmpty { return nil }
        let bytes = Array(text.utf8)
        if hits.count == 1, hits[0].shape == .encoded, hits[0].range == bytes.indices {
            // It may be of a type that decodes from nothing but Base64.
            counts["shape " + SecretShape.encoded.rawValue, default: 0] += 1
            return pseudonyms.placeholder(for: text)
        }
        var result: [UInt8] = []
        var position = 0
        for hit in hits {
            result += bytes[position..<hit.range.lowerBound]
            let secret = bytes[hit.range]
            let isInURL = hit.shape == .urlQuery || hit.shape == .urlPassword
            result += (isInURL ? pseudonyms.urlText(for: secret) : pseudonyms.text(for: secret)).utf8
            position = hit.range.upperBound
            counts["shape " + hit.shape.rawValue, default: 0] += 1
        }
        result += bytes[position...]
        return String(decoding: result, as: UTF8.self)
    }

    /// The secret that a text begins as, by its first letters.
    private func beginning(_ text: Text) -> Hit? {
        BeginningIndex.shared.rows(at: 0, of: text).lazy.compactMap { row in
            shapes.contains(row.shape) ? row.range(in: text, at: 0).map { Hit(shape: row.shape, range: $0) } : nil
        }
        .first
    }

    /// - Parameter depth: how often what is encoded is still looked into.
    private func hits(_ text: Text, depth: Int = 1) -> [Hit] {
        var hits: [Hit] = []
        let hasEscapes = text.contains(UInt8(ascii: "%"))
        var runs = Runs()
        var position = 0
        while position < text.count {
            if let hit = hit(text, position, depth, hasEscapes: hasEscapes, &runs), shapes.contains(hit.shape),
                !isPseudonym(text, hit.range)
            {
                hits.append(hit)
                position = hit.range.upperBound
            } else {
                position += 1
            }
        }
        add(shapes.contains(.mnemonic) ? text.mnemonics() : [], of: text, as: .mnemonic, to: &hits)
        add(shapes.contains(.oneTimeCode) ? text.oneTimeCodes() : [], of: text, as: .oneTimeCode, to: &hits)
        return hits
    }

    private func add(_ ranges: [Range<Int>], of text: Text, as shape: SecretShape, to hits: inout [Hit]) {
        for range in ranges where !hits.contains(where: { $0.range.overlaps(range) }) && !isInPlaceholder(text, range) {
            hits.append(Hit(shape: shape, range: range))
        }
        if !ranges.isEmpty { hits.sort { $0.range.lowerBound < $1.range.lowerBound } }
    }

    /// Whether digits are those of a placeholder: what was redacted is not redacted again.
    private func isInPlaceholder(_ text: Text, _ range: Range<Int>) -> Bool {
        let head = "[REDACTED "
        return range.lowerBound >= head.utf8.count && text.has(head, at: range.lowerBound - head.utf8.count)
    }

    private func isPseudonym(_ text: Text, _ range: Range<Int>) -> Bool {
        text.has("REDACTED", at: range.lowerBound) || text.has("[REDACTED", at: range.lowerBound)
    }

    /// A long word, and how often what may be encoded in it was looked into: the Base64 of a picture has a sign every thirty characters, at each of
    /// which something could begin.
    private struct Run {
        var range = 0..<0
        private var looks = 0

        /// Behind so many signs, only the parts of a path are looked into, each by itself.
        private static let limit = 8

        /// Makes it the one that an index is in, which `end` finds the end of, unless it is.
        mutating func go(to start: Int, _ end: (Int) -> Int) {
            if !range.contains(start) { self = Run(range: start..<end(start)) }
        }

        /// Whether one more look into the rest of it is worth its time.
        mutating func looksOnceMore() -> Bool {
            looks += 1
            return looks <= Self.limit
        }
    }

    /// The long words that were looked into last: one of letters, digits and the signs of Base64, and one of what may be escaped as in a URL.
    private struct Runs {
        var word = Run()
        var escaped = Run()
    }

    private func hit(_ text: Text, _ start: Int, _ depth: Int, hasEscapes: Bool, _ runs: inout Runs) -> Hit? {
        let byte = text[start]
        switch byte {
        case UInt8(ascii: ":"): return text.urlPassword(start).map { Hit(shape: .urlPassword, range: $0) }
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"):
            guard let item = text.queryItem(start) else { return nil }
            let name = String(decoding: text[item.name], as: UTF8.self)
            let isSecret = Self.isSignature(name) || matcher.rule(for: name) != nil || name == "code" && text.isSignIn(around: item.name)
            return isSecret ? Hit(shape: .urlQuery, range: item.value) : nil
        default: break
        }
        // All others begin a word.
        guard text.beginsWord(at: start) else { return nil }
        for row in BeginningIndex.shared.rows(at: start, of: text) {
            if let range = row.range(in: text, at: start) { return Hit(shape: row.shape, range: range) }
        }
        guard byte.isASCIIAlphanumeric || byte == UInt8(ascii: "%") else { return nil }
        if byte.isASCIIDigit {
            if let range = text.cardNumber(start), !text.isInUUID(range) { return Hit(shape: .cardNumber, range: range) }
            if let range = text.telegramToken(start) { return Hit(shape: .serviceKey, range: range) }
        } else if let range = text.bankAccount(start), !text.isInUUID(range) {
            return Hit(shape: .iban, range: range)
        }
        return long(text, start, depth, hasEscapes: hasEscapes, &runs)
    }

    /// What only a long word can be.
    ///
    /// - Parameter hasEscapes: whether anything in the text may be escaped as in a URL.
    private func long(_ text: Text, _ start: Int, _ depth: Int, hasEscapes: Bool, _ runs: inout Runs) -> Hit? {
        runs.word.go(to: start) { start in text.run(from: start) { $0.isBase64URL || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") } }
        let end = runs.word.range.upperBound
        if end - start < EncodedText.shortest, !hasEscapes { return nil }
        if end - start >= 26, text.byte(end) != UInt8(ascii: "%") {
            if WalletKey.lengths.contains(where: { $0.contains(end - start) }), WalletKey.isOne(text[start..<end]) {
                return Hit(shape: .walletKey, range: start..<end)
            }
            if let range = text.markedToken(start) { return Hit(shape: .serviceKey, range: range) }
        }
        guard depth > 0, shapes.contains(.encoded) else { return nil }
        if hasEscapes {
            runs.escaped.go(to: start) { start in text.run(from: start) { $0.isBase64URL || "%.~+*!".utf8.contains($0) } }
            let word = text[start..<runs.escaped.range.upperBound]
            if word.contains(UInt8(ascii: "%")), runs.escaped.looksOnceMore(), let plain = EncodedText.percent(word), holdsSecret(plain) {
                return Hit(shape: .encoded, range: start..<runs.escaped.range.upperBound)
            }
        }
        guard end - start >= EncodedText.shortest else { return nil }
        var last = end
        if !runs.word.looksOnceMore() {
            if text[start - 1] != UInt8(ascii: "/") { return nil }
            last = text.run(from: start) { $0.isBase64URL || $0 == UInt8(ascii: "+") }
            guard last - start >= EncodedText.shortest else { return nil }
        }
        guard let plain = EncodedText.hex(text[start..<last]) ?? EncodedText.base64(text[start..<last]), holdsSecret(plain) else {
            return nil
        }
        let padded = text.run(from: last) { $0 == UInt8(ascii: "=") }
        return Hit(shape: .encoded, range: start..<Swift.min(padded, last + 2))
    }

    /// Whether a text that was encoded has a secret in it; what is encoded in it again is not looked into.
    private func holdsSecret(_ plain: [UInt8]) -> Bool {
        if plain.withUnsafeBufferPointer({ hits($0, depth: 0).isEmpty }) == false { return true }
        guard shapes.contains(.pair) else { return false }
        var pairs = PairScanner(String(decoding: plain, as: UTF8.self), matcher: matcher, pseudonyms: pseudonyms)
        var counts: [String: Int] = [:]
        return pairs.redacted(counting: &counts) != nil
    }

    /// Names of query items that a signed URL has its signature in.
    private static func isSignature(_ name: String) -> Bool {
        [
            "sig", "signature", "x-amz-signature", "x-amz-credential", "x-goog-signature", "x-goog-credential", "hmac", "policy-signature",
            "key-pair-id",
        ].contains(
            name.lowercased())
    }

    /// The text without the end of a private key whose beginning was cut off; `nil` if there is none.
    package func withoutKeyEnd(_ text: String, counting counts: inout [String: Int]) -> String? {
        guard shapes.contains(.privateKey) else { return nil }
        var text = text
        let cut = text.withUTF8 { text -> Int? in
            guard let end = text.find("-----END ", from: 0, to: text.count), text.find("-----BEGIN ", from: 0, to: end) == nil,
                let mark = text.find("PRIVATE KEY-----", from: end, to: end + 40)
            else { return nil }
            return mark + 16
        }
        guard let cut else { return nil }
        counts["shape " + SecretShape.privateKey.rawValue, default: 0] += 1
        return pseudonyms.text(for: text.utf8.prefix(cut)) + String(decoding: text.utf8.dropFirst(cut), as: UTF8.self)
    }
}
