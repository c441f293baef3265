/// Base64 as age's header has it: the usual letters without padding, and only one text for any bytes.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values: [UInt8?] = {
        var values = [UInt8?](repeating: nil, count: 256)
        for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
        return values
    }()

    static func text(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * (3 - group.count))
            for place in 0...group.count { text.append(alphabet[Int(bits >> (18 - 6 * place) & 63)]) }
        }
        return text
    }

    /// The bytes of a text; `nil` if it is not the text of any.
    static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        var (bits, count): (UInt32, Int) = (0, 0)
        var bytes: [UInt8] = []
        for letter in text {
            guard let value = values[Int(letter)] else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
            bits &= 1 << count - 1
        }
        return count < 6 && bits == 0 ? bytes : nil
    }
}
