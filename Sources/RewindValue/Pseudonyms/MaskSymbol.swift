/// A character, or a part of one, that is masked: where it is, and of how many kinds of its like.
struct MaskSymbol {
    let position: UInt32
    /// How many values there are.
    let radix: UInt16
    /// Of what it is one, where it is of a character beyond ASCII.
    let scalars: ScalarClass
    let kind: Kind

    @inline(__always)
    init(position: UInt32, kind: Kind) {
        self.position = position
        self.kind = kind
        scalars = .none
        radix = kind.radix
    }

    init(position: UInt32, _ scalars: ScalarClass) {
        self.position = position
        self.scalars = scalars
        kind = .scalar
        radix = scalars.count
    }

    /// A day by ISO 8601 in a century of so many days.
    init(position: UInt32, days: UInt16) {
        self.position = position
        scalars = .none
        kind = .day
        radix = days
    }

    /// What a symbol may become: another of its kind.
    enum Kind: UInt8 {
        case lower, upper, digit
        /// The first digit of a number, and the last one of a fraction.
        case digitNotZero
        case hexadecimalLower, hexadecimalUpper, hexadecimalMixed
        /// The first digit of an escaped byte, as the 4 of `%4E`: from 4 to 7, and from 8 to f.
        case hexadecimalASCII, hexadecimalHighLower, hexadecimalHighUpper, hexadecimalHighMixed
        /// The second digit of an escaped blank or mark, as the B of `%2B`: from 0 to e, as the f is that of a slash.
        case markLower, markUpper, markMixed
        /// A letter or digit of a token, where nothing tells which.
        case alphanumeric
        /// The same, with the two characters more that Base64 has, and those that it has in URLs.
        case base64, base64URL
        case punctuation
        /// A character beyond ASCII.
        case scalar
        /// A day of the century whose two digits stand in front: `24-05-01`.
        case day
        /// Two digits.
        case hour, minute
        /// Any byte.
        case byte

        /// How many values there are.
        @inline(__always)
        fileprivate var radix: UInt16 {
            switch self {
            case .lower, .upper: 26
            case .digit: 10
            case .digitNotZero: 9
            case .hexadecimalLower, .hexadecimalUpper: 16
            case .hexadecimalMixed: 22
            case .hexadecimalASCII: 4
            case .hexadecimalHighLower, .hexadecimalHighUpper: 8
            case .hexadecimalHighMixed: 14
            case .markLower, .markUpper: 15
            case .markMixed: 20
            case .alphanumeric: 62
            case .base64, .base64URL: 64
            case .punctuation: 28
            case .scalar, .day: 0  // by the class or the century
            case .hour: 24
            case .minute: 60
            case .byte: 256
            }
        }
    }

    typealias Text = UnsafeMutableBufferPointer<UInt8>

    /// Which of its kind it is.
    func value(in text: Text) -> UInt16 {
        let place = Int(position)
        return switch kind {
        case .scalar: scalars.value(of: Self.scalar(text, place))
        case .day: Self.day(text, place)
        default: UInt16(smallValue(in: text, place))
        }
    }

    private func smallValue(in text: Text, _ place: Int) -> UInt8 {
        let byte = text[place]
        return switch kind {
        case .lower: byte &- UInt8(ascii: "a")
        case .upper: byte &- UInt8(ascii: "A")
        case .digit: byte &- UInt8(ascii: "0")
        case .digitNotZero: byte &- UInt8(ascii: "1")
        case .hexadecimalLower, .hexadecimalUpper, .markLower, .markUpper: Self.hexadecimalValue(byte)
        case .hexadecimalASCII: Self.hexadecimalValue(byte) &- 4
        case .hexadecimalHighLower, .hexadecimalHighUpper: Self.hexadecimalValue(byte) &- 8
        case .hexadecimalMixed: Self.mixedValue(byte, capitals: 16)
        case .hexadecimalHighMixed: Self.mixedValue(byte, capitals: 16) &- 8
        case .markMixed: Self.mixedValue(byte, capitals: 15)
        case .alphanumeric, .base64, .base64URL: Self.tokenValue(byte)
        case .punctuation: Self.punctuationValues[Int(byte)]
        case .hour, .minute: UInt8(Self.pair(text, place))
        case .byte, .scalar, .day: byte
        }
    }

