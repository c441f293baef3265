import RewindValue

/// Puts other texts and other long numbers in the place of the app's own: equal where these are equal, different where they differ, and of no use to
/// anyone without the key.
///
/// One rule for texts: each letter becomes a letter of its case, each digit a digit, and everything else stays. A letter beyond ASCII becomes one of its
/// alphabet (``Alphabet``). What a program reads by its form keeps it: a UUID stays one, and so does an ISO 8601 date. Of a text of one or two
/// characters only the kinds of its characters are left, so that letters which are recorded one by one can't be solved like a crossword.
///
/// It is a Feistel network over the letters and digits, of four rounds of SipHash, with a key of 128 random bits that is made anew for each recording and
/// never written anywhere. So two texts of three characters and more, with letters of the same kinds at the same places, never get one pseudonym; nor do
/// any others within ASCII, as the kinds and everything else stay. Costs about 5 ns a letter; any thread.
@usableFromInline package struct Masker: Sendable {
    // It is mixed into each hash as text, so a deterministic seed of `Hasher` (SWIFT_DETERMINISTIC_HASHING) makes nothing guessable.
    private let key = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    /// Numbers of so many digits stay as they are.
    package static let digitLimit = 6

    package init() {}

    typealias Text = UnsafeMutableBufferPointer<UInt8>
    typealias Values = UnsafeMutableBufferPointer<UInt16>

    /// The pseudonym of a text; the text itself if it has no letter and no digit.
    package func masked(_ text: String) -> String { Self.changed(text) { mask($0) } }

    /// The pseudonym of a key, which is another one for every key, however short.
    package func masked(key: String) -> String { Self.changed(key) { mask($0, isKey: true) } }

    /// Masks a text where it lies, which is sound UTF-8.
    ///
    /// - Parameter isKey: whether a short one too gets a pseudonym of its own.
    package func mask(_ text: UnsafeMutableBufferPointer<UInt8>, isKey: Bool = false) {
        if text.isUUID { return mask(uuid: text) }
        if let form = DateForm(text) { return mask(text, form) }
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
            let isShort = characters < 3 && !isKey
            withUnsafeTemporaryAllocation(of: UInt16.self, capacity: count) { values in
                for index in 0..<count { values[index] = isShort ? letters[index].alphabet.anyValue : letters[index].value(in: text) }
                if !isShort { permute(values) { letters[$0].alphabet.count } }
                for index in 0..<count { letters[index].put(values[index], into: text) }
            }
        }
    }

    /// The pseudonym of bytes: as many others.
    package func masked(_ bytes: [UInt8]) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: bytes.count) { values in
            for index in bytes.indices { values[index] = UInt16(bytes[index]) }
            permute(values) { _ in 256 }
            return values.map { UInt8(truncatingIfNeeded: $0) }
        }
    }

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

    /// Goes round until the result is in the calendar (cycle walking): nearly always at once.
    private func mask(_ text: Text, _ form: DateForm) {
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: form.fields.count) { values in
            for (index, field) in form.fields.enumerated() { values[index] = field.value(in: text) }
            repeat { permute(values) { form.fields[$0].count } } while !form.isDay(values)
            for (index, field) in form.fields.enumerated() { field.put(values[index], into: text) }
        }
    }

    static func changed(_ text: String, _ change: (Text) -> Void) -> String {
        var bytes = Array(text.utf8)
        bytes.withUnsafeMutableBufferPointer { change($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: The permutation

    /// Permutes values of which each stays below a count of its own.
    @inline(__always)
    func permute(_ values: Values, below radix: (Int) -> UInt16) {
        if values.count < 2 {
            if values.count == 1 { values[0] = UInt16(truncatingIfNeeded: permuted(UInt64(values[0]), below: UInt64(radix(0)))) }
            return
        }
        let half = values.count / 2
        for round in 0..<4 {
            let (changed, source) = round % 2 == 0 ? (0..<half, half..<values.count) : (half..<values.count, 0..<half)
            var stream = hash(UInt64(values.count << 2 | round), UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: values[source])))
            var left = 0
            var word: UInt64 = 0
            for index in changed {
                if left == 0 {
                    (stream, word) = Self.next(stream)
                    left = 4
                }
                let radix = UInt32(radix(index))
                let sum = UInt32(values[index]) + (UInt32(truncatingIfNeeded: word & 0xFFFF) * radix) >> 16
                values[index] = UInt16(truncatingIfNeeded: sum < radix ? sum : sum - radix)
                word >>= 16
                left -= 1
            }
        }
    }

    /// Permutes the numbers below a count: those of the next power of four, gone round until one is below it (cycle walking).
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

    private func hash(_ number: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(key.0)
        hasher.combine(number)
        hasher.combine(bytes: bytes)
        hasher.combine(key.1)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// The next state and number of a generator (SplitMix64).
    @inline(__always)
    private static func next(_ state: UInt64) -> (state: UInt64, number: UInt64) {
        let state = state &+ 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return (state, number ^ number >> 31)
    }
}

/// A letter or digit of a text, and what it may become.
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

    /// Writes another of its alphabet, which has as many bytes.
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
