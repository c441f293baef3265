import RewindReplay
import RewindValue

extension StepRow {
    /// The step as a recording that is played shows it: its number, time and type, and what it changed in a few words.
    package var played: Line {
        var line = Line(DisplayWidth.aligned(String(step.number), to: 7) + "  ", mark == nil ? .plain : .alarm)
        line.add(step.time.map { "+" + TimeText.clock($0) + "  " } ?? "", .faint)
        line.add(step.type, mark == nil ? .name : .alarm)
        if let patch = step.patch, !patch.isEmpty { line = line + Line("  ") + PatchText(patch).summary() }
        if let mark { line.add("  " + mark, .alarm) }
        return line
    }
}