    /// Writes another of its kind.
    func put(_ value: UInt16, into text: Text) {
        let place = Int(position)
        let byte = UInt8(truncatingIfNeeded: value)
        switch kind {
        case .lower: text[place] = UInt8(ascii: "a") &+ byte
        case .upper: text[place] = UInt8(ascii: "A") &+ byte
        case .digit: text[place] = UInt8(ascii: "0") &+ byte
        case .digitNotZero: text[place] = UInt8(ascii: "1") &+ byte
        case .hexadecimalLower, .markLower: text[place] = Self.hexadecimalDigit(byte, UInt8(ascii: "a"))
        case .hexadecimalUpper, .markUpper: text[place] = Self.hexadecimalDigit(byte, UInt8(ascii: "A"))
        case .hexadecimalASCII: text[place] = UInt8(ascii: "4") &+ byte
        case .hexadecimalHighLower: text[place] = Self.hexadecimalDigit(byte &+ 8, UInt8(ascii: "a"))
        case .hexadecimalHighUpper: text[place] = Self.hexadecimalDigit(byte &+ 8, UInt8(ascii: "A"))
        case .hexadecimalMixed: text[place] = Self.mixedDigit(byte, capitals: 16)
        case .hexadecimalHighMixed: text[place] = Self.mixedDigit(byte &+ 8, capitals: 16)
        case .markMixed: text[place] = Self.mixedDigit(byte, capitals: 15)
        case .alphanumeric, .base64: text[place] = Self.tokenCharacter(byte, UInt8(ascii: "+"), UInt8(ascii: "/"))
        case .base64URL: text[place] = Self.tokenCharacter(byte, UInt8(ascii: "-"), UInt8(ascii: "_"))
        case .punctuation: text[place] = Self.punctuation[Int(byte)]
        case .scalar: Self.put(scalar: scalars.scalar(value), text, place)
        case .day: Self.put(day: value, text, place)
        case .hour, .minute: Self.put(Int(value), text, place)
        case .byte: text[place] = byte
        }
    }

