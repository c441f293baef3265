/// A character, or a part of one, that is masked: where it is, and of how many kinds of its like.
struct MaskSymbol {
    let position: UInt32
    /// How many values there are.
    let radix: UInt16
    let kind: Kind

    @inline(__always)
    init(position: UInt32, kind: Kind) {
        self.position = position
        self.kind = kind
        radix = kind.radix
    }

    /// What a symbol may become: another of its kind.
    enum Kind: UInt8 {
        case lower, upper, digit
        /// The first digit of a number, and the last one of a fraction.
        case digitNotZero
        case hexadecimalLower, hexadecimalUpper
        case hexadecimalLetterLower, hexadecimalLetterUpper
        case punctuation
        /// One of the 64 bytes that go on a character beyond ASCII.
        case continuation
        /// Two digits: of a month, a day of any month, an hour, a minute.
        case month, day, hour, minute
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
            case .hexadecimalLetterLower, .hexadecimalLetterUpper: 6
            case .punctuation: 28
            case .continuation: 64
            case .month: 12
            case .day: 28
            case .hour: 24
            case .minute: 60
            case .byte: 256
            }
        }
    }

    typealias Text = UnsafeMutableBufferPointer<UInt8>

    /// Which of its kind it is.
    func value(in text: Text) -> UInt8 {
        let place = Int(position)
        let byte = text[place]
        return switch kind {
        case .lower: byte &- UInt8(ascii: "a")
        case .upper: byte &- UInt8(ascii: "A")
        case .digit: byte &- UInt8(ascii: "0")
        case .digitNotZero: byte &- UInt8(ascii: "1")
        case .hexadecimalLower, .hexadecimalUpper: byte.isASCIIDigit ? byte &- UInt8(ascii: "0") : (byte | 0x20) &- UInt8(ascii: "a") &+ 10
        case .hexadecimalLetterLower: byte &- UInt8(ascii: "a")
        case .hexadecimalLetterUpper: byte &- UInt8(ascii: "A")
        case .punctuation: Self.punctuationValues[Int(byte)]
        case .continuation: byte & 0x3F
        case .month, .day: Self.pair(text, place) - 1
        case .hour, .minute: Self.pair(text, place)
        case .byte: byte
        }
    }

    /// Writes another of its kind.
    func put(_ value: UInt8, into text: Text) {
        let place = Int(position)
        switch kind {
        case .lower, .hexadecimalLetterLower: text[place] = UInt8(ascii: "a") &+ value
        case .upper, .hexadecimalLetterUpper: text[place] = UInt8(ascii: "A") &+ value
        case .digit: text[place] = UInt8(ascii: "0") &+ value
        case .digitNotZero: text[place] = UInt8(ascii: "1") &+ value
        case .hexadecimalLower: text[place] = value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
        case .hexadecimalUpper: text[place] = value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "A") &+ value &- 10
        case .punctuation: text[place] = Self.punctuation[Int(value)]
        case .continuation: text[place] = 0x80 | value
        case .month, .day: Self.put(value + 1, text, place)
        case .hour, .minute: Self.put(value, text, place)
        case .byte: text[place] = value
        }
    }

    private static func pair(_ text: Text, _ place: Int) -> UInt8 { (text[place] & 0xF) * 10 + text[place + 1] & 0xF }

    private static func put(_ value: UInt8, _ text: Text, _ place: Int) {
        text[place] = UInt8(ascii: "0") + value / 10
        text[place + 1] = UInt8(ascii: "0") + value % 10
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

    init(_ memory: UnsafeMutableBufferPointer<MaskSymbol>) { self.memory = memory }

    subscript(index: Int) -> MaskSymbol { memory[index] }

    @inline(__always)
    mutating func append(_ position: Int, _ kind: MaskSymbol.Kind) {
        guard count < memory.count, position <= UInt32.max else { return }
        memory[count] = MaskSymbol(position: UInt32(truncatingIfNeeded: position), kind: kind)
        count += 1
    }
}
