import RewindFormat
import RewindValue

/// Replaces the app's texts and long numbers with others: equal for equal ones, different for different ones, and useless to anyone without
/// the key.
///
/// One rule for texts: each letter becomes a letter of its case, each digit a digit, and everything else stays. A letter beyond ASCII
/// becomes one of its alphabet (``Alphabet``). Formats that programs rely on are kept: a UUID stays one, and so does an ISO 8601 date. Of a
/// text of one or two characters only the kinds of its characters are kept, so that letters that are recorded one by one can't be solved
/// like a crossword.
///
/// A text of fewer than 16 letters and digits is permuted: by a Feistel network over them, with four rounds of SipHash. So two such texts of
/// at least three characters, with letters of the same kinds at the same places, never get the same pseudonym; nor do any others within
/// ASCII, as the kinds and everything else stay. In a longer text each letter is drawn by a SipHash of the whole text, which of a million
/// texts no two share. The key has 128 random bits, is made anew for each recording and never written anywhere. Costs about 0.1 µs a text
/// and 1 ns a letter. Thread-safe.
@usableFromInline package struct Masker: Sendable {
    private let key = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    package init() {}

    typealias Text = UnsafeMutableBufferPointer<UInt8>
    typealias Values = UnsafeMutableBufferPointer<UInt16>

    /// The pseudonym of a text; the text itself if it has no letters or digits.
    package func masked(_ text: String) -> String { Self.changed(text) { mask($0) } }

    /// The pseudonym of a key, which differs for every key, however short.
    package func masked(key: String) -> String { Self.changed(key) { mask($0, isKey: true) } }

    /// Masks valid UTF-8 in place.
    ///
    /// - Parameter isKey: whether a short text too gets a unique pseudonym.
    package func mask(_ text: UnsafeMutableBufferPointer<UInt8>, isKey: Bool = false) {
        if text.isUUID { return mask(uuid: text) }
        if let form = DateForm(text) { return mask(text, form) }
        if UnsafeRawBufferPointer(text).isASCII, text.isLong { return draw(ascii: text) }
        withUnsafeTemporaryAllocation(of: Letter.self, capacity: text.count) { letters in
            var (count, characters, index) = (0, 0, 0)
            while index < text.count {
                let (alphabet, width) = Alphabet.of(text, at: index)
                if alphabet.count > 0 {
                    letters.initializeElement(at: count, to: Letter(position: index, alphabet))
                    count += 1
                }
                characters += 1
                index += width
            }
            if count == 0 { return }
            withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count) { values in
                let isShort = characters < 3 && !isKey
                for index in 0..<count { values[index] = isShort ? letters[index].alphabet.anyValue : letters[index].value(in: text) }
                if count >= Self.long {
                    draw(values, by: UnsafeRawBufferPointer(text)) { letters[$0].alphabet.count }
                } else if !isShort {
                    permute(values) { letters[$0].alphabet.count }
                }
                for index in 0..<count { letters[index].put(values[index], into: text) }
            }
        }
    }

    /// The pseudonym of bytes: as many other bytes.
    package func masked(_ bytes: [UInt8]) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: bytes.count) { values in
            for (index, byte) in bytes.enumerated() { values[index] = UInt16(byte) }
            if bytes.count < Self.long {
                permute(values) { _ in 256 }
            } else {
                bytes.withUnsafeBytes { draw(values, by: $0) { _ in 256 } }
            }
            return values.map { UInt8(truncatingIfNeeded: $0) }
        }
    }

    // MARK: Long texts

    /// So many letters have more texts than will ever be recorded, so that each letter can be drawn by a hash of the text.
    static let long = 16

    private func draw(_ values: Values, by text: UnsafeRawBufferPointer, below radix: (Int) -> UInt16) {
        var noise = Noise(hash(.max, text))
        noise.forEach(in: values.indices) { index, bits in
            values[index] = UInt16(truncatingIfNeeded: (bits &* UInt32(radix(index))) &>> 16)
        }
    }

    /// Masks a long ASCII text, as most are, where it lies.
    private func draw(ascii text: Text) {
        var noise = Noise(hash(.max, UnsafeRawBufferPointer(text)))
        noise.forEach(in: text.indices) { index, bits in
            let (first, count) = Alphabet.ofASCII(text[index])
            let drawn = first &+ UInt8(truncatingIfNeeded: (bits &* UInt32(count)) &>> 16)
            text[index] = count == 0 ? text[index] : drawn
        }
    }

    // MARK: Forms

    private func mask(uuid text: Text) {
        let isUpper = text.contains { (65...70).contains($0) }
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 32) { values in
            var count = 0
            for byte in text where byte != UInt8(ascii: "-") {
                values[count] = UInt16(byte.isASCIIDigit ? byte & 0xF : (byte | 0x20) - 87)
                count += 1
            }
            permute(values) { _ in 16 }
            count = 0
            for index in text.indices where text[index] != UInt8(ascii: "-") {
                let value = UInt8(truncatingIfNeeded: values[count])
                text[index] = value < 10 ? UInt8(ascii: "0") + value : value + (isUpper ? 55 : 87)
                count += 1
            }
        }
    }

    /// Repeats until the result is a date (cycle walking): two or three times.
    private func mask(_ text: Text, _ form: DateForm) {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: form.digits.count) { values in
            for (index, place) in form.digits.enumerated() { values[index] = UInt16(text[place] & 0xF) }
            repeat {
                permute(values) { DateForm.count(at: form.digits[$0]) }
                for (index, place) in form.digits.enumerated() { text[place] = UInt8(truncatingIfNeeded: 48 + values[index]) }
            } while DateForm(text) == nil
        }
    }

    static func changed(_ text: String, _ change: (Text) -> Void) -> String {
        var bytes = Array(text.utf8)
        bytes.withUnsafeMutableBufferPointer { change($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: The permutation

    /// Permutes values, each of which stays below its own limit: its two halves are changed in turns, by noise made from the other half.
    @inline(__always)
    func permute(_ values: Values, below radix: (Int) -> UInt16) {
        if values.count < 2 {
            if values.count == 1 { values[0] = UInt16(truncatingIfNeeded: permuted(UInt64(values[0]), below: UInt64(radix(0)))) }
            return
        }
        let middle = values.count / 2
        for round in 0..<4 {
            let (changed, source) = round % 2 == 0 ? (0..<middle, middle..<values.count) : (middle..<values.count, 0..<middle)
            let half = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: values[source]))
            var noise = Noise(hash(UInt64(values.count << 2 | round), half))
            noise.forEach(in: changed) { index, bits in
                let radix = UInt32(radix(index))
                let sum = UInt32(values[index]) &+ (bits &* radix) &>> 16
                values[index] = UInt16(truncatingIfNeeded: sum < radix ? sum : sum &- radix)
            }
        }
    }

    /// Permutes the numbers below a limit: it permutes those below the next power of four, repeated until the result is below the limit
    /// (cycle walking).
    func permuted(_ number: UInt64, below count: UInt64) -> UInt64 {
        if count < 2 { return number }
        let bits = UInt64(UInt64.bitWidth - (count - 1).leadingZeroBitCount + 1) / 2
        let mask: UInt64 = 1 << bits - 1
        var number = number
        repeat {
            var (left, right) = (number >> bits, number & mask)
            for round in 0..<4 as Range<UInt64> {
                let noise = withUnsafeBytes(of: right) { hash(count << 2 ^ round, $0) }
                (left, right) = (right, left ^ noise & mask)
            }
            number = left << bits | right
        } while number >= count
        return number
    }

    private func hash(_ number: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 { SipHash.hash(key: key, number, bytes) }
}

extension Masker.Text {
    /// Whether an ASCII text has so many letters and digits that they are drawn.
    fileprivate var isLong: Bool {
        var (letters, index) = (0, 0)
        while index < count, letters < Masker.long {
            if Alphabet.ofASCII(self[index]).count > 0 { letters += 1 }
            index += 1
        }
        return letters == Masker.long
    }
}

/// Numbers derived from a first one (SplitMix64).
private struct Noise {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    /// Calls a closure with each index of a range, and 16 bits for it.
    @inline(__always)
    mutating func forEach(in range: Range<Int>, _ body: (Int, UInt32) -> Void) {
        var index = range.lowerBound
        while index &+ 4 <= range.upperBound {
            let word = next()
            body(index, UInt32(truncatingIfNeeded: word & 0xFFFF))
            body(index &+ 1, UInt32(truncatingIfNeeded: word &>> 16 & 0xFFFF))
            body(index &+ 2, UInt32(truncatingIfNeeded: word &>> 32 & 0xFFFF))
            body(index &+ 3, UInt32(truncatingIfNeeded: word &>> 48))
            index &+= 4
        }
        var word = next()
        while index < range.upperBound {
            body(index, UInt32(truncatingIfNeeded: word & 0xFFFF))
            word &>>= 16
            index &+= 1
        }
    }

    @inline(__always)
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ number &>> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number &>> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number &>> 31
    }
}

