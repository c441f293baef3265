/// Characters beyond ASCII that become each other, of as many bytes: those of a row of the table, or what the table leaves of the 64 around one.
///
/// So a letter becomes another of its script. Punctuation, blanks, and what joins and varies stay where they stand apart from letters.
struct ScalarClass: Equatable {
    /// The row of the table, or the number of the 64 after all rows.
    private let index: UInt16
    /// How many characters it has.
    let count: UInt16

    private init(index: UInt16, count: UInt16) { (self.index, self.count) = (index, count) }

    /// Of a character that is not beyond ASCII.
    static let none = ScalarClass(index: .max, count: 0)

    /// The class of a character; `nil` if it stays.
    init?(of scalar: UInt32) {
        if let row = Self.row(of: scalar) {
            self.init(index: row, count: Self.counts[Int(row)])
        } else if Self.stays(scalar) {
            return nil
        } else {
            let free = Self.free(of: scalar >> 6)
            self.init(index: UInt16(Self.table.count) + UInt16(truncatingIfNeeded: scalar >> 6), count: UInt16(free.nonzeroBitCount))
        }
    }

    /// Which of its characters one is.
    func value(of scalar: UInt32) -> UInt16 {
        guard index < Self.table.count else {
            return UInt16((Self.free(of: block) & (1 << UInt64(scalar & 0x3F) - 1)).nonzeroBitCount)
        }
        var value: UInt32 = 0
        for range in Self.table[Int(index)] {
            if range.contains(scalar) { return UInt16(truncatingIfNeeded: value + scalar - range.lowerBound) }
            value += UInt32(range.count)
        }
        return 0
    }

    /// One of its characters.
    func scalar(_ value: UInt16) -> UInt32 {
        var left = UInt32(value)
        guard index < Self.table.count else {
            var free = Self.free(of: block)
            while left > 0 {
                free &= free - 1
                left -= 1
            }
            return block << 6 | UInt32(free.trailingZeroBitCount)
        }
        for range in Self.table[Int(index)] {
            if left < range.count { return range.lowerBound + left }
            left -= UInt32(range.count)
        }
        return Self.table[Int(index)][0].lowerBound
    }

    private var block: UInt32 { UInt32(index) - UInt32(Self.table.count) }

    // MARK: The table

    /// Characters that are not of the 64 around them: letters and digits among punctuation, small letters and capitals apart, digits, large scripts.
    static let table: [[ClosedRange<UInt32>]] =
        [
            // Latin: ª µ º, ¹ ² ³, ¼ ½ ¾, letters of two bytes, letters of three
            [0xAA...0xAA, 0xB5...0xB5, 0xBA...0xBA], [0xB2...0xB3, 0xB9...0xB9], [0xBC...0xBE],
            [0xC0...0xD6, 0xD8...0xF6, 0xF8...0x1FF, 0x200...0x2AF], [0x1E00...0x1EFF],
            // letters above others, Greek, Cyrillic
            [0x345...0x345, 0x363...0x36F], [0x370...0x374, 0x376...0x377, 0x37A...0x37D, 0x37F...0x37F],
            [0x391...0x3A1, 0x3A3...0x3AB], [0x3AC...0x3CE], [0x400...0x42F], [0x430...0x45F], [0x460...0x52F],
            // Armenian, Hebrew, Arabic, Thai, Lao, Tibetan, Burmese, Georgian, Ethiopic, Khmer, Mongolian, Yi
            [0x531...0x58F], [0x591...0x5F4], [0x600...0x65F, 0x66A...0x6EF, 0x6FA...0x6FF], [0xE00...0xE4F, 0xE5A...0xE7F],
            [0xE80...0xECF, 0xEDA...0xEFF], [0xF00...0xF1F, 0xF2A...0xFFF], [0x1000...0x103F, 0x104A...0x108F, 0x109A...0x109F],
            [0x10A0...0x10FF], [0x1200...0x137F], [0x1780...0x17DF], [0x1820...0x18AF], [0xA000...0xA47F, 0xA480...0xA48F],
            // Ogham, Runic
            [0x1681...0x169A], [0x16A0...0x16EA, 0x16EE...0x16F8],
            // superscript and subscript digits and letters, currencies
            [0x2070...0x2070, 0x2074...0x2079], [0x2080...0x2089], [0x2071...0x2071, 0x207F...0x207F, 0x2090...0x209C], [0x20A0...0x20BF],
            // signs of Han that count and repeat, Hiragana, Katakana
            [0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x3038...0x303C], [0x3041...0x3096, 0x309D...0x309F], [0x3099...0x309A],
            [0x30A1...0x30FA, 0x30FC...0x30FF],
            // Han
            [0x3400...0x4DBF], [0x4E00...0x9FFF], [0x20000...0x2A6FF], [0x2A700...0x2FFFF], [0x30000...0x3347F],
            // Hangul: syllables, letters
            [0xAC00...0xD7A3], [0xD7B0...0xD7C6, 0xD7CB...0xD7FB],
            // Arabic presentation forms B, full and half width
            [0xFE70...0xFE74, 0xFE76...0xFEFC], [0xFF21...0xFF3A], [0xFF41...0xFF5A], [0xFF66...0xFF9F],
            [0xFFA0...0xFFBE, 0xFFC2...0xFFC7, 0xFFCA...0xFFCF, 0xFFD2...0xFFD7, 0xFFDA...0xFFDC],
            // digits of mathematics
            [0x1D7CE...0x1D7FF],
        ] + indic + zeros.map { [$0...($0 + 9)] }

