import RewindArchive
package import RewindFormat
import RewindReplay
import RewindValue

/// A part of a recording, written to a file.
package struct TrimmedRecording: Sendable {
    /// The new recording, opened.
    package var recording: Recording
    /// The steps in the new recording, which may be more than requested if some share one patch; `nil` for a state without any step.
    package var steps: ClosedRange<Int>?
    /// The requested steps.
    package var wanted: ClosedRange<Int>
    /// The attachments that were removed with the steps cut away, by their names in the original.
    package var leftOut: [String] = []
}

extension Editor {
    /// Writes a new recording of some of the steps, which keep their numbers and times.
    ///
    /// The new recording begins with the states before its first step. If a state there is unknown, because several steps share one patch
    /// or because of a gap, the recording begins earlier; likewise it may end later. Marks, logged lines, swallowed actions and attachments
    /// go with their step; attachments without a step are kept, and so is the picture of the app that holds at the first state. If the last step
    /// is cut away, so is the ending of the process.
    ///
    /// - Parameters:
    ///   - steps: the first and last step to keep; 0 is the state before the first action.
    ///   - output: the new recording's path.
    /// - Returns: the new recording, and the steps in it.
    /// - Throws: `RecordingError` if the steps do not exist, a segment can't be read, or the output already exists.
    @discardableResult package func trim(to steps: ClosedRange<Int>, output: String) throws(RecordingError) -> TrimmedRecording {
        try check(output)
        let range = try CutRange(steps, in: timeline)
        let (contents, leftOut) = try cut(to: range, for: output)
        let written = try write(contents, to: output, edits: [edit(for: range)])
        return TrimmedRecording(recording: written, steps: range.steps, wanted: steps, leftOut: leftOut)
    }

    /// What the manifest says of the kept range.
    func edit(for range: CutRange) -> RecordingEdit {
        let all = timeline.steps
        let isEnd = range.last >= all.upperBound
        return .trim(
            to: range.steps, after: range.last, of: (all.lowerBound + 1)...max(all.lowerBound + 1, all.upperBound),
            later: isEnd ? nil : recording.manifest.ending.how)
    }

    /// The contents with only some steps, and the names of the attachments that belong to the others.
    func cut(to range: CutRange, for output: String) throws(RecordingError) -> (contents: BundleContents, leftOut: [String]) {
        var contents = try contents()
        let all = timeline.steps
        let kept = segments(of: range)
        let isBeginning = range.first <= all.lowerBound + 1
        let isEnd = range.last >= all.upperBound
        let parts = contents.segments.filter { kept.contains($0.summary.index) }.map { (index: $0.summary.index, part: $0) }
        contents = try contents.rewritten(parts, for: output) { (part) throws(RecordingError) in
            let index = part.summary.index
            // Between the borders, segments are kept unchanged.
            if index != kept.first, index != kept.last { return try part.streams() }
            let cut = SegmentCut(
                range: range, isFirst: index == kept.first, isBeginning: isBeginning && index == kept.first,
                isEnd: isEnd && index == kept.last)
            return cut.apply(to: try cutLines.lines(of: part))
        }
        func isCutAway(_ part: BundleContents.EntryContent) -> Bool {
            part.details["step"]?.int(in: FormatLimits.stepNumbers).map { !range.contains($0) && !(isBeginning && $0 < range.first) }
                ?? false
        }
        let held = isBeginning ? nil : contents.takeHeldPicture(before: range.first)
        contents.manifest.losses = contents.manifest.losses.compactMap { $0.clipped(to: range.steps) }
        if let wrong = contents.manifest.wrong, !range.keepsState(after: wrong.step) { contents.manifest.wrong = nil }
        if !isEnd { contents.otherEntries.removeAll { $0.name == Crash.entryName } }
        let leftOut = contents.otherEntries.filter(isCutAway).map(\.name)
        contents.otherEntries.removeAll(where: isCutAway)
        if let held { contents.otherEntries.append(held) }
        if !isEnd {
            // The result is like a copy that was saved while the app went on; in a merged recording, one part may have ended before.
            let whole = contents.manifest.ending
            contents.manifest.ending = Ending(.finished)
            contents.manifest.ending.underWay = whole.underWay.filter { range.contains($0.step) }.map { action in
                var action = action
                if action.how == nil { (action.how, action.signal) = (whole.how, whole.signal) }
                return action
            }
            contents.manifest.ending.savedAt = try range.steps.flatMap { steps throws(RecordingError) in
                try timeline.step(at: steps.upperBound)?.time
            }
            contents.manifest.parts = contents.manifest.parts.map { part in
                part.mapping { part in
                    let underWay = part.ending?.underWay ?? []
                    if underWay.isEmpty || !underWay.allSatisfy({ range.contains($0.step) }) { part.ending = nil }
                }
            }
        }
        return (contents, leftOut)
    }

    /// The segments that contain any of the steps; for a state alone, the segment that has it.
    private func segments(of range: CutRange) -> [Int] {
        let all = recording.segments
        let needed = range.steps ?? range.first...range.first
        var kept: [Int] = []
        for (position, segment) in all.enumerated() {
            guard let steps = segment.steps else {
                if kept.isEmpty ? position + 1 == all.count : true { kept.append(segment.index) }
                continue
            }
            let next = all[(position + 1)...].lazy.compactMap(\.steps).first?.lowerBound
            let span = steps.lowerBound...max(steps.upperBound, (next ?? 0) - 1)
            if span.overlaps(needed) { kept.append(segment.index) }
        }
        if kept.isEmpty, let last = all.last { kept = [last.index] }
        return kept
    }
}

extension BundleContents {
    /// Takes out the picture of the app that holds at the state before a step, as one of that state; `nil` without such a picture.
    fileprivate mutating func takeHeldPicture(before first: Int) -> EntryContent? {
        let earlier = otherEntries.indices.filter { place in
            Manifest.isPicture(file: otherEntries[place].name) && otherEntries[place].moment.step < first
        }
        guard let place = earlier.max(by: { otherEntries[$0].moment < otherEntries[$1].moment }) else { return nil }
        var held = otherEntries.remove(at: place)
        held.details["step"] = .number(JSONNumber(first - 1))
        return held
    }
}

extension BundleContents.EntryContent {
    /// When a picture was taken: the last one by its step, and then by its time, holds.
    var moment: (step: Int, time: Int) {
        (details["step"]?.int(in: FormatLimits.stepNumbers) ?? 0, details["t"]?.int(clampedTo: FormatLimits.times) ?? 0)
    }
}
