/// The form of a line in a live stream: a JSON object whose last member is the checksum of the bytes before that member.
///
/// In `{"step":1,"t":9,"type":"a","crc":"0a1b2c3d"}⏎`, the checksum covers `{"step":1,"t":9,"type":"a"`. Sealing drops the member.
package enum LiveLine {
    /// Bytes of the checksum member and the closing brace.
    private static let suffixCount = 18

    /// Turns the `…}` at the end of `bytes`, begun at `start`, into a live line.
    package static func close(_ bytes: inout [UInt8], from start: Int) {
        bytes.removeLast()
        let crc = bytes.withUnsafeBytes { CRC32.checksum(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        bytes.append(contentsOf: #","crc":""#.utf8)
        withUnsafeBytes(of: CRC32.digits(of: crc).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: "\"}\n".utf8)
    }

    /// Whether a line, without its line feed, has a checksum that is right.
    package static func isSound(_ line: ArraySlice<UInt8>) -> Bool { line.withUnsafeBytes { body(of: $0) != nil } }

    /// The same of a line in memory.
    static func isSound(_ line: Slice<UnsafeRawBufferPointer>) -> Bool { body(of: UnsafeRawBufferPointer(rebasing: line)) != nil }

    /// The bytes of the line before its checksum, if the checksum is there and right; the line comes without its line feed.
    package static func body(of line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let bodyCount = line.count - suffixCount
        guard bodyCount > 1, line[line.count - 1] == UInt8(ascii: "}"), line[line.count - 2] == UInt8(ascii: "\"") else { return nil }
        func word(_ offset: Int) -> UInt64 { UInt64(littleEndian: line.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
        guard word(bodyCount) == key else { return nil }
        let body = UnsafeRawBufferPointer(rebasing: line[..<bodyCount])
        return word(bodyCount + 8) == CRC32.digits(of: CRC32.checksum(body)) ? body : nil
    }

    /// The bytes before the checksum of a line in which that was found right.
    static func body(ofSound line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: line[..<(line.count - suffixCount)])
    }

    /// The eight bytes of the member before its digits, `,"crc":"`, the first in the lowest byte.
    private static let key: UInt64 = #","crc":""#.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
}
