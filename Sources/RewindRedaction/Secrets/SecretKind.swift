import RewindValue

/// What the values under a secret's word look like: the word hides only those.
///
/// Many a word is an ordinary one too: a `pan` is a gesture, a `pin` is on a map, an `authorization` is a status. And what an app computes
/// with is no secret: whole numbers with fewer digits, negative numbers, and fractions, such as coordinates and durations.
package enum SecretKind: Sendable {
    /// Under a word or at a place of the app's own.
    case anything
    /// What people make up.
    case password
    /// What machines make up. Shorter numbers may count tokens.
    case token
    /// Tokens and headers whose word may have a status, too.
    case header
    /// The number of a card; its owner's name may be below the same word.
    case card
    /// The number of a card under a word with another meaning. Its first three digits alone say only which bank issued it.
    case cardDigits
    /// The number on the back of a card.
    case cardCheck
    /// The number on the back of a card under a word with another meaning.
    case cardCheckDigits
    /// What a card's back or a message has.
    case securityCode
    /// What a message, a device or a door asks for.
    case code
    /// A code under a word with another meaning.
    case pin
    /// The number of an account, a person or a paper.
    case register

    /// How many digits a whole number has that can be one.
    private var digits: ClosedRange<Int> {
        switch self {
        case .anything: 1...Int.max
        case .password: 6...Int.max
        case .token, .header: 9...Int.max
        case .card, .cardDigits: 12...19
        case .cardCheck, .cardCheckDigits: 3...4
        case .securityCode: 3...12
        case .code, .pin: 4...12
        case .register: 6...34
        }
    }

    /// Whether it hides only texts that look like the secret, so that the other rules apply to what is below the word.
    var isNarrow: Bool {
        switch self {
        case .header, .cardDigits, .cardCheckDigits, .pin: true
        default: false
        }
    }

    func hides(_ number: JSONNumber) -> Bool {
        if case .anything = self { return true }
        let text = number.text.utf8
        return digits.contains(text.count) && text.allSatisfy { $0.isASCIIDigit }
    }

    func hides(_ text: some Collection<UInt8>) -> Bool {
        switch self {
        case .cardDigits: return Self.isGroups(text, of: 4...19)
        case .cardCheckDigits: return Self.isGroups(text, of: 1...4)
        case .pin:
            // Digits alone, since each that is typed makes the code known in part; or one word of letters and digits.
            guard text.count <= 32, text.contains(where: { $0.isASCIIDigit }) else { return false }
            let isWord = text.count > 3 && !text.contains { $0 <= 0x20 } && text.contains { ($0 | 0x20).isASCIILetter }
            return isWord || text.dropFirst().allSatisfy { $0.isASCIIDigit || $0 == 0x20 } && text.first?.isOne(of: "-0123456789") == true
        // One word of letters is a status.
        case .header: return text.count > 24 || !text.allSatisfy { ($0 | 0x20).isASCIILetter }
        default: return true
        }
    }

    /// Whether a text consists of digits, as many in all, in groups or not.
    private static func isGroups(_ text: some Collection<UInt8>, of counts: ClosedRange<Int>) -> Bool {
        counts.contains(text.count { $0.isASCIIDigit }) && text.allSatisfy { $0.isASCIIDigit || $0.isOne(of: " -._/") }
    }
}
