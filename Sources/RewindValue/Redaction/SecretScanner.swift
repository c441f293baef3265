/// Finds what has the shape of a secret inside a text, and puts pseudonyms into its place.
struct SecretScanner: Sendable {
    let shapes: Set<SecretShape>
    let matcher: KeyMatcher
    let pseudonyms: Pseudonyms

    typealias Text = UnsafeBufferPointer<UInt8>

    /// A secret inside a text.
    private struct Finding {
        var shape: SecretShape
        var range: Range<Int>
    }

    /// The text without secrets; `nil` if it has none.
    func redacted(_ text: String, counting counts: inout [String: Int]) -> String? {
        // A secret needs room: the shortest is a query item such as "?pin=1".
        guard text.utf8.count > 5 else { return nil }
        var text = text
        let findings = text.withUTF8 { self.findings($0) }
        if findings.isEmpty { return nil }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var position = 0
        for finding in findings {
            result += bytes[position..<finding.range.lowerBound]
            let secret = bytes[finding.range]
            let isInURL = finding.shape == .urlQuery || finding.shape == .urlPassword
            result += (isInURL ? pseudonyms.urlText(for: secret) : pseudonyms.text(for: secret)).utf8
            position = finding.range.upperBound
            counts["shape " + finding.shape.rawValue, default: 0] += 1
        }
        result += bytes[position...]
        return String(decoding: result, as: UTF8.self)
    }

    private func findings(_ text: Text) -> [Finding] {
        var findings: [Finding] = []
        var position = 0
        while position < text.count {
            if Self.mayBegin(text[position]), let finding = finding(text, position), shapes.contains(finding.shape) {
                findings.append(finding)
                position = finding.range.upperBound
            } else {
                position += 1
            }
        }
        return findings
    }

    @inline(__always)
    private static func mayBegin(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "e"), UInt8(ascii: "B"), UInt8(ascii: "b"), UInt8(ascii: "A"), UInt8(ascii: "g"), UInt8(ascii: "s"),
            UInt8(ascii: "r"), UInt8(ascii: "x"), UInt8(ascii: "n"), UInt8(ascii: "h"), UInt8(ascii: "w"), UInt8(ascii: "y"),
            UInt8(ascii: "S"),
            UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"),
            UInt8(ascii: "2")...UInt8(ascii: "6"):  // with which the numbers of cards begin
            true
        default: false
        }
    }

    private func finding(_ text: Text, _ start: Int) -> Finding? {
        switch text[start] {
        case UInt8(ascii: "-"): return text.privateKey(start).map { Finding(shape: .privateKey, range: $0) }
        case UInt8(ascii: ":"): return text.urlPassword(start).map { Finding(shape: .urlPassword, range: $0) }
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"):
            guard let item = text.queryItem(start) else { return nil }
            let name = String(decoding: text[item.name], as: UTF8.self)
            return matcher.rule(for: name) == nil ? nil : Finding(shape: .urlQuery, range: item.value)
        default: break
        }
        // All others begin a word.
        if start > 0, text[start - 1].isASCIIAlphanumeric || text[start - 1] == UInt8(ascii: "_") { return nil }
        switch text[start] {
        case UInt8(ascii: "2")...UInt8(ascii: "6"): return text.cardNumber(start).map { Finding(shape: .cardNumber, range: $0) }
        case UInt8(ascii: "e"): return text.jwt(start).map { Finding(shape: .jwt, range: $0) }
        case UInt8(ascii: "B"), UInt8(ascii: "b"):
            if let range = text.bearer(start) { return Finding(shape: .bearer, range: range) }
            return text.basic(start).map { Finding(shape: .basic, range: $0) }
        default: break
        }
        if let range = text.awsKey(start) { return Finding(shape: .awsKey, range: range) }
        if let range = text.githubToken(start) { return Finding(shape: .githubToken, range: range) }
        if let range = text.secretKey(start) { return Finding(shape: .secretKey, range: range) }
        return text.serviceKey(start).map { Finding(shape: .serviceKey, range: $0) }
    }

    /// The text without the end of a private key whose beginning was cut off; `nil` if there is none.
    func withoutKeyEnd(_ text: String, counting counts: inout [String: Int]) -> String? {
        guard shapes.contains(.privateKey), text.contains("PRIVATE KEY-----") else { return nil }
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
