import RewindFormat
import Synchronization

/// Actions that are left out, by a filter or a pause.
extension StateChannel {
    /// Counts an action that is left out, before its reducer runs.
    func omit(_ type: String) {
        enter(.omitted)
        waiting.withLock { waiting in
            var omission = waiting.omission ?? Omission()
            omission.add(type)
            waiting.omission = omission
            waiting.counts.omitted += 1
            if type == ActionLine.paused { waiting.counts.paused += 1 }
        }
        hasOmission.store(true, ordering: .relaxed)
    }

    /// Keeps the state after an action that was left out.
    func keepOmitted(_ state: State) {
        waiting.withLock { $0.omission?.state = keep(state) }
        enter(.sinceOmitted)
    }

    /// What was left out since the last step, if anything; the next call begins anew.
    func takeOmission() -> Omission? {
        guard hasOmission.load(ordering: .relaxed) else { return nil }  // without the lock: each dispatch asks
        hasOmission.store(false, ordering: .relaxed)
        return waiting.withLock { $0.omission.take() }
    }

    func endOmission(append: (ActionLine) -> JournalEntry?) {
        guard hasOmission.load(ordering: .relaxed) else { return }
        let last = waiting.withLock { waiting -> (any AnyObject & Sendable)? in
            // Where the omitted action's reducer threw or still runs, the state is the one before.
            // A thread that dispatches meanwhile is in its step already, or waits for this lock before it gets a number.
            guard isIdle, let omission = waiting.omission, let state = omission.state ?? waiting.lastSeen,
                let entry = append(omission.line(store: name))
            else { return nil }
            defer { waiting.lastSeen = state }
            hasOmission.store(false, ordering: .relaxed)
            waiting.omission = nil
            _ = waiting.push(entry, .state(state), took: nil)
            leaveOmission(step: entry.step)
            return waiting.lastSeen
        }
        withExtendedLifetime(last) {}  // freed here, outside the lock
    }
}
