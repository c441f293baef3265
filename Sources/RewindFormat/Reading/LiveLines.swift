/// The lines of a piece of a live stream that was appended between two looks.
package enum LiveLines {
    /// The number of bytes up to the end of the last sound line; what follows may still be being written.
    ///
    /// Live streams are extended with zero bytes before they are written, and a line is written from its beginning to its end, so a line
    /// with the right checksum is whole, and so is all before it.
    package static func soundCount(of bytes: UnsafeRawBufferPointer) -> Int {
        var sound = 0
        var start = 0
        while start < bytes.count, let end = bytes.firstLineFeed(from: start) {
            if LiveLine.body(of: UnsafeRawBufferPointer(rebasing: bytes[start..<end])) != nil { sound = end + 1 }
            start = end + 1
        }
        return sound
    }

    /// The lines of a piece of an action stream; unsound ones are left out.
    package static func actions(in bytes: [UInt8], segment: Int, limits: FormatLimits = .default) -> [JournalLine] {
        var lines: [JournalLine] = []
        _ = SegmentScan(index: segment, isLive: true, limits: limits).scan(actions: bytes) { lines.append($0) }
        return lines
    }

    /// The lines of a piece of a state stream, whole actions included; unsound and unknown ones are left out.
    package static func states(in bytes: [UInt8], segment: Int, limits: FormatLimits = .default) -> [StateLine] {
        var lines: [StateLine] = []
        _ = SegmentScan(index: segment, isLive: true, limits: limits).scan(states: bytes) {
            lines.append($0)
        } unknown: { _ in
        }
        return lines
    }
}