/// A letter or digit of a text, and its possible replacements.
private struct Letter {
    private let index: UInt32
    let alphabet: Alphabet

    init(position: Int, _ alphabet: Alphabet) {
        index = UInt32(truncatingIfNeeded: position)
        self.alphabet = alphabet
    }

    @inline(__always)
    func value(in text: Masker.Text) -> UInt16 {
        let scalar = alphabet.first < 0x80 ? UInt32(text[Int(index)]) : UnsafeBufferPointer(text).scalar(at: Int(index)).scalar
        return UInt16(truncatingIfNeeded: scalar - alphabet.first)
    }

    /// Writes another character of its alphabet, with the same number of bytes.
    @inline(__always)
    func put(_ value: UInt16, into text: Masker.Text) {
        let scalar = alphabet.first + UInt32(value)
        let place = Int(index)
        if scalar < 0x80 {
            text[place] = UInt8(truncatingIfNeeded: scalar)
            return
        }
        let length = scalar < 0x800 ? 2 : scalar < 0x1_0000 ? 3 : 4
        for offset in 0..<length {
            let bits = UInt8(truncatingIfNeeded: scalar >> (6 * (length - 1 - offset)))
            text[place + offset] = offset > 0 ? 0x80 | bits & 0x3F : UInt8(truncatingIfNeeded: 0xF00 >> length) | bits
        }
    }
}
