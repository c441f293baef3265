/// Bytes of a stream that are not a sound line, and why.
package struct Damage: Sendable, Equatable {
    /// The file inside the recording.
    package var entry: String
    /// The offset of the bytes in that file.
    package var offset: Int
    /// The number of bytes.
    package var count: Int
    /// What is wrong with the bytes.
    package var reason: Reason

    /// What is wrong with the bytes.
    package enum Reason: String, Sendable {
        /// The last line, which was being written when the process died; nothing that had begun is lost with it.
        case torn
        /// The checksum is missing or does not match: the bytes were changed after they were written.
        case checksum
        /// The checksum matches or is absent, but the line does not follow the format.
        case malformed
        /// Zero bytes that are followed by something else.
        case zeros
    }
}

/// Cuts a stream into lines, keeps to the rules of a live stream's end, and goes on after damage.
struct LineScanner {
    /// The name of the stream, for reports.
    let entry: String
    /// Whether each line must end with its checksum.
    let isLive: Bool

    /// Calls `line` with each sound line (without its line feed, with its checksum) and returns the damaged ones.
    func scan(_ bytes: UnsafeRawBufferPointer, line: (UnsafeRawBufferPointer) -> Bool) -> [Damage] {
        var damage: [Damage] = []
        var start = 0
        while start < bytes.count {
            if bytes[start] == 0 {
                let end = bytes[start...].firstIndex { $0 != 0 } ?? bytes.count
                if end < bytes.count || !isLive {
                    damage.append(Damage(entry: entry, offset: start, count: end - start, reason: .zeros))
                }
                start = end
                continue
            }
            guard let end = bytes.firstLineFeed(from: start) else {
                damage.append(tail(bytes, from: start))
                break
            }
            let candidate = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            if isLive, LiveLine.body(of: candidate) == nil {
                // A file that was cut in a line and extended again continues after the zero bytes with a sound line.
                if let zero = candidate.lastIndex(of: 0), LiveLine.isSound(candidate[(zero + 1)...]) {
                    damage.append(Damage(entry: entry, offset: start, count: zero + 1, reason: .zeros))
                    start += zero + 1
                    continue
                }
                // A copy that was cut short may have written the end of its line before the middle.
                let isLast = bytes[(end + 1)...].allSatisfy { $0 == 0 }
                damage.append(Damage(entry: entry, offset: start, count: end + 1 - start, reason: isLast ? .torn : .checksum))
            } else if !line(candidate) {
                damage.append(Damage(entry: entry, offset: start, count: end + 1 - start, reason: .malformed))
            }
            start = end + 1
        }
        return damage
    }

    /// The end without a line feed: torn, up to the zero bytes that the file was extended with.
    private func tail(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Damage {
        let end = (bytes[start...].lastIndex { $0 != 0 } ?? start) + 1
        return Damage(entry: entry, offset: start, count: end - start, reason: .torn)
    }
}

extension UnsafeRawBufferPointer {
    /// Where the first line feed at or after a place is; eight bytes are looked at at a time.
    func firstLineFeed(from start: Int) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var position = start
        while position + 8 <= count {
            let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: position, as: UInt64.self)) ^ (ones &* 0x0a)
            // The lowest byte that is found is never a wrong one.
            let found = (word &- ones) & ~word & (ones &* 0x80)
            if found != 0 { return position + found.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < count {
            if self[position] == 0x0a { return position }
            position += 1
        }
        return nil
    }
}
