import RewindFormat
import RewindValue

/// Turns an action into the members of its line: encoded, named and redacted before any byte of it exists outside memory.
struct ActionCapture: Sendable {
    let redactor: Redactor

    /// The line of an action, still without number and time.
    ///
    /// Never fails: what can't be encoded loses itself, not the step.
    func line(of action: some Encodable, store: String, cause: Int?, site: String?) -> ActionLine {
        var line: ActionLine
        do {
            let encoded = try EncodedAction(encoding: action)
            try encoded.value.checkNesting()
            let redacted = redactor.redact(encoded.value)
            line = ActionLine(step: 0, time: 0, type: encoded.type, action: redacted.value, store: store)
            line.redacted = redacted.pointers
        } catch {
            line = ActionLine(step: 0, time: 0, type: "\(type(of: action))", store: store)
            line.error = redactor.redact(text: "\(error)")
        }
        line.cause = cause
        line.site = site
        return line
    }
}

extension ActionLine {
    /// Members of an action line up to this size are written ahead in full.
    static let writeAheadLimit = 64 << 10

    /// The line's members as bytes; if they are too many to be written ahead, those of type and prefix, and the action apart.
    func writeAhead() -> (members: [UInt8], whole: StateLine?) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        writeMembers(into: &bytes)
        guard bytes.count > Self.writeAheadLimit else { return (bytes, nil) }
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
    /// As many whole scalars from the beginning as fit into so many bytes of UTF-8.
    ///
    /// Scalars, because a character may have any number of bytes.
    func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
