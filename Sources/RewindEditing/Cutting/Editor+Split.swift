package import RewindFormat
import RewindReplay
import RewindSystem

extension Editor {
    /// Writes a recording for each run of steps between the given ones; the first part ends with the first of them.
    ///
    /// Each part is self-contained, as after ``trim(to:output:)``. A part begins earlier if the state at its border is unknown; then two
    /// parts share steps. ``Merge/merge(_:to:)`` joins the parts again.
    ///
    /// - Parameters:
    ///   - ends: the last step of each part except the last one, in any order.
    ///   - name: returns the path of a part for its number, from 1 on.
    /// - Throws: as ``trim(to:output:)``, or if all parts would be out of proportion to the file; parts that were already written are kept.
    package func split(after ends: [Int], name: (_ number: Int) -> String) throws(RecordingError) -> [TrimmedRecording] {
        let ranges = Self.ranges(of: timeline.steps, after: ends)
        for number in ranges.indices { try check(name(number + 1)) }
        var budget = OutputBudget(for: recording)
        var parts: [TrimmedRecording] = []
        for (index, range) in ranges.enumerated() {
            var part = try trim(to: range, output: name(index + 1))
            // Attachments that one part leaves out are in another.
            part.leftOut = []
            parts.append(part)
            try budget.spend(FileSystem.size(of: part.recording.path) ?? 0)
        }
        return parts
    }

    /// Splits a range of steps after the given steps.
    static func ranges(of whole: ClosedRange<Int>, after ends: [Int]) -> [ClosedRange<Int>] {
        var ranges: [ClosedRange<Int>] = []
        var first = whole.lowerBound
        for end in Set(ends).sorted() where end > whole.lowerBound && end < whole.upperBound {
            ranges.append(first...end)
            first = end + 1
        }
        ranges.append(first...whole.upperBound)
        return ranges
    }
}
