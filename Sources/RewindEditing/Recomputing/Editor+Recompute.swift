import RewindArchive
package import RewindFormat
import RewindReplay
package import RewindValue

/// A step of a session that was computed anew.
package struct RecomputedStep: Sendable {
    /// Its line, with the number that it had.
    package var line: ActionLine
    /// What the reducer made of it; `nil` if it ended the process.
    package var patch: JSONPatch?

    package init(_ line: ActionLine, _ patch: JSONPatch?) { (self.line, self.patch) = (line, patch) }
}

extension Editor {
    /// Writes a new recording of one store whose states were computed anew: some of the steps, perhaps with other actions.
    ///
    /// The steps are numbered anew, from 1, and so are their causes; a cause that is left out is none. Title, note and crash report are kept;
    /// marks, logged lines and attachments, which are of the session as it was, are not.
    ///
    /// - Parameters:
    ///   - initial: the state before the first step.
    ///   - edits: what was done, in sentences.
    /// - Throws: `RecordingError` if the output already exists or can't be written.
    package func writeRecomputed(
        _ steps: [RecomputedStep], of store: String, from initial: JSONValue, edits: [String], output: String
    ) throws(RecordingError) -> Recording {
        try check(output)
        let spool = try SegmentSpool(for: output)
        var numbers: [Int: Int] = [:]
        var state = initial
        spool.add(StateLine(step: 0, store: store, change: .keyframe(state)))
        for (index, step) in steps.enumerated() {
            var line = step.line
            numbers[line.step] = index + 1
            line.step = index + 1
            line.cause = line.cause.flatMap { numbers[$0] }
            spool.add(line)
            guard let patch = step.patch else { continue }
            spool.add(StateLine(step: line.step, store: store, change: .patch(patch)))
            do throws(JSONPatchError) { try patch.apply(to: &state) } catch {
                throw RecordingError(.damaged, "the patch of step \(step.line.step) does not fit: \(error)", path: output)
            }
            if spool.isFull, index + 1 < steps.count {
                try spool.roll()
                spool.add(StateLine(step: line.step, store: store, change: .keyframe(state)))
            }
        }
        var contents = try contents()
        contents.segments = []
        contents.others.removeAll { $0.name.hasPrefix("attachments/") }
        contents.manifest.attachments = []
        contents.manifest.stores.removeAll { $0.name != store }
        contents.manifest.losses = []
        contents.manifest.ending.at = nil
        contents.manifest.ending.underWay = contents.manifest.ending.underWay.compactMap { action in
            guard action.store == store, let number = numbers[action.step] else { return nil }
            var action = action
            action.step = number
            return action
        }
        // The session without the step in which the process ended is one that did not end so.
        if contents.manifest.ending.underWay.isEmpty {
            contents.manifest.ending = Ending(.finished)
            contents.others.removeAll { $0.name == Crash.entryName }
        }
        contents = try spool.finish(into: contents)
        return try write(contents, to: output, edits: edits.map { RecordingEdit(.change, words: $0, by: RewindVersion.text) })
    }
}
