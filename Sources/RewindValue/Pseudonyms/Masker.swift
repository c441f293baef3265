/// Puts other texts and other long numbers in the place of the app's own: as long as these, of the same kinds of characters, equal where these are
/// equal, and without the key of no use to anyone.
///
/// In words and numbers a letter becomes a letter of its case, a digit a digit; in a token, which mixes them, each becomes any. Blanks stay, and so
/// does punctuation where there is less of it than of letters and digits. What has a form keeps it: a URL, a UUID and other hexadecimal digits, an ISO 8601 date. So a masked value decodes as what it was, and
/// what asks for its length or its kind of characters gets the same answer. Texts of one form never share a pseudonym, and texts of two forms have
/// nothing of theirs in common: the form, which is all that stays, goes into every hash.
///
/// It is a Feistel network over the characters, of four rounds of SipHash, with a key of 128 random bits that is made anew for each recording and
/// never written anywhere.
@usableFromInline package struct Masker: Sendable {
    // It is mixed into each hash as text, so a deterministic seed of `Hasher` (SWIFT_DETERMINISTIC_HASHING) makes nothing guessable.
    private let key = (UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max))

    /// Numbers of so many digits stay as they are.
    package static let digitLimit = 6

    package init() {}

    /// The pseudonym of a text; the text itself if it is empty or blank.
    package func masked(_ text: String) -> String {
        var bytes = Array(text.utf8)
        bytes.withUnsafeMutableBufferPointer { mask($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Masks a text where it lies, which is sound UTF-8.
    package func mask(_ text: UnsafeMutableBufferPointer<UInt8>) {
        if text.isEmpty { return }
        withUnsafeTemporaryAllocation(of: MaskSymbol.self, capacity: text.count) { memory in
            var symbols = SymbolList(memory)
            symbols.find(in: UnsafeBufferPointer(text))
            mask(&symbols, in: text)
        }
    }

    /// The pseudonym of bytes that are shown as numbers.
    package func masked(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.withUnsafeMutableBufferPointer { bytes in
            withUnsafeTemporaryAllocation(of: MaskSymbol.self, capacity: bytes.count) { memory in
                var symbols = SymbolList(memory)
                for index in bytes.indices { symbols.append(index, .byte) }
                mask(&symbols, in: bytes)
            }
        }
        return bytes
    }

    func mask(_ symbols: inout SymbolList, in text: UnsafeMutableBufferPointer<UInt8>) {
        if symbols.count == 0 { return }
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: symbols.count) { values in
            for index in 0..<symbols.count {
                values[index] = symbols[index].value(in: text)
                symbols[index].putKind(into: text)
            }
            permute(values, symbols, form: hash(0, 0, UnsafeRawBufferPointer(text)))
            for index in 0..<symbols.count { symbols[index].put(values[index], into: text) }
        }
    }

    // MARK: The permutation

    /// Permutes the values of all characters, each staying below the number of its kind.
    private func permute(_ values: UnsafeMutableBufferPointer<UInt16>, _ symbols: borrowing SymbolList, form: UInt64) {
        let count = symbols.count
        if count == 1 {
            values[0] = UInt16(truncatingIfNeeded: permuted(Int(values[0]), below: Int(symbols[0].radix), form: form))
            return
        }
        let half = count / 2
        for round in 0..<4 {
            let (changed, source) = round % 2 == 0 ? (0..<half, half..<count) : (half..<count, 0..<half)
            var stream = hash(form, round, UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: values[source])))
            var left = 0
            var word: UInt64 = 0
            for index in changed {
                if left == 0 {
                    (stream, word) = Self.next(stream)
                    left = 4
                }
                let radix = UInt32(symbols[index].radix)
                let sum = UInt32(values[index]) + (UInt32(truncatingIfNeeded: word & 0xFFFF) * radix) >> 16
                values[index] = UInt16(truncatingIfNeeded: sum < radix ? sum : sum - radix)
                word >>= 16
                left -= 1
            }
        }
    }

    /// Permutes the numbers below a count: those of the next power of four, gone round until one is below it (cycle walking).
    func permuted(_ number: Int, below count: Int, form: UInt64 = 0) -> Int {
        if count < 2 { return number }
        let bits = (Int.bitWidth - (count - 1).leadingZeroBitCount + 1) / 2
        let mask = 1 << bits - 1
        var number = number
        repeat {
            var (left, right) = (number >> bits, number & mask)
            for round in 0..<4 {
                let noise = hash(form, (count << 4 | round) << 32 | right, UnsafeRawBufferPointer(start: nil, count: 0))
                (left, right) = (right, left ^ Int(truncatingIfNeeded: noise) & mask)
            }
            number = left << bits | right
        } while number >= count
        return number
    }

    private func hash(_ form: UInt64, _ number: Int, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(key.0)
        hasher.combine(form)
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
