/// Bech32 (BIP 173), in which age writes keys: a prefix, `1`, and 32 letters and digits that are hard to confuse, with a checksum.
///
/// As age does, it has no limit of 90 characters.
enum Bech32 {
    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    /// The text of some bytes, in small letters.
    static func text(_ bytes: [UInt8], prefix: String) -> String {
        var groups = regrouped(bytes, from: 8, to: 5, pads: true) ?? []
        let sum = checksum(expanded(prefix) + groups + [0, 0, 0, 0, 0, 0]) ^ 1
        for place in 0..<6 { groups.append(UInt8(sum >> (5 * (5 - place)) & 31)) }
        return prefix + "1" + String(decoding: groups.map { alphabet[Int($0)] }, as: UTF8.self)
    }

    /// The prefix, in small letters, and the bytes of a text; `nil` if it is no such text, or was mistyped.
    static func parse(_ text: some StringProtocol) -> (prefix: String, bytes: [UInt8])? {
        let small = text.lowercased()
        guard small == text || text.uppercased() == text, let one = small.lastIndex(of: "1"), one > small.startIndex else { return nil }
        let prefix = String(small[..<one])
        guard prefix.utf8.allSatisfy({ (33...126).contains($0) }) else { return nil }
        var groups: [UInt8] = []
        for character in small[small.index(after: one)...].utf8 {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            groups.append(UInt8(value))
        }
        guard groups.count >= 6, checksum(expanded(prefix) + groups) == 1 else { return nil }
        return regrouped(groups.dropLast(6), from: 5, to: 8, pads: false).map { (prefix, $0) }
    }

    private static func expanded(_ prefix: String) -> [UInt8] { prefix.utf8.map { $0 >> 5 } + [0] + prefix.utf8.map { $0 & 31 } }

    private static func checksum(_ groups: [UInt8]) -> UInt32 {
        let generator: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]
        var sum: UInt32 = 1
        for group in groups {
            let top = sum >> 25
            sum = (sum & 0x1ff_ffff) << 5 ^ UInt32(group)
            for (bit, number) in generator.enumerated() where top >> bit & 1 == 1 { sum ^= number }
        }
        return sum
    }

    /// The same bits in groups of another size; `nil` if bits are left over that are not padding.
    private static func regrouped(_ groups: some Sequence<UInt8>, from: Int, to: Int, pads: Bool) -> [UInt8]? {
        var (bits, count): (UInt32, Int) = (0, 0)
        var result: [UInt8] = []
        for group in groups {
            bits = bits << from | UInt32(group)
            count += from
            while count >= to {
                count -= to
                result.append(UInt8(bits >> count & (1 << to - 1)))
            }
            bits &= 1 << count - 1
        }
        if pads {
            if count > 0 { result.append(UInt8(bits << (to - count) & (1 << to - 1))) }
        } else if count >= from || bits != 0 {
            return nil
        }
        return result
    }
}
