import RewindCapture
import RewindFormat
import RewindValue

/// Turns an action into the members of its line: encoded and named in the recording's form before any byte of it exists outside memory.
struct ActionCapture: Sendable {
    let form: RecordedForm

    /// The line of an action, still without number and time.
    ///
    /// What is `Encodable` is encoded; anything else is dumped by label, and the line says so. Never fails: what can't be encoded loses
    /// itself, not the step.
    func line<Action>(of action: Action, store: String, cause: RecordedCause, site: CallSite?) -> ActionLine {
        var line = self.line(of: action, store: store)
        (line.cause, line.effect) = (cause.step, cause.effect)
        line.site = site.map { form.text($0.description, at: .site) }
        return line
    }

    private func line<Action>(of action: Action, store: String) -> ActionLine {
        let prefixesTypeName = !(Action.self is any Encodable.Type) && Swift.type(of: action as Any) != Action.self
        if let encodable = action as? any Encodable { return line(encoding: encodable, store: store, prefixesTypeName: prefixesTypeName) }
        var line = line(form.dump(ofAction: action, prefixesTypeName: prefixesTypeName), store: store)
        line.isDumped = true
        return line
    }

    private func line(encoding action: some Encodable, store: String, prefixesTypeName: Bool) -> ActionLine {
        do {
            let captured = try form.action(action, prefixesTypeName: prefixesTypeName)
            try captured.0.value.checkNesting()
            return line(captured, store: store)
        } catch {
            var line = ActionLine(step: 0, time: 0, type: form.text("\(Swift.type(of: action))", at: .sourceName), store: store)
            line.error = form.text(of: error)
            return line
        }
    }

    private func line(_ captured: (action: EncodedAction, pointers: [JSONPointer]), store: String) -> ActionLine {
        var line = ActionLine(step: 0, time: 0, type: captured.action.type, action: captured.action.value, store: store)
        line.redacted = captured.pointers
        return line
    }
}

/// What makes recording an action dear: it is encoded and written ahead on the thread that dispatches, however large it is.
enum SlowAction {
    /// The size from which the time is looked at: of a smaller one, nearly all of it is the machine's.
    static let bytes = 256 << 10
    /// The time from which it is told: a frame of a display, in nanoseconds.
    static let nanoseconds = 16_000_000

    static func sentence(type: String, step: Int, nanoseconds: Int) -> String {
        "an action of the type \(type), at step \(step), held the thread that dispatches for \(nanoseconds / 1_000_000) ms"
    }
}
