import RewindFormat

/// The end of a stream that is being written.
struct LiveTail {
    let bytes: [UInt8]
    /// Whether it is the whole stream.
    let isFromStart: Bool

    /// Where the last whole line ends; `nil` if the bytes before the tail are needed to tell.
    ///
    /// A zero byte was reserved ahead, or is not written yet: what follows it was written later.
    var end: Int? {
        let written = bytes.firstIndex(of: 0) ?? bytes.count
        guard let feed = bytes[..<written].lastIndex(of: UInt8(ascii: "\n")) else { return isFromStart ? 0 : nil }
        let before = bytes[..<feed].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
        guard let start = before ?? (isFromStart ? 0 : nil) else { return nil }
        // The end of a line may be there before all that is in it.
        return bytes[start..<feed].withUnsafeBytes { LiveLine.body(of: $0) != nil } ? feed + 1 : start
    }
}
