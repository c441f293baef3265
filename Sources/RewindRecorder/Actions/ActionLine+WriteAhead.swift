import RewindFormat
import RewindValue

extension ActionLine {
    /// Lines up to this size are written straight into the mapping.
    static let mappedLimit = 64 << 10
    /// Members of an action line up to this size are written ahead in full.
    static let writeAheadLimit = 16 << 20

    /// The line's members as bytes; if they are too many to be written ahead, those of type and prefix, and the action apart.
    func writeAhead(limit: Int = ActionLine.writeAheadLimit) -> (members: [UInt8], whole: StateLine?) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        writeMembers(into: &bytes)
        guard bytes.count > limit else { return (bytes, nil) }
        var short = self
        var whole: StateLine?
        if let action {
            let text = action.jsonText
            short.bytes = text.utf8.count
            short.prefix = text.prefix(bytes: 4 << 10)
            var line = StateLine(step: step, store: store, change: .action(action))
            line.redacted = redacted
            whole = line
        }
        short.action = nil
        short.redacted = []
        short.type = type.prefix(bytes: 1 << 10)
        short.site = site?.prefix(bytes: 1 << 10)
        short.thread = thread?.prefix(bytes: 1 << 10)
        short.error = error?.prefix(bytes: 4 << 10)
        bytes.removeAll()
        short.writeMembers(into: &bytes)
        return (bytes, whole)
    }
}

extension String {
    /// The longest prefix of whole scalars that fits into this many bytes of UTF-8.
    ///
    /// Scalars, because a character may have any number of bytes.
    func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
