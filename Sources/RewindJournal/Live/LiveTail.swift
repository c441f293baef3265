import RewindFormat

/// The end of a stream while somebody writes it.
struct LiveTail {
    let bytes: [UInt8]
    /// Whether it is the whole stream.
    let isFromStart: Bool

    /// Where the last whole line ends; `nil` where that takes a look at what comes before.
    ///
    /// What is zero was reserved ahead, or is not there yet: whatever stands behind that was written later.
    var end: Int? {
        let written = bytes.firstIndex(of: 0) ?? bytes.count
        guard let feed = bytes[..<written].lastIndex(of: UInt8(ascii: "\n")) else { return isFromStart ? 0 : nil }
        let before = bytes[..<feed].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
        guard let start = before ?? (isFromStart ? 0 : nil) else { return nil }
        // The end of a line may be there before all that is in it.
        return bytes[start..<feed].withUnsafeBytes { LiveLine.body(of: $0) != nil } ? feed + 1 : start
    }
}
