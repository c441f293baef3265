import RewindFormat
import Synchronization

/// Actions that are left out, by a filter or a pause.
extension StateChannel {
    /// Counts an action that is left out.
    func omit(_ type: String) {
        waiting.withLock { waiting in
            var omission = waiting.omission ?? Omission()
            omission.add(type)
            waiting.omission = omission
        }
        hasOmission.store(true, ordering: .relaxed)
    }

    /// Keeps the state after an action that was left out.
    func keepOmitted(_ state: State) { waiting.withLock { $0.omission?.state = keep(state) } }

    /// What was left out since the last step, if anything; the next call begins anew.
    func takeOmission() -> Omission? {
        guard hasOmission.load(ordering: .relaxed) else { return nil }
        hasOmission.store(false, ordering: .relaxed)
        return waiting.withLock { $0.omission.take() }
    }

    func settleOmission(append: (ActionLine) -> JournalEntry?) {
        guard let omission = takeOmission(), let state = omission.state ?? waiting.withLock({ $0.lastSeen }),
            let entry = append(omission.line(store: name))
        else { return }
        _ = push(entry, typed(state), took: nil)
    }
}
