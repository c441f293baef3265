/// How a line stands in a live stream: a JSON object whose last member is the checksum of the bytes before that member.
///
/// `{"step":1,"t":9,"type":"a","crc":"0a1b2c3d"}⏎`: the checksum is over `{"step":1,"t":9,"type":"a"`. Sealing drops the member.
public enum LiveLine {
    /// Bytes of the checksum member and the brace behind it.
    private static let suffixCount = 18

    /// Turns `…}` at the end of `bytes`, begun at `start`, into a live line.
    public static func close(_ bytes: inout [UInt8], from start: Int) {
        bytes.removeLast()
        let crc = bytes.withUnsafeBytes { CRC32.checksum(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: suffixCount + 1) { suffix in
            _ = suffix.initialize(fromContentsOf: emptySuffix)
            for place in 0..<8 { suffix[8 + place] = hexDigits[Int(crc >> UInt32(28 - 4 * place) & 0xF)] }
            bytes.append(contentsOf: UnsafeBufferPointer(suffix))
        }
    }

    private static let emptySuffix = [UInt8]("\(#","crc":""#)00000000\"}\n".utf8)

    /// The bytes of the line before its checksum, if the checksum is there and right; the line comes without its line feed.
    static func body(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let bodyCount = line.count - suffixCount
        guard bodyCount > 1, line[line.count - 1] == UInt8(ascii: "}") else { return nil }
        let body = UnsafeRawBufferPointer(rebasing: line[..<bodyCount])
        let crc = CRC32.checksum(body)
        let suffix = UnsafeRawBufferPointer(rebasing: line[bodyCount...])
        return isSuffix(suffix, of: crc) ? body : nil
    }

    private static func isSuffix(_ suffix: UnsafeRawBufferPointer, of crc: UInt32) -> Bool {
        guard suffix.starts(with: #","crc":""#.utf8), suffix[16] == UInt8(ascii: "\"") else { return false }
        return (0..<8).allSatisfy { index in
            let digit = crc >> UInt32(28 - 4 * index) & 0xF
            return suffix[8 + index] == hexDigits[Int(digit)]
        }
    }

    private static let hexDigits = [UInt8]("0123456789abcdef".utf8)
}
