/// Private keys and addresses in Base58 with a check sum (Base58Check, of Bitcoin and its relatives).
enum WalletKey {
    private static let alphabet: [UInt8: UInt32] = Dictionary(
        firstOf: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8.enumerated().map { ($1, UInt32($0)) })

    /// Addresses, private keys (WIF), extended keys (BIP-32).
    static let lengths: [ClosedRange<Int>] = [26...35, 51...52, 58...58, 107...113]

    /// Whether a word is one: four bytes of a double SHA-256 end it.
    static func isOne(_ word: some Collection<UInt8>) -> Bool {
        guard lengths.contains(where: { $0.contains(word.count) }), let bytes = decoded(word), bytes.count > 20 else { return false }
        return SHA256.hash(SHA256.hash(Array(bytes.dropLast(4)))).starts(with: bytes.suffix(4))
    }

    private static func decoded(_ word: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []  // the least significant first
        for character in word {
            guard var carry = alphabet[character] else { return nil }
            for index in bytes.indices {
                carry += UInt32(bytes[index]) * 58
                bytes[index] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
            while carry > 0 {
                bytes.append(UInt8(truncatingIfNeeded: carry))
                carry >>= 8
            }
        }
        let zeros = word.prefix { $0 == UInt8(ascii: "1") }.count
        return [UInt8](repeating: 0, count: zeros) + bytes.reversed()
    }
}

/// SHA-256 (FIPS 180-4), for check sums of short texts.
enum SHA256 {
    static func hash(_ message: [UInt8]) -> [UInt8] {
        var state = initial
        var padded = message + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) {
            padded.append(UInt8(truncatingIfNeeded: (UInt64(message.count) * 8) >> UInt64(shift)))
        }
        for start in stride(from: 0, to: padded.count, by: 64) { mix(padded[start..<(start + 64)], into: &state) }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<(index + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (late, early) = (words[index - 2], words[index - 15])
            let mixed = (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3) &+ (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10)
            words.append(words[index - 16] &+ words[index - 7] &+ mixed)
        }
        var (a, b, c, d, e, f, g, h) = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let first = h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ (e & f ^ ~e & g) &+ rounds[index] &+ words[index]
            let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static let primes: [Int] = (2...311).filter { number in !(2..<number).contains { $0 * $0 <= number && number % $0 == 0 } }
    /// The first 32 bits behind the point of the square roots of the first eight primes.
    private static let initial: [UInt32] = primes.prefix(8).map { fraction(Double($0).squareRoot()) }
    /// The same of the cube roots of the first 64, found by halving in whole numbers.
    private static let rounds: [UInt32] = primes.prefix(64).map { prime in
        // The cube root of p · 2⁹⁶ is that of p with 32 bits behind the point.
        var (low, high) = (UInt64(0), UInt64(8) << 32)
        while low + 1 < high {
            let middle = low + (high - low) / 2
            if isCubeAtMost(middle, prime) { low = middle } else { high = middle }
        }
        return UInt32(truncatingIfNeeded: low)
    }

    private static func fraction(_ number: Double) -> UInt32 { UInt32((number - number.rounded(.down)) * 4_294_967_296) }

    private static func isCubeAtMost(_ root: UInt64, _ prime: Int) -> Bool {
        UInt128(root) * UInt128(root) * UInt128(root) <= UInt128(UInt64(prime)) << 96
    }
}
