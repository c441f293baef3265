/// What letters come to in the normal form of a key.
enum KeyLetters {
    /// The letter, or letters, in lower case and without marks; `nil` if it is no letter.
    static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        let value = scalar.value
        switch value {
        case 0x61...0x7A: return [scalar]
        case 0x41...0x5A: return [Unicode.Scalar(value | 0x20) ?? scalar]
        case 0..<0x80: return nil
        case 0xC0...0x17F: if let plain = latin[scalar] { return plain }
        case 0x300...0x36F: return []  // a mark upon the letter before it
        case 0xFF21...0xFF3A, 0xFF41...0xFF5A: return Unicode.Scalar(value - 0xFEE0).flatMap(folded)  // full width
        case 0x24B6...0x24E9: return Unicode.Scalar((value - 0x24B6) % 26 + 0x61).map { [$0] }  // in circles
        case 0x1D400...0x1D6A3:  // bold, italic, script and so on: capitals and small letters in turns
            let place = (value - 0x1D400) % 52 % 26
            return Unicode.Scalar(place + 0x61).map { [$0] }
        default: if let plain = others[scalar] { return [plain] }
        }
        guard scalar.properties.isAlphabetic || isMark(scalar) else { return nil }
        let lower = scalar.properties.lowercaseMapping.unicodeScalars
        return lower.first == scalar ? [scalar] : lower.flatMap { folded($0) ?? [] }
    }

    /// Whether nobody sees it: joints of no width, hints for lines and directions, variation selectors.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x34F, 0x61C, 0x180E, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF: true
        default: false
        }
    }

    /// The letter that a digit or sign stands for in `p4ssw0rd`.
    static func spelled(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "0": "o"
        case "1": "i"
        case "3": "e"
        case "4", "@": "a"
        case "5", "$": "s"
        case "7": "t"
        default: nil
        }
    }

    /// The Latin letters that letters of other alphabets look like.
    static let twins: [Unicode.Scalar: Unicode.Scalar] = pairs(
        "аaвbеeкkмmнhоoрpсcтtуyхxіiјjѕsԁdԛqԝwһhӏlгrѵvαaβbεeηnιiκkνvοoρpσoτtυuχxωwγyօoոnսuհhցgաwեtքpոnտsɑaɡgℓlᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz"
    )

    /// Marks that letters of some scripts are written with.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    private static let latin: [Unicode.Scalar: [Unicode.Scalar]] = {
        var table: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        let rows = [
            "aàáâãäåāăą", "cçćĉċč", "dďđð", "eèéêëēĕėęě", "gĝğġģ", "hĥħ", "iìíîïĩīĭįı", "jĵ", "kķĸ", "lĺļľŀł", "nñńņňŋ", "oòóôõöøōŏő",
            "rŕŗř", "sśŝşšſ",
            "tţťŧ", "uùúûüũūŭůűų", "wŵ", "yýÿŷ", "zźżž",
        ]
        for row in rows {
            let letters = Array(row.unicodeScalars)
            for letter in letters.dropFirst() {
                table[letter] = [letters[0]]
                for upper in letter.properties.uppercaseMapping.unicodeScalars where upper.value > 0x7F { table[upper] = [letters[0]] }
            }
        }
        for (letter, plain) in [
            ("ß", "ss"), ("æ", "ae"), ("Æ", "ae"), ("œ", "oe"), ("Œ", "oe"), ("þ", "th"), ("Þ", "th"), ("ĳ", "ij"), ("Ĳ", "ij"), ("İ", "i"),
        ] {
            if let letter = letter.unicodeScalars.first { table[letter] = Array(plain.unicodeScalars) }
        }
        return table
    }()

    /// Accents of Vietnamese and Greek, and forms of letters.
    private static let others: [Unicode.Scalar: Unicode.Scalar] = pairs(
        "ơoƠoưuƯușsȘsțtȚtạaảaấaầaẩaẫaậaắaằaẳaẵaặaẹeẻeẽeếeềeểeễeệeỉiịiọoỏoốoồoổoỗoộoớoờoởoỡoợoụuủuứuừuửuữuựuỳyỵyỷyỹyάαέεήηίιόούυώωςσϊιϋυёе")

    private static func pairs(_ text: String) -> [Unicode.Scalar: Unicode.Scalar] {
        let scalars = Array(text.unicodeScalars)
        return Dictionary(
            firstOf: stride(from: 0, to: scalars.count - 1, by: 2).map { (scalars[$0], scalars[$0 + 1]) })
    }
}
