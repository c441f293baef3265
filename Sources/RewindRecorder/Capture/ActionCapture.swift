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
    func writeAhead() -> (members: [UInt8], whole: JSONValue?) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        writeMembers(into: &bytes)
        guard bytes.count > Self.writeAheadLimit else { return (bytes, nil) }
        var short = self
        let whole = action
        let text = whole?.jsonText ?? ""
        short.action = nil
        short.bytes = text.utf8.count
        short.prefix = String(decoding: text.utf8.prefix(4 << 10), as: UTF8.self)
        short.redacted = []
        short.type = String(type.prefix(1000))
        short.site = site.map { String($0.prefix(1000)) }
        short.error = error.map { String($0.prefix(10_000)) }
        bytes.removeAll()
        short.writeMembers(into: &bytes)
        return (bytes, whole)
    }
}
