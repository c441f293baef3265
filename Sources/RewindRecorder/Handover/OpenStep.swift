import Synchronization

/// The step of a store that is between its action and its state, for dispatches from inside it.
struct OpenStep: ~Copyable, Sendable {
    private let entry = Lock<JournalEntry?>(nil)

    /// Whether there is one.
    var isThere: Bool { entry.withLock { $0 != nil } }

    /// A step begins.
    func begin(_ entry: JournalEntry) { self.entry.withLock { $0 = entry } }

    /// Ends a step, with or without a state; `false` if the step had a state already, since another step began inside it.
    func end(_ entry: JournalEntry) -> Bool {
        self.entry.withLock { open in
            if open?.step != entry.step { return false }
            open = nil
            return true
        }
    }

    /// Ends the step that is there.
    func take() -> JournalEntry? { entry.withLock { $0.take() } }
}
