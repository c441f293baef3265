import RewindArchive
import RewindEditing
import RewindRendering

extension Checkup {
    /// For people: a line for each finding, the advice once after the last finding that it applies to, and the totals.
    var lines: [Line] {
        var lines: [Line] = []
        for (index, finding) in findings.enumerated() {
            let ink: Line.Ink =
                switch finding.severity {
                case .error: .alarm
                case .warning: .changed
                case .note: .faint
                }
            let place = [finding.entry, finding.step.map { "step \($0)" }].compactMap { $0 }.joined(separator: ", ")
            var line = Line(DisplayWidth.padded(finding.severity.rawValue, to: 8), ink)
            if !place.isEmpty { line.add(place + ": ", .name) }
            line.add(finding.message)
            lines.append(line.hanging(8))
            if let advice = finding.advice, findings.dropFirst(index + 1).first?.advice != advice {
                lines.append(Line(DisplayWidth.padded("", to: 8) + advice, .faint).hanging(8))
            }
        }
        lines.append(Line(sum))
        return lines
    }

    private var sum: String {
        let (errors, warnings) = (count(of: .error), count(of: .warning))
        if errors + warnings == 0 { return "nothing is wrong" }
        func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
        return counted(errors, "error") + ", " + counted(warnings, "warning")
    }
}
