import RewindValue

/// Numbers of bank accounts with their country (IBAN, ISO 13616).
enum BankAccount {
    /// Their lengths, by country, from SWIFT's registry.
    fileprivate static let lengths: [String: Int] = {
        let table = """
            AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 \
            GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 \
            NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
            """
        return Dictionary(
            firstOf: table.split(separator: " ").map { (String($0.prefix(2)), Int($0.dropFirst(2)) ?? 0) })
    }()
}

extension UnsafeBufferPointer<UInt8> {
    /// The range of an IBAN that begins at an index, also in groups separated by blanks or hyphens.
    func bankAccount(_ start: Int) -> Range<Int>? {
        guard start + 15 <= count, (self[start] | 0x20).isASCIILetter, (self[start + 1] | 0x20).isASCIILetter, self[start + 2].isASCIIDigit,
            self[start + 3].isASCIIDigit
        else { return nil }
        let country = String(decoding: [self[start] & ~0x20, self[start + 1] & ~0x20], as: UTF8.self)
        guard let length = BankAccount.lengths[country] else { return nil }
        var characters: [UInt8] = []
        var index = start
        while index < count, characters.count < length {
            let byte = self[index]
            if byte.isASCIIAlphanumeric {
                characters.append(byte)
                index += 1
            } else if let next = groupDivider(index), next == count || self[next].isASCIIAlphanumeric {
                index = next
            } else {
                return nil
            }
        }
        guard characters.count == length, index == count || !self[index].isASCIIAlphanumeric else { return nil }
        var remainder = 0
        for byte in characters[4...] + characters[..<4] {
            let value = byte.isASCIIDigit ? Int(byte & 0xF) : Int(byte | 0x20) - 87
            remainder = (value > 9 ? remainder * 100 + value : remainder * 10 + value) % 97
        }
        return remainder == 1 ? start..<index : nil
    }
}
