package import RewindFormat
package import RewindReplay

extension Blame {
    /// The lines for people: each with the step, the place, what is there, and where the action was sent from.
    package func rows(in timeline: Timeline) throws(RecordingError) -> [RewindRendering.Line] {
        typealias Line = RewindRendering.Line
        var rows: [Line] = []
        for line in lines {
            let name = Line(PatchText.name(line.place), .name) + Line(" = ") + ValueText.line(line.value, limit: 50)
            let known = line.steps.count == 1 ? line.culprit?.action?.site : nil
            let site = known.map { Line("  " + $0, .faint) } ?? Line()
            rows.append(try PlaceRow(line.steps, in: timeline, store: store).line(name + (try others(line, in: timeline)) + site))
        }
        if let remover {
            let words = Line(PatchText.name(place), .name) + Line("  something in it was removed or moved", .faint)
            rows.append(try PlaceRow(remover.number...remover.number, in: timeline, store: store).line(words))
        }
        return rows
    }

    /// `, or 31..60 (lost)`: the last steps that may have set the value as well.
    private func others(_ line: Blame.Line, in timeline: Timeline) throws(RecordingError) -> RewindRendering.Line {
        guard let steps = line.unknown.first else { return RewindRendering.Line() }
        var word = "unknown"
        if case .gap(let gap, _) = try timeline.noStep(at: steps.lowerBound), gap.upperBound >= steps.upperBound { word = "lost" }
        let others = line.unknown.count == 1 ? "" : ", or \(line.unknown.count - 1) more"
        let number = steps.count == 1 ? "\(steps.lowerBound)" : "\(steps.lowerBound)..\(steps.upperBound)"
        return RewindRendering.Line("  or \(number) (\(word))\(others)", .alarm)
    }
}
