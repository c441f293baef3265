import RewindValue

/// A key in its normal form: lower-case letters without diacritics, and the boundaries of its words.
///
/// `userPassword`, `USER_PASSWORD` and `user-pässwörd` all become `userpassword`, with a boundary after `user`.
struct KeyText {
    /// The letters, as UTF-8.
    private(set) var letters: [UInt8] = []
    /// The boundaries of words, in ascending order, including the beginning and the end of the key.
    private(set) var boundaries: [Int] = [0]

    /// The length up to which a key is a name; longer keys are data.
    static let limit = 160

    init(_ key: some StringProtocol) {
        var before: Unicode.Scalar?
        let scalars = Array(key.unicodeScalars.prefix(Self.limit))
        for (index, scalar) in scalars.enumerated() {
            guard let folded = Self.folded(scalar) else {
                divide()
                before = nil
                continue
            }
            if let before, Self.isCapital(scalar), Self.beginsWord(scalars, index, behind: before) { divide() }
            letters += folded
            before = scalar
        }
        divide()
    }

    func words(from start: Int = 0, to end: Int? = nil) -> [String] {
        let end = end ?? letters.count
        let cuts = [start] + boundaries.filter { $0 > start && $0 < end } + [end]
        return zip(cuts, cuts.dropFirst()).filter { $0 < $1 }.map { String(decoding: letters[$0..<$1], as: UTF8.self) }
    }

    private mutating func divide() { if boundaries.last != letters.count { boundaries.append(letters.count) } }

    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? (65...90).contains(scalar.value) : scalar.properties.isUppercase
    }

    /// A word begins with a capital, or is a run of capitals and perhaps an "s".
    private static func beginsWord(_ scalars: [Unicode.Scalar], _ index: Int, behind before: Unicode.Scalar) -> Bool {
        if !isCapital(before) { return true }
        guard index + 1 < scalars.count, !isCapital(scalars[index + 1]), folded(scalars[index + 1]) != nil else { return false }
        let isPlural = scalars[index + 1] == "s" && (index + 2 == scalars.count || isCapital(scalars[index + 2]))
        return !isPlural
    }

    /// A letter in lower case without diacritics; `nil` if it is not a letter.
    private static func folded(_ scalar: Unicode.Scalar) -> [UInt8]? {
        let value = scalar.value
        switch value {
        case 0x61...0x7A: return [UInt8(value)]
        case 0x41...0x5A: return [UInt8(value | 0x20)]
        case 0..<0x80: return nil
        case 0x300...0x36F: return []  // a mark upon the letter before it
        default: break
        }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
        if let plain = plain[lower] { return Array(plain.utf8) }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: break
        default: guard scalar.properties.isAlphabetic else { return nil }
        }
        return Array(String(lower).utf8)
    }

    /// Letters with diacritics, each with its plain form.
    private static let plain: [Unicode.Scalar: String] = {
        let rows = [
            "aàáâãäåāăąạảấầẩẫậắằẳẵặ", "cçćč", "dďđð", "eèéêëēėęěẹẻẽếềểễệ", "gğ", "iìíîïīįıỉịĩ", "lľł", "nñńň", "oòóôõöøōőơọỏốồổỗộớờởỡợ",
            "rŕř", "sśşšș",
            "tťţț", "uùúûüūůűųưụủứừửữự", "yýÿỳỵỷỹ", "zźżž",
        ]
        var table: [Unicode.Scalar: String] = [
            "ß": "ss", "æ": "ae", "œ": "oe", "ς": "σ", "ώ": "ω", "ό": "ο", "ύ": "υ", "ί": "ι", "ή": "η", "έ": "ε", "ά": "α",
        ]
        for row in rows { for letter in row.unicodeScalars.dropFirst() { table[letter] = String(row.prefix(1)) } }
        return table
    }()
}
