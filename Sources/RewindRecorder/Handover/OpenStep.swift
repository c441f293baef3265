import Synchronization

/// The step of a store that is between its action and its state, for whoever dispatches from inside it; written under the store's serial order.
struct OpenStep: ~Copyable, Sendable {
    private let step = Atomic(0)
    private let segment = Atomic(0)
    private let segmentFirst = Atomic(0)

    /// Whether there is one.
    var isThere: Bool { step.load(ordering: .relaxed) != 0 }

    /// A step begins.
    func begin(_ entry: JournalEntry) {
        segment.store(entry.segment, ordering: .relaxed)
        segmentFirst.store(entry.segmentFirst, ordering: .relaxed)
        step.store(entry.step, ordering: .relaxed)
    }

    /// A step has its state, or none; `false` if it had one before, since another step began inside it.
    func end(_ entry: JournalEntry) -> Bool {
        if step.load(ordering: .relaxed) != entry.step { return false }
        step.store(0, ordering: .relaxed)
        return true
    }

    /// Ends the step that is there.
    func take() -> JournalEntry? {
        let present = step.load(ordering: .relaxed)
        if present == 0 { return nil }
        step.store(0, ordering: .relaxed)
        return JournalEntry(
            step: present, segment: segment.load(ordering: .relaxed), segmentFirst: segmentFirst.load(ordering: .relaxed))
    }
}
