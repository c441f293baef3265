/// Codes in messages that bring them: `Your code is 482913`, `482913 is your verification code`, `Ihr Code lautet 482913`.
enum OneTimeCode {
    /// Words for a code; in scripts that do not divide words, they may be part of a longer run.
    fileprivate static let words = CodeWords(
        """
        code otp passcode pin tan kode codigo codice kod kodu kodunuz pincode totp код коды koden koodi sifre sifreniz κωδικος קוד
        """,
        anywhere: "验证码 驗證碼 校验码 动态码 確認碼 コード 暗証番号 인증번호 인증코드 코드 رمز كود کد कोड रहस्य รหัส")

    /// Words that may stand between the code's word and the digits.
    fileprivate static let joints = set(
        """
        is are was be ist lautet es est e to este jest on now here der die das de di da del della van von voor pour para per for the your number verification verificacion \
        verificação vérification confirmation confirmacion security seguridad securite sicurezza acceso acces access login sign in up with mit con avec the this \
        follows below
        """)

    /// Before a code's word: then it is a code of something else.
    fileprivate static let others = set(
        """
        error exit status zip postal area country response http https product promo coupon discount source bar qr airport language currency color colour reason dress morse \
        error-code post item article sku return result signal op hash char key region state city branch model part stock tax course class room order failed failure tracking offline
        """)

    /// Behind the digits: what they are.
    fileprivate static let verbs = set("is ist est es e è é jest to")
    fileprivate static let uses = set(
        "use enter type with code gib verwende introduce ingresa usa utilise saisissez digite insira inserisci")
    fileprivate static let purposes = set(
        "log sign login signin verify confirm authenticate authorize activate reset unlock access continue anmelden bestatigen iniciar verificar confirmar connecter verifier accedere"
    )

    private static func set(_ words: String) -> Set<String> { Set(words.split(whereSeparator: { $0.isWhitespace }).map(String.init)) }

    /// Words, and parts of words.
    struct CodeWords {
        let words: Set<String>
        let parts: [String]

        init(_ words: String, anywhere: String) {
            self.words = OneTimeCode.set(words)
            parts = anywhere.split(separator: " ").map(String.init)
        }

        func has(_ word: String) -> Bool {
            if words.contains(word) { return true }
            if word.utf8.count > 6, word.hasSuffix("code"), !OneTimeCode.others.contains(String(word.dropLast(4))) {
                return word != "barcode" && word != "unicode"
            }
            return word.utf8.contains { $0 >= 0x80 } && parts.contains { word.contains(text: $0) }
        }
    }

    /// Whether the words before and behind some digits say that these are a code.
    fileprivate static func isCode(before: [String], behind: [String]) -> Bool {
        // "your code is 482913"
        for (index, word) in before.enumerated().reversed() {
            if words.has(word) { return index == 0 || !others.contains(before[index - 1]) }
            if !joints.contains(word), !word.utf8.contains(where: { $0 >= 0x80 }) { break }
        }
        // "482913 is your code"
        if let first = behind.first, verbs.contains(first), let place = behind.prefix(8).firstIndex(where: { words.has($0) }) {
            return !others.contains(behind[place - 1])
        }
        // "use 482913 to log in"
        return before.last.map(uses.contains) == true && behind.prefix(5).contains { purposes.contains($0) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The ranges of one-time codes: four to eight digits, perhaps with a hyphen or blank in their middle.
    func oneTimeCodes() -> [Range<Int>] {
        guard mayHaveCode else { return [] }
        var ranges: [Range<Int>] = []
        var index = 0
        while index < count {
            guard self[index].isASCIIDigit else {
                index += 1
                continue
            }
            var end = run(from: index, while: { $0.isASCIIDigit })
            if end - index == 3, byte(end) == UInt8(ascii: "-") || byte(end) == UInt8(ascii: " ") {
                let second = run(from: end + 1, while: { $0.isASCIIDigit })
                if second - end == 4 { end = second }
            }
            let start = index
            index = end
            guard (4...8).contains(end - start), isFree(start, end) else { continue }
            if OneTimeCode.isCode(before: words(before: start), behind: words(behind: end)) { ranges.append(start..<end) }
        }
        return ranges
    }

    /// Whether four digits in a row are there, and letters that a word for a code may be of.
    private var mayHaveCode: Bool {
        var run = 0
        var hasDigits = false
        var hasWord = false
        for index in indices {
            let byte = self[index]
            if byte.isASCIIDigit {
                run += 1
                if run == 3 { hasDigits = true }  // perhaps 482-913
                continue
            }
            run = 0
            if byte >= 0x80 {
                hasWord = true
            } else if !hasWord, index + 2 < count {
                switch (byte | 0x20, self[index + 1] | 0x20, self[index + 2] | 0x20) {
                // cod kod otp pin tan sif
                case (99, 111, 100), (107, 111, 100), (111, 116, 112), (112, 105, 110), (116, 97, 110), (115, 105, 102): hasWord = true
                // use ent ins typ
                case (117, 115, 101), (101, 110, 116), (105, 110, 115), (116, 121, 112): hasWord = true
                default: break
                }
            }
        }
        return hasDigits && hasWord
    }

    /// Whether no letter, sign of a number or digit touches it, but for the letter of `G-482913`.
    private func isFree(_ start: Int, _ end: Int) -> Bool {
        if let next = byte(end), next.isASCIIAlphanumeric || next == UInt8(ascii: "_") || next == UInt8(ascii: "%") { return false }
        if end + 1 < count, ".,:-/".utf8.contains(self[end]), self[end + 1].isASCIIDigit { return false }
        guard start > 0 else { return true }
        let before = self[start - 1]
        if before == UInt8(ascii: "-"), start > 1, self[start - 2].isASCIIAlphanumeric {
            return start < 4 || !self[start - 3].isASCIIAlphanumeric
        }
        if ".,:/".utf8.contains(before), start > 1, self[start - 2].isASCIIDigit { return false }
        return !before.isASCIIAlphanumeric && !"_#$+-".utf8.contains(before)
    }

    private func words(before end: Int) -> [String] {
        var start = Swift.max(0, end - 60)
        // Not in the middle of a letter, and not beyond the sentence.
        while start < end, self[start] & 0xC0 == 0x80 { start += 1 }
        let text = self[start..<end]
        let sentence = text.lastIndex { ".!?\n;".utf8.contains($0) }.map { text[($0 + 1)...] } ?? text
        return Self.words(sentence)
    }

    private func words(behind start: Int) -> [String] {
        var end = Swift.min(count, start + 70)
        while end > start, end < count, self[end] & 0xC0 == 0x80 { end -= 1 }
        let text = self[start..<end]
        return Self.words(text.firstIndex { ".!?\n;".utf8.contains($0) }.map { text[..<$0] } ?? text)
    }

    private static func words(_ text: Slice<Self>) -> [String] {
        text.split { $0 < 0x80 && !$0.isASCIIAlphanumeric }.map { word in
            let letters = KeyText(String(decoding: word, as: UTF8.self)).letters
            return String(decoding: letters.isEmpty ? Array(word) : letters, as: UTF8.self)
        }
    }
}
