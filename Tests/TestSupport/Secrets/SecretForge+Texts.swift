extension SecretForge {
    /// A key word and its value within a text.
    package mutating func pair() -> PlantedSecret {
        let secret = characters(Self.alphanumeric, 14)
        var words = pick(Self.words.filter { !["pass", "auth"].contains($0[0]) })
        if random.below(3) == 0 { words = [pick(["user", "db", "my", "old"])] + words }
        let key = random.below(2) == 0 ? words.joined(separator: " ") : styled(words)
        let joint = pick(["=", ":", ": ", " = ", " -> ", "->", "=>", " => ", "\t", "\n", "：", " : ", ":\n"])
        let quote = pick(["", "", "\"", "'"])
        let pair = "\(key)\(joint)\(quote)\(secret)\(quote)"
        let text = pick([pair, "failed with \(pair)", "ann, \(pair), ok", "{\(pair)}", "GET /x \(pair)"])
        return PlantedSecret("text: pair", .text(text), core: secret)
    }

    package static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Self.upper + Self.lower + Self.digits + Array("+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 { text.append(place <= group.count ? alphabet[value >> (18 - 6 * place) & 63] : "=") }
        }
        return text
    }

    static func percent(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let character = Character(Unicode.Scalar(byte))
            return alphanumeric.contains(character)
                ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
