/// Sentences of words that wallets are restored from (BIP-39).
///
/// Of its English list only a filter is here: a bit for the hash of each word. One other word in five passes it too, twelve in a row do not.
@usableFromInline package enum Mnemonic {
    /// The words of the shortest.
    @inlinable package static var shortest: Int { 12 }

    package static func mayHave(_ word: some Collection<UInt8>) -> Bool {
        guard (3...8).contains(word.count) else { return false }
        var hash: UInt32 = 0x811C_9DC5  // FNV-1a
        for byte in word { hash = (hash ^ UInt32(byte | 0x20)) &* 0x0100_0193 }
        let bit = Int((hash ^ hash >> 13) & 8_191)
        return filter[bit >> 6] >> UInt64(bit & 63) & 1 == 1
    }

    private static let filter: [UInt64] = [
        0x0000A30681828102, 0xC8CD224204000624, 0x0141110141E14C82, 0x0002280820082006, 0x4001859A34091800,
        0x20407000120A0000, 0x1191C22245102209, 0xCD2191900281780A, 0x0C024610312624C2, 0x290533601B905001,
        0x92191E24004A0E12, 0x0304040047A80400, 0x2200010B0000A424, 0x148041215C001436, 0x0008881083525033,
        0x80010000B8AC8040, 0x092440D040A00000, 0x0190006006480C44, 0x64808294131A0428, 0x00820101001E1A00,
        0xC00401010C0F0058, 0xA400CA0086086201, 0x0113020440104008, 0x8D94301128242124, 0x4C00842900000801,
        0x1A018C0080000028, 0xE0100E1115851040, 0x9805405801248C0A, 0x084000003B0E4480, 0x240904810A840240,
        0xD0144701823004E4, 0x086D4EA034808002, 0x40648241A4607410, 0x1800200214839004, 0x00A620DB05508281,
        0x0180100A20900A14, 0xA009042010621115, 0x1800348850400901, 0x3E04380000F29105, 0x20A018CC800A2C00,
        0x108305D444000804, 0x546000010F021080, 0x6402C20C601CAC42, 0x30960381741600E8, 0x0401002418C8E040,
        0x014070005D282401, 0x1884228054602800, 0x18902A042E000084, 0x2C11192518400408, 0x8004122060048048,
        0x0210208648000400, 0x0000002004129028, 0x20000117C0104B90, 0x4010686531404240, 0x0480420080280881,
        0x4942B08040009860, 0x21400000060C0919, 0x50C011021604F1D1, 0x04009846C2222420, 0x64002104C0400034,
        0x0C00010002020600, 0x8098864050600028, 0x0078212020100492, 0xA188000D03104C10, 0x01800104ACC42100,
        0x0282041221041018, 0x902C1A8227200005, 0xC180080823082818, 0x0190004005104014, 0x20E4420025015100,
        0x5000400625490004, 0x02C0010412000080, 0x202000901802E019, 0x05A2988180885011, 0x412C604020000443,
        0x0020E11040802488, 0x0A60020001104C60, 0x8508202020040C80, 0x00340040004210B0, 0x00C2CF0872018110,
        0x38813A10004D8920, 0x0A21421020096448, 0x9000466104180102, 0x001200C541201102, 0x0E0225800048C008,
        0x037910021520A220, 0x8840401100025105, 0x2021221040A1B201, 0x80324B1400303562, 0x7090030091468000,
        0x0380C1109121B22D, 0x1800508310820D0A, 0x4208900053410056, 0x95400300D1454848, 0x01403882A07209E0,
        0x015E400020091D2C, 0x8801633C23254606, 0x0C04402880120048, 0x82201001424C1211, 0x92B100106083C002,
        0x2065600001C22602, 0x0040270102001E80, 0x000C011120000914, 0x80521C0021218004, 0x3004401096484010,
        0x0084043030244408, 0x001080084D004004, 0x80849000200061F2, 0x0010242058844C4D, 0x008010830190100B,
        0x48004C5002134545, 0x8040200082395C42, 0x0060019A504D0A81, 0x042C00D18C02C12A, 0x9201801004004482,
        0x900008A400448264, 0x0E0800C1440B0988, 0x62090AC200840B20, 0xE040A81080300802, 0x10302A1284002752,
        0x809C509000122041, 0x0010000010000300, 0x0400042021809022, 0x44824958104A0800, 0x0170000AC0197127,
        0x080805082CA08800, 0x44008B720B004189, 0x042C002058040884,
    ]
}

extension UnsafeBufferPointer<UInt8> {
    /// The ranges of twelve words and more of the list, one after the other, divided by blanks, commas, line ends, numbers or hyphens.
    func mnemonics() -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var first = 0
        var last = 0
        var words = 0
        var index = 0
        var different: Set<[UInt8]> = []  // one word over and over is none
        func close() { if words >= Mnemonic.shortest, different.count >= Mnemonic.shortest / 2 { ranges.append(first..<last) } }
        while index < count {
            guard (self[index] | 0x20).isASCIILetter else {
                // Anything but signs and numbers between two words ends a sentence.
                if !(self[index] <= 0x20 || self[index].isASCIIDigit || ",;-.):|/\\\"'[]".utf8.contains(self[index])) {
                    close()
                    words = 0
                }
                index += 1
                continue
            }
            let end = run(from: index) { ($0 | 0x20).isASCIILetter }
            // "\n" written out leaves an "n" behind the backslash.
            let start =
                index > 0 && self[index - 1] == UInt8(ascii: "\\") && end - index > 3 && !Mnemonic.mayHave(self[index..<end])
                ? index + 1 : index
            if Mnemonic.mayHave(self[start..<end]) {
                if words == 0 {
                    first = start
                    different = []
                }
                if different.count < Mnemonic.shortest / 2 { different.insert(Array(self[start..<end])) }
                words += 1
                last = end
            } else {
                close()
                words = 0
            }
            index = end
        }
        close()
        return ranges
    }
}
