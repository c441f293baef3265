package import RewindFormat
package import RewindReplay

extension Blame.Line {
    /// The line for people: the step, the place, what is there, and where the action was sent from.
    package func row(in timeline: Timeline) throws(RecordingError) -> RewindRendering.Line {
        typealias Line = RewindRendering.Line
        let name = Line(PatchText.name(place), .name) + Line(" = ") + ValueText.line(value, limit: 50)
        let site = culprit?.action?.site.map { Line("  " + $0, .faint) } ?? Line()
        return try PlaceRow(steps, in: timeline, store: culprit?.store ?? "").line(name + site)
    }
}
