import RewindCapture
import RewindFormat
import RewindValue

/// Turns an action into the members of its line: encoded, named and redacted before any byte of it exists outside memory.
struct ActionCapture: Sendable {
    let redactor: Redactor

    /// The line of an action, still without number and time.
    ///
    /// What is `Encodable` is encoded; anything else is dumped by label, and the line says so. Never fails: what can't be encoded loses
    /// itself, not the step.
    func line<Action>(of action: Action, store: String, cause: Int?, site: String?) -> ActionLine {
        var line = self.line(of: action, store: store)
        line.cause = cause
        line.site = site.map { redactor.recorded($0, at: .site) }
        return line
    }

    private func line<Action>(of action: Action, store: String) -> ActionLine {
        // By the static type first: it costs no box.
        if let type = Action.self as? any Encodable.Type { return type.line(of: action, store: store, capture: self) }
        let isOneOfMany = Swift.type(of: action as Any) != Action.self
        if let encodable = action as? any Encodable { return line(encoding: encodable, store: store, isOneOfMany: isOneOfMany) }
        var line = line(redactor.redact(dumpingAction: action, isOneOfMany: isOneOfMany), store: store)
        line.isDumped = true
        return line
    }

    fileprivate func line(encoding action: some Encodable, store: String, isOneOfMany: Bool) -> ActionLine {
        do {
            let captured = try redactor.redact(action: action, isOneOfMany: isOneOfMany)
            try captured.0.value.checkNesting()
            return line(captured, store: store)
        } catch {
            var line = ActionLine(step: 0, time: 0, type: redactor.recorded("\(Swift.type(of: action))", at: .sourceName), store: store)
            line.error = redactor.redact(error: error)
            return line
        }
    }

    private func line(_ captured: (action: EncodedAction, pointers: [JSONPointer]), store: String) -> ActionLine {
        var line = ActionLine(step: 0, time: 0, type: captured.action.type, action: captured.action.value, store: store)
        line.redacted = captured.pointers
        return line
    }
}

extension Encodable {
    /// The caller found `Self` to be the type of the action, so the cast changes nothing.
    fileprivate static func line<Action>(of action: Action, store: String, capture: ActionCapture) -> ActionLine {
        capture.line(encoding: unsafeBitCast(action, to: Self.self), store: store, isOneOfMany: false)
    }
}

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
