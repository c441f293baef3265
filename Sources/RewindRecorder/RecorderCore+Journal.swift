import RewindCapture
import RewindFormat
import RewindValue
import Synchronization

/// The caller's side: actions are written ahead, on the dispatching thread.
extension RecorderCore {
    /// Encodes an action, numbers it and appends its line.
    func append<Action>(
        _ action: Action, with buffers: ActionBuffers, store: String, cause: RecordedCause, site: CallSite?
    ) -> NumberedAction {
        let result = buffers.write(action, cause: cause, site: site.map { form.text($0.description, at: .site) }) { line in
            journal.withLock { journal -> Appended? in
                guard journal.hasRoom(forBytes: line.byteCount) else { return nil }
                var result = appended(journal.append(now: now, line), &journal)
                result.action.isLarge = line.byteCount >= SlowAction.bytes
                return result
            }
        }
        return if let result { wakeWriterIfNeeded(result) } else {
            append(capture.line(of: action, store: store, cause: cause, site: site))
        }
    }

    func append(_ line: ActionLine) -> NumberedAction {
        let (members, whole) = writeAhead(line)
        var action = append { $0.append(contentsOf: members) }
        action.isLarge = whole != nil || members.count >= SlowAction.bytes
        let entry = action.entry
        if entry != nil, line.type == ActionLine.external { counters.countExternal() }
        if entry != nil, let reason = line.error, counters.countUnencodable() {
            report(.unencodable(store: line.store, type: line.type, reason: reason))
        }
        if let entry, let whole { registry.withLock { $0.wholeActions.append((entry, whole)) } }
        return action
    }

    /// The part of an action that is written ahead: all of it, unless it is very large or would make the stream longer than readers accept.
    private func writeAhead(_ line: ActionLine) -> (members: [UInt8], whole: StateLine?) {
        let ahead = line.writeAhead()
        return journal.withLock { $0.hasRoom(forBytes: ahead.members.count) } ? ahead : line.writeAhead(limit: ActionLine.mappedLimit)
    }

    private func append(writeMembers: (inout [UInt8]) -> Void) -> NumberedAction {
        wakeWriterIfNeeded(journal.withLock { appended($0.append(now: now, writeMembers: writeMembers), &$0) })
    }

    /// The result of an append, noted under the lock that orders outages and their ends; the writer reports both to the app.
    private func appended(_ entry: JournalEntry?, _ journal: inout JournalState) -> Appended {
        if entry == nil { suspended.store(true, ordering: .relaxed) }
        return Appended(
            action: NumberedAction(step: journal.lastStep, entry: entry), wantsWriter: entry == nil || journal.requestWindowIfNeeded())
    }

    private struct Appended {
        var action: NumberedAction
        let wantsWriter: Bool
    }

    /// Acts on the result of an append, outside the lock.
    private func wakeWriterIfNeeded(_ appended: Appended) -> NumberedAction {
        if appended.wantsWriter { wakeWriterAtOnce() }
        return appended.action
    }

    /// The step and the effect that an app names as a cause, if they exist: any other number is not one of ours, and may be data that must
    /// not be recorded.
    func recorded(_ cause: Cause?) -> RecordedCause {
        guard let cause else { return RecordedCause() }
        let (lastStep, lastEffect) = journal.withLock { ($0.lastStep, $0.lastEffect) }
        return RecordedCause(
            step: cause.step >= 0 && cause.step <= lastStep ? cause.step : nil,
            effect: cause.effect > 0 && cause.effect <= lastEffect ? cause.effect : nil)
    }

    /// Does what a queue asks for after a push.
    func wakeWriter(if call: StateQueue.WakeRequest) {
        switch call {
        case .nothing: break
        case .wake: wakeWriter()
        case .wakeAtOnce: wakeWriterAtOnce()
        }
    }

    /// Appends the line of an action that never reached the reducer; it waits for nothing.
    func appendSwallowed(_ line: ActionLine) {
        let (members, _) = line.writeAhead(limit: ActionLine.mappedLimit)
        counters.countSwallowed()
        if line.error != nil { counters.countUnencodable() }
        let wantsWriter = journal.withLock { journal in
            journal.appendSwallowed(members: members, now: now)
            return journal.requestWindowIfNeeded()
        }
        if wantsWriter { wakeWriterAtOnce() }
    }

    /// Appends the beginning of an effect; its work may begin when this returns.
    ///
    /// - Returns: the effect's number.
    func beginEffect(_ begin: EffectLine.Begin) -> Int {
        var members: [UInt8] = []
        begin.writeMembers(into: &members)
        let (id, wantsWriter) = journal.withLock { ($0.beginEffect(members, now: now), $0.requestWindowIfNeeded()) }
        if wantsWriter { wakeWriterAtOnce() }
        return id
    }

    /// Appends the end of an effect.
    func endEffect(_ id: Int, _ end: EffectLine.EffectEnd) {
        var members: [UInt8] = []
        end.writeMembers(into: &members)
        let wantsWriter = journal.withLock { journal in
            journal.endEffect(id, members, now: now)
            return journal.requestWindowIfNeeded()
        }
        if wantsWriter { wakeWriterAtOnce() }
    }

    /// Appends a line that is not a step; in an outage, the line is dropped.
    func appendNote(_ line: (_ time: Int, _ step: Int) -> JSONValue) {
        let wantsWriter = journal.withLock { journal in
            journal.appendNote(now(), line)
            return journal.requestWindowIfNeeded()
        }
        if wantsWriter { wakeWriterAtOnce() }
    }
}
