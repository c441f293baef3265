import RewindValue

// Tokens that services document by their middle, their end or their groups, and not by their beginning alone.
extension UnsafeBufferPointer<UInt8> {
    /// The range of such a token that begins at an index, where a word does.
    @inline(__always)
    func tokenOfOtherForm(_ start: Int) -> Range<Int>? { mayHaveOtherForm(start) ? otherForm(start) : nil }

    /// Whether what a form needs is where it has to be, asked of each word of each text; nearly none passes.
    @inline(__always)
    private func mayHaveOtherForm(_ start: Int) -> Bool {
        guard start + 31 < count, let bytes = baseAddress.map({ $0 + start }) else { return false }
        // "re_", "pi_" and "seti_"; the first letter of a bot's token.
        let isNamed =
            bytes[0].isOne(of: "MNOprs") && (bytes[2] == UInt8(ascii: "_") || bytes[4] == UInt8(ascii: "_") || bytes[0] < UInt8(ascii: "a"))
        // The sign behind 5 characters of Entra, 14 of Terraform and 32 of a mail key; the end of a New Relic key.
        return isNamed || bytes[5] == UInt8(ascii: "~") || bytes[14] == UInt8(ascii: ".")
            || start + 36 < count && (bytes[32] == UInt8(ascii: "-") || bytes[36] == UInt8(ascii: "N"))
    }

    @inline(never)
    private func otherForm(_ start: Int) -> Range<Int>? {
        let word = run(from: start, while: { $0.isASCIIAlphanumeric })
        guard let sign = byte(word) else { return newRelicLicense(start..<word) }
        let end: Int? =
            switch sign {
            case UInt8(ascii: "~"): azureSecret(start, word)
            case UInt8(ascii: "-"): mailKey(start, word) ?? discordToken(start)
            case UInt8(ascii: "."): terraformToken(start, word) ?? discordToken(start)
            case UInt8(ascii: "_"): stripeClientSecret(start, word) ?? resendKey(start, word) ?? discordToken(start)
            default: nil
            }
        return end.map { start..<$0 } ?? newRelicLicense(start..<word)
    }

    /// Microsoft Entra, client secrets: three characters, a digit, `Q~` and 31 to 34 more.
    private func azureSecret(_ start: Int, _ word: Int) -> Int? {
        guard word - start == 5, self[word - 1] == UInt8(ascii: "Q"), self[word - 2].isASCIIDigit else { return nil }
        let end = run(from: word + 1) { $0.isBase64URL || $0.isOne(of: ".~") }
        return (31...34).contains(end - word - 1) ? end : nil
    }

    /// Mailchimp and Mailgun: 32 hexadecimal digits, and a data centre, `-us12`, or 8 and 8 more.
    private func mailKey(_ start: Int, _ word: Int) -> Int? {
        guard word - start == 32, self[start..<word].allSatisfy({ $0.isHexDigit }) else { return nil }
        if has("-us", at: word) {
            let end = run(from: word + 3) { $0.isASCIIDigit }
            return (1...2).contains(end - word - 3) ? end : nil
        }
        let middle = run(from: word + 1) { $0.isHexDigit }
        guard middle - word == 9, byte(middle) == UInt8(ascii: "-") else { return nil }
        let end = run(from: middle + 1) { $0.isHexDigit }
        return end - middle == 9 ? end : nil
    }

    /// Discord, bot tokens: a number in Base64, 6 characters, and 27 or more.
    private func discordToken(_ start: Int) -> Int? {
        guard self[start].isOne(of: "MNO") else { return nil }
        let id = run(from: start, while: { $0.isBase64URL })
        guard (23...28).contains(id - start), byte(id) == UInt8(ascii: ".") else { return nil }
        let time = run(from: id + 1, while: { $0.isBase64URL })
        guard time - id == 7, byte(time) == UInt8(ascii: ".") else { return nil }
        let end = run(from: time + 1, while: { $0.isBase64URL })
        return (27...45).contains(end - time - 1) ? end : nil
    }

    /// HCP Terraform, API tokens: 14 characters, `.atlasv1.` and 60 or more.
    private func terraformToken(_ start: Int, _ word: Int) -> Int? {
        guard word - start == 14, has(".atlasv1.", at: word) else { return nil }
        let end = run(from: word + 9, while: { $0.isBase64URL })
        return end - word > 60 ? end : nil
    }

    /// Stripe, client secrets: `pi_…_secret_…`.
    private func stripeClientSecret(_ start: Int, _ word: Int) -> Int? {
        guard has("pi_", at: start) || has("seti_", at: start) else { return nil }
        let id = run(from: word + 1, while: { $0.isASCIIAlphanumeric })
        guard id - word > 14, has("_secret_", at: id) else { return nil }
        let end = run(from: id + 8, while: { $0.isASCIIAlphanumeric })
        return end - id > 22 ? end : nil
    }

    /// Resend, API keys: `re_`, 8 and 20 or more characters.
    private func resendKey(_ start: Int, _ word: Int) -> Int? {
        guard has("re_", at: start) else { return nil }
        let first = run(from: word + 1, while: { $0.isASCIIAlphanumeric })
        guard first - word == 9, byte(first) == UInt8(ascii: "_") else { return nil }
        let end = run(from: first + 1, while: { $0.isASCIIAlphanumeric })
        return end - first > 20 ? end : nil
    }

    /// New Relic, licence keys: 40 characters that end with `NRAL`.
    private func newRelicLicense(_ word: Range<Int>) -> Range<Int>? {
        word.count == 40 && has("NRAL", at: word.upperBound - 4) ? word : nil
    }
}