    /// The nine scripts of India and Sinhala, each of 128 characters with its digits among them.
    private static let indic: [[ClosedRange<UInt32>]] = stride(from: 0x900, to: 0xE00, by: 0x80)
        .map { [$0...($0 + 0x65), ($0 + 0x70)...($0 + 0x7F)] }

    /// The digit zero of each script that has ten in a row.
    private static let zeros: [UInt32] = [
        0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0, 0xF20, 0x1040, 0x1090,
        0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50,
        0xABF0, 0xFF10, 0x104A0, 0x10D30, 0x10D40, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0,
        0x116D0, 0x116DA, 0x11730, 0x118E0, 0x11950, 0x11BF0, 0x11C50, 0x11D50, 0x11DA0, 0x11DE0, 0x11F50, 0x16130, 0x16A60, 0x16AC0,
        0x16B50,
        0x16D70, 0x1CCF0, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E5F1, 0x1E950, 0x1FBF0,
    ]

    /// Where what the table has not is punctuation, blanks, what joins and varies, or nothing.
    private static let staying: [ClosedRange<UInt32>] = [
        0x80...0xBF, 0xD7...0xD7, 0xF7...0xF7, 0x340...0x37F, 0x1680...0x169F, 0x16C0...0x16FF, 0x2000...0x209F, 0x3000...0x3040,
        0x3097...0x3098, 0x309B...0x309C, 0x30A0...0x30A0, 0x30FB...0x30FB, 0xD7A4...0xD7FF, 0xFE00...0xFEFF, 0xFF00...0xFFFF,
    ]

    private static let counts: [UInt16] = table.map { ranges in UInt16(ranges.reduce(0) { $0 + $1.count }) }

    /// All ranges of the table, in order, each with its row.
    private static let rows: [(range: ClosedRange<UInt32>, row: UInt16)] = table.enumerated()
        .flatMap { row, ranges in ranges.map { ($0, UInt16(row)) } }
        .sorted { $0.0.lowerBound < $1.0.lowerBound }

    private static func stays(_ scalar: UInt32) -> Bool { staying.contains { $0.contains(scalar) } }

    private static func row(of scalar: UInt32) -> UInt16? {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].range.upperBound < scalar { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && rows[low].range.contains(scalar) ? rows[low].row : nil
    }

    /// For each of the 64 around a character, a bit that is set where neither the table nor what stays has it.
    private static func free(of block: UInt32) -> UInt64 { mixed[block] ?? .max }

    /// The 64s that the table or what stays has a part of.
    private static let mixed: [UInt32: UInt64] = {
        var free: [UInt32: UInt64] = [:]
        // Large ranges begin and end on 64, or with what stays.
        for scalar in (rows.map { $0.range } + staying).flatMap({ $0.count < 300 ? Array($0) : [] }) {
            free[scalar >> 6, default: .max] &= ~(1 << UInt64(scalar & 0x3F))
        }
        return free
    }()
}
