import RewindValue

// The form of nearly every line, read without a tree of its members. Other lines are left to the parser: `nil` only means that a line does
// not have this form.

extension ActionLine {
    /// The step of a line with the members that a recorder writes in nearly every step, in its order.
    init?(plain reader: inout LineReader, isLive: Bool) {
        guard reader.skip(#"{"step":"#), let step = reader.integer(in: FormatLimits.actionNumbers), reader.skip(#","t":"#),
            let time = reader.integer(), reader.skip(#","type":"#), let type = reader.text()
        else { return nil }
        self.init(step: step, time: time, type: type)
        if reader.skip(#","store":"#) {
            guard let store = reader.text() else { return nil }
            self.store = store
        }
        if reader.skip(#","action":"#) {
            guard let action = reader.value(depth: 1) else { return nil }
            self.action = action
        }
        if reader.skip(#","cause":"#) {
            guard let cause = reader.integer(in: FormatLimits.stepNumbers) else { return nil }
            self.cause = cause
        }
        if reader.skip(#","effect":"#) {
            guard let effect = reader.integer(in: FormatLimits.effectNumbers) else { return nil }
            self.effect = effect
        }
        if reader.skip(#","site":"#) {
            guard let site = reader.text() else { return nil }
            self.site = site
        }
        if reader.skip(#","thread":"#) {
            guard let thread = reader.text() else { return nil }
            self.thread = thread
        }
        guard reader.skipEnd(isLive: isLive) else { return nil }
    }
}

extension StateLine {
    /// The line of a keyframe or a patch with the members that a recorder writes, in its order.
    init?(plain reader: inout LineReader, isLive: Bool) {
        guard reader.skip(#"{"step":"#), let step = reader.integer(in: FormatLimits.stepNumbers) else { return nil }
        var store = ActionLine.mainStore
        var took: Int?
        if reader.skip(#","store":"#) {
            guard let name = reader.text() else { return nil }
            store = name
        }
        if reader.skip(#","took":"#) {
            guard let time = reader.integer() else { return nil }
            took = time
        }
        if reader.skip(#","patch":"#) {
            guard let patch = reader.patch(depth: 1) else { return nil }
            self.init(step: step, store: store, change: .patch(patch))
        } else if reader.skip(#","keyframe":"#) {
            guard let value = reader.value(depth: 1) else { return nil }
            self.init(step: step, store: store, change: .keyframe(value))
        } else {
            return nil
        }
        self.took = took
        guard reader.skipEnd(isLive: isLive) else { return nil }
    }
}

extension LineReader {
    /// A whole number within bounds.
    fileprivate mutating func integer(in bounds: ClosedRange<Int>) -> Int? { integer().flatMap { bounds.contains($0) ? $0 : nil } }

    /// Moves past the end of the line: its checksum, which was checked already, and its brace.
    fileprivate mutating func skipEnd(isLive: Bool) -> Bool {
        if isLive { guard skip(#","crc":"#), text() != nil else { return false } }
        return skip("}") && isAtEnd
    }
}
