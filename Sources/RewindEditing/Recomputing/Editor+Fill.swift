import RewindArchive
package import RewindFormat
import RewindReplay
package import RewindValue

extension Editor {
    /// Writes a new recording with the changes of steps that this one does not have; everything else is kept.
    ///
    /// Several steps that share one patch get their own if all of them are given.
    ///
    /// - Parameters:
    ///   - changes: what steps changed, by the store and the number of the step.
    ///   - isComplete: whether the new recording has all states.
    ///   - edit: what was done, in a sentence.
    /// - Returns: the new recording.
    /// - Throws: `RecordingError` if a segment can't be read, or the output already exists.
    package func fill(
        _ changes: [String: [Int: JSONPatch]], isComplete: Bool, edit: String, output: String
    ) throws(RecordingError) -> Recording {
        try check(output)
        var contents = try contents()
        contents = try contents.rewritten(contents.segments.map { (index: $0.span.index, part: $0) }, for: output) {
            (part) throws(RecordingError) in
            var streams = try part.streams()
            streams.states = Self.states(SegmentLines(streams), with: changes)
            return streams
        }
        if isComplete { contents.manifest.capture = nil }
        return try write(contents, to: output, edit: edit)
    }

    /// The state lines of a segment, with the changes that they lack.
    private static func states(_ lines: SegmentLines, with changes: [String: [Int: JSONPatch]]) -> [UInt8] {
        let actions = lines.actions
        var sorted = SortedLines()
        /// The steps of each store that have a line, or share one that stays.
        var covered: [String: Set<Int>] = [:]
        func add(_ step: Int, _ patch: JSONPatch, _ store: String, in shared: StateLine? = nil) {
            var line = StateLine(step: step, store: store, change: .patch(patch))
            covered[store, default: []].insert(step)
            if let shared {
                let isLast = step == shared.step
                if isLast { line.took = shared.took }
                line.redacted = shared.redacted.filter { isLast || patch.mayChange($0) }
            }
            sorted.add(step) { $0.add(line) }
        }
        for entry in lines.states {
            guard let line = entry.line, !line.isAction else {
                sorted.add(entry.place) { $0.add(entry.bytes) }
                continue
            }
            let steps = line.steps
            if case .patch = line.change, steps.count > 1 {
                let own = actions.filter { $0.store == line.store && steps.contains($0.step) }.map(\.step)
                let patches = own.compactMap { changes[line.store]?[$0] }
                if own.last == line.step, patches.count == own.count {
                    for (step, patch) in zip(own, patches) { add(step, patch, line.store, in: line) }
                    continue
                }
                covered[line.store, default: []].formUnion(own)
            } else {
                covered[line.store, default: []].insert(line.step)
            }
            sorted.add(line.step) { $0.add(entry.bytes) }
        }
        for action in actions where covered[action.store]?.contains(action.step) != true {
            if let patch = changes[action.store]?[action.step] { add(action.step, patch, action.store) }
        }
        return sorted.bytes
    }
}
