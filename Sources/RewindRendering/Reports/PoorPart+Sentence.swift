import RewindFormat
package import RewindReplay

extension PoorPart {
    /// Says that a part contains hardly anything, and which part would contain more.
    ///
    /// - Parameter marks: the names of the recording's marks.
    package func sentence(marks: [String]) -> String {
        let words = steps.map { "step \($0.number), \($0.type)" }.joined(separator: "; ")
        let age = steps.first?.age.flatMap { $0 > length ? $0 : nil }
        let what =
            age.map {
                "nothing happened in the last \(TimeText.duration(length)): \(words), came \(TimeText.duration($0)) before the end, and is all"
            }
            ?? "the last \(TimeText.duration(length)) have only \(words)"
        let earlier = before.map { "; the step before came \(TimeText.duration($0)) before the end" } ?? ""
        let mark = marks.last.map { "around :\($0)" } ?? "a longer part"
        return "\(what)\(earlier): perhaps \(mark) tells more"
    }
}
