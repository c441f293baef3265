import RewindArchive
package import RewindFormat
package import RewindReplay
package import RewindValue

/// A step of a session that was computed anew.
package struct RecomputedStep: Sendable {
    /// Its line, with the number that it had.
    package var line: ActionLine
    /// What the reducer made of it; `nil` if it ended the process.
    package var patch: JSONPatch?

    package init(_ line: ActionLine, _ patch: JSONPatch?) { (self.line, self.patch) = (line, patch) }
}

/// A session of one store that was computed anew: some of the steps, perhaps with other actions.
package struct RecomputedSession: Sendable {
    package var store: String
    /// The state before the first step.
    package var initial: JSONValue
    package var steps: [RecomputedStep]
    /// How the reducer crashed at the last step, if that has no patch; `nil` if as it is recorded.
    ///
    /// The recording's own report of the crash is kept.
    package var crash: ReducerCrash?
    /// The number of the state before the first step, if the steps keep their numbers; otherwise they are numbered from 1.
    package var base: Int?
    /// The version of its states and actions; `nil` if as it is recorded.
    package var version: Int?
    /// A value of the last state that is wrong; its step is the last one, whatever it says.
    package var wrong: WrongValue?

    package init(_ store: String, from initial: JSONValue, _ steps: [RecomputedStep], crash: ReducerCrash? = nil, base: Int? = nil) {
        (self.store, self.initial, self.steps, self.crash, self.base) = (store, initial, steps, crash, base)
    }
}

extension Editor {
    /// Writes a new recording of a session that was computed anew.
    ///
    /// A cause that is left out is removed. Title, note and crash report are kept; marks, logged lines and attachments, which are of the session
    /// as it was, are not.
    ///
    /// - Parameters:
    ///   - edits: what was done.
    /// - Throws: `RecordingError` if the output already exists or can't be written.
    package func writeRecomputed(
        _ session: RecomputedSession, edits: [RecordingEdit], output: String
    ) throws(RecordingError) -> Recording {
        try check(output)
        let (store, steps) = (session.store, session.steps)
        let spool = try SegmentSpool(for: output)
        var numbers: [Int: Int] = [:]
        var state = session.initial
        var last = session.base ?? 0
        spool.add(StateLine(step: last, store: store, change: .keyframe(state)))
        for (index, step) in steps.enumerated() {
            var line = step.line
            let number = session.base == nil ? index + 1 : line.step
            if number > last + 1 { spool.add(GapLine(steps: last + 1...number - 1, reason: .leftOut).json.object ?? [:]) }
            numbers[line.step] = number
            (line.step, last) = (number, number)
            line.cause = line.cause.flatMap { numbers[$0] }
            spool.add(line)
            guard let patch = step.patch else { continue }
            spool.add(StateLine(step: line.step, store: store, change: .patch(patch)))
            do throws(JSONPatchError) { try patch.apply(to: &state) } catch {
                throw RecordingError(.damaged, "the patch of step \(step.line.step) does not fit: \(error)", path: output)
            }
            if spool.isFull, index + 1 < steps.count {
                try spool.beginSegment()
                spool.add(StateLine(step: line.step, store: store, change: .keyframe(state)))
            }
        }
        var contents = try contents()
        contents.segments = []
        contents.otherEntries.removeAll { $0.name.hasPrefix("attachments/") }
        contents.manifest.attachments = []
        contents.manifest.stores.removeAll { $0.name != store }
        for index in contents.manifest.stores.indices {
            contents.manifest.stores[index].version = session.version ?? contents.manifest.stores[index].version
        }
        contents.manifest.losses = []
        // That of the recording has another step, and its value was computed anew.
        contents.manifest.wrong = session.wrong
        contents.manifest.wrong?.step = last
        contents.manifest.ending.at = nil
        contents.manifest.ending.underWay = contents.manifest.ending.underWay.compactMap { action in
            guard action.store == store, let number = numbers[action.step], number == last, steps.last?.patch == nil else { return nil }
            var action = action
            action.step = number
            return action
        }
        // The session without the step in which the process ended is one that did not end so.
        if contents.manifest.ending.underWay.isEmpty {
            contents.manifest.ending = Ending(.finished)
            contents.otherEntries.removeAll { $0.name == Crash.entryName }
            if let step = steps.last, step.patch == nil {
                contents.manifest.ending = session.crash.map { Ending($0) } ?? Ending(.crashed)
                contents.manifest.ending.underWay = [
                    Ending.UnderWay(store: store, step: last, phase: .reducer, type: step.line.type)
                ]
            }
        } else if let crash = session.crash {
            contents.manifest.ending.fill(from: Ending(crash))
        }
        contents = try spool.finish(into: contents)
        return try write(contents, to: output, edits: edits)
    }
}

extension Ending {
    /// The end of a host's process.
    fileprivate init(_ crash: ReducerCrash) {
        self.init(.crashed)
        signal = crash.signal
        // Without a signal, how it ended is all that there is to say.
        crashReason = crash.signal == nil ? CrashReason(crash.words) : crash.reason ?? crash.lastLine.map { CrashReason($0) }
    }

    /// Adds what only the second occurrence of this end showed.
    fileprivate mutating func fill(from again: Ending) {
        if how == .died, again.signal != nil { how = .crashed }
        signal = signal ?? again.signal
        crashReason = crashReason ?? again.crashReason
    }
}
