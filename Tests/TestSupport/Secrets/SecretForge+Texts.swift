extension SecretForge {
    private static let seedWords = [
        "abandon", "ability", "absorb", "balance", "bamboo", "cabbage", "cactus", "damage", "dance", "eagle", "earth", "fabric", "famous",
        "galaxy",
        "garden", "habit", "hammer", "icon", "idle", "jacket", "jungle", "kangaroo", "ketchup", "label", "ladder", "machine", "magnet",
        "napkin",
        "narrow", "oak", "object", "paddle", "palace", "quality", "quantum", "rabbit", "raccoon", "sadness", "salad", "table", "tackle",
        "ugly",
        "umbrella", "vacant", "vacuum", "wagon", "walnut", "yard", "yellow", "zebra", "zone", "zoo",
    ]

    /// A wallet's words, or a code that a message brings.
    package mutating func phraseOrCode() -> PlantedSecret {
        if random.below(2) == 0 {
            let words = (0..<pick([12, 15, 18, 24])).map { _ in pick(Self.seedWords) }
            let joint = pick([" ", " ", ", ", "\n", "-"])
            return PlantedSecret(
                "shape: mnemonic", .text(around(words.joined(separator: joint))), core: words[3...7].joined(separator: joint))
        }
        let code = String(random.below(900_000) + 100_000)
        let text = pick([
            "Your code is \(code).", "Your verification code is \(code)", "\(code) is your security code",
            "G-\(code) is your Google verification code.",
            "Use \(code) to log in to Shop", "Enter \(code) to verify your account", "One-time password: \(code)",
            "Your OTP is \(code). Do not share it.",
            "Ihr Code lautet \(code)", "Ihr Bestätigungscode: \(code)", "Tu código es \(code)", "Votre code de vérification est \(code)",
            "Il tuo codice è \(code)", "Twój kod to \(code)", "Ваш код: \(code)", "Doğrulama kodunuz: \(code)", "您的验证码是\(code)，请勿泄露",
            "認証コードは \(code) です",
            "인증번호 [\(code)]를 입력하세요", "رمز التحقق الخاص بك هو \(code)", "Seu código é \(code)", "Je code is \(code)", "PIN: \(code)",
            "Sign in with code \(code) now", "login code \(code)", "your passcode is \(code)",
        ])
        return PlantedSecret("shape: one-time code", .text(text), core: code)
    }

    /// A private key or address of a currency, with its check sum.
    package mutating func wallet() -> PlantedSecret {
        let core = pick([
            "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn",
            "L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ", "5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss",
            "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
            "xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7oWgT11eZG7XnxHrnYeSvkzY7d2bhkJ7",
        ])
        return PlantedSecret("shape: wallet", .text(around(core)), core: core)
    }

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

    /// A secret in another writing.
    package mutating func encoded() -> PlantedSecret {
        let secret = characters(Self.alphanumeric, 24)
        let plain = pick([
            "password=\(secret)", "ghp_\(secret)abcdefghijk7", #"{"token":"\#(secret)","n":1}"#, "user:ann;apiKey:\(secret)",
            "https://ann:\(secret)@example.org/",
            #"{"user":{"client_secret":"\#(secret)"}}"#,
        ])
        let bytes = Array(plain.utf8)
        switch random.below(5) {
        case 0:
            let text = Self.base64(bytes)
            return PlantedSecret("encoded: base64", .text(around(text)), core: String(text.dropLast(4)))
        case 1:
            let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return PlantedSecret("encoded: hex", .text(around(text)), core: text)
        case 2: return PlantedSecret("encoded: url", .text(around(Self.percent(bytes))), core: secret)
        case 3:
            let json = #"{"body":"{\"user\":\"ann\",\"password\":\"\#(secret)\"}"}"#
            return PlantedSecret("encoded: json", .text(around(json)), core: secret)
        default:
            let json = #"{"a":"{\"b\":\"{\\\"token\\\":\\\"\#(secret)\\\"}\"}"}"#
            return PlantedSecret("encoded: escaped twice", .text(around(json)), core: secret)
        }
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
