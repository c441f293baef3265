/// Makes secrets of all classes, anew from each seed.
package struct SecretForge: Sendable {
    package var random: SeededGenerator

    package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    package static let lower = Array("abcdefghijklmnopqrstuvwxyz")
    package static let upper = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    package static let digits = Array("0123456789")
    package static let hex = Array("0123456789abcdef")
    package static let alphanumeric = lower + upper + digits
    package static let base64url = alphanumeric + Array("-_")
    package static let base64 = alphanumeric + Array("+/")

    package mutating func pick<T>(_ choices: [T]) -> T { choices[random.below(choices.count)] }

    package mutating func characters(_ alphabet: [Character], _ count: Int) -> String {
        // With letters, a digit in the middle: what has none is hardly ever a token.
        var text = (0..<count).map { _ in pick(alphabet) }
        if alphabet.contains("7"), count > 8 { text[count / 2] = "7" }
        return String(text)
    }

    /// A password, as people and generators make them.
    package mutating func password() -> String {
        switch random.below(5) {
        case 0: characters(Self.lower, 7) + "-" + characters(Self.lower, 6)
        case 1: characters(Self.alphanumeric, 12) + pick(["!", "#", "$", "%"])
        case 2: characters(Self.lower, 5).capitalizedFirst + characters(Self.digits, 5) + pick(["!", "?", "*"])
        case 3: characters(Self.hex, 24)
        default: characters(Self.alphanumeric, 20)
        }
    }

    /// A secret of any class.
    package mutating func next() -> PlantedSecret {
        switch random.below(16) {
        case 0...1: plainKey()
        case 2...3: compoundKey()
        case 4: dividedKey()
        case 5...6: foreignKey()
        case 7: accentedKey()
        case 8: numberKey()
        case 9...11: serviceToken()
        case 12: privateKey()
        case 13: connection()
        case 14: random.below(2) == 0 ? card() : iban()
        default: pair()
        }
    }
}

extension String {
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