    /// Writes what kind it is in its place: what then stands in a text is its form.
    func putKind(into text: Text) {
        let place = Int(position)
        // No character of UTF-8 begins so.
        let mark = 0x80 | kind.rawValue
        text[place] = mark
        switch kind {
        case .scalar: Self.put(scalar: scalars.scalar(0), text, place)
        case .day: for offset in [1, 3, 4, 6, 7] { text[place + offset] = mark }
        case .hour, .minute: text[place + 1] = mark
        default: break
        }
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8 {
        byte.isASCIIDigit ? byte &- UInt8(ascii: "0") : (byte | 0x20) &- UInt8(ascii: "a") &+ 10
    }

    private static func hexadecimalDigit(_ value: UInt8, _ a: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") &+ value : a &+ value &- 10 }

    /// The same where capitals count as others than small letters do: from a value on.
    private static func mixedValue(_ byte: UInt8, capitals: UInt8) -> UInt8 {
        let isCapital = !byte.isASCIIDigit && byte & 0x20 == 0
        return isCapital ? byte &- UInt8(ascii: "A") &+ capitals : hexadecimalValue(byte)
    }

    private static func mixedDigit(_ value: UInt8, capitals: UInt8) -> UInt8 {
        value < capitals ? hexadecimalDigit(value, UInt8(ascii: "a")) : UInt8(ascii: "A") &+ value &- capitals
    }

    /// Which of the 64 characters of Base64 (RFC 4648) it is, in either alphabet.
    private static func tokenValue(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte &- UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte &- UInt8(ascii: "a") &+ 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0") &+ 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        default: 63
        }
    }

    private static func tokenCharacter(_ value: UInt8, _ next: UInt8, _ last: UInt8) -> UInt8 {
        switch value {
        case 0..<26: UInt8(ascii: "A") &+ value
        case 26..<52: UInt8(ascii: "a") &+ value &- 26
        case 52..<62: UInt8(ascii: "0") &+ value &- 52
        case 62: next
        default: last
        }
    }

    private static func pair(_ text: Text, _ place: Int) -> Int { Int((text[place] & 0xF) * 10 + text[place + 1] & 0xF) }

    private static func put(_ value: Int, _ text: Text, _ place: Int) {
        text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10)
        text[place + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
    }

    private static func day(_ text: Text, _ place: Int) -> UInt16 {
        let century = pair(text, place - 2)
        let day = CalendarDay(year: century * 100 + pair(text, place), month: pair(text, place + 3), day: pair(text, place + 6))
        return UInt16(truncatingIfNeeded: day.number - CalendarDay.days(ofCentury: century).lowerBound)
    }

    private static func put(day value: UInt16, _ text: Text, _ place: Int) {
        let day = CalendarDay(number: CalendarDay.days(ofCentury: pair(text, place - 2)).lowerBound + Int(value))
        put(day.year % 100, text, place)
        put(day.month, text, place + 3)
        put(day.day, text, place + 6)
    }

    private static func scalar(_ text: Text, _ place: Int) -> UInt32 { UnsafeBufferPointer(text).scalar(at: place).scalar }

    /// Writes a character over another of as many bytes.
    private static func put(scalar: UInt32, _ text: Text, _ place: Int) {
        let length = scalar < 0x800 ? 2 : scalar < 0x1_0000 ? 3 : 4
        for index in 0..<length {
            let bits = UInt8(truncatingIfNeeded: scalar >> (6 * (length - 1 - index)))
            text[place + index] = index > 0 ? 0x80 | bits & 0x3F : UInt8(truncatingIfNeeded: 0xF00 >> length) | bits
        }
    }

    /// What becomes each other where there is more of it than of anything else; without what is escaped in JSON or in a pointer.
    private static let punctuation = Array("!#$%&'()*+,-.:;<=>?@[]^_`{|}".utf8)
    private static let punctuationValues: [UInt8] = {
        var values = [UInt8](repeating: 0, count: 256)
        for (value, byte) in punctuation.enumerated() { values[Int(byte)] = UInt8(value) }
        return values
    }()

    static func isPunctuation(_ byte: UInt8) -> Bool { punctuation.contains(byte) }
}

/// The symbols of a text, in memory that somebody else owns.
struct SymbolList: ~Copyable {
    private let memory: UnsafeMutableBufferPointer<MaskSymbol>
    private(set) var count = 0
    /// Up to where no Base64 with padding is.
    var base64End = 0
    /// Up to where no groups of hexadecimal digits are.
    var groupsEnd = 0
    /// Which letters escaped bytes and characters have, once that was asked.
    var escapes: HexadecimalCase?

    init(_ memory: UnsafeMutableBufferPointer<MaskSymbol>) { self.memory = memory }

    subscript(index: Int) -> MaskSymbol { memory[index] }

    @inline(__always)
    mutating func append(_ position: Int, _ kind: MaskSymbol.Kind) {
        guard count < memory.count, position <= UInt32.max else { return }
        memory[count] = MaskSymbol(position: UInt32(truncatingIfNeeded: position), kind: kind)
        count += 1
    }

    mutating func append(_ symbol: MaskSymbol) {
        guard count < memory.count else { return }
        memory[count] = symbol
        count += 1
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The character beyond ASCII at a place of sound UTF-8, and how many bytes it has; a single byte if it is cut.
    func scalar(at place: Int) -> (scalar: UInt32, length: Int) {
        let lead = self[place]
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard place + length <= count else { return (0x80, 1) }
        var scalar = UInt32(lead & (0xFF >> UInt8(length + 1)))
        for index in 1..<length { scalar = scalar << 6 | UInt32(self[place + index] & 0x3F) }
        return (scalar, length)
    }
}
