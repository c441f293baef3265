import RewindFormat
package import RewindRendering
package import RewindReplay
import RewindValue

/// Draws the debugger's answers as lines.
package struct DebuggerLines {
    package let timeline: Timeline
    /// The command that shows a folded value in full; `nil` if values are not folded.
    private let whole: String?
    private let source: SourceExcerpt.Finder

    /// Creates a drawing of answers about a timeline.
    ///
    /// - Parameters:
    ///   - whole: the command that shows a folded value in full; by default nothing is folded.
    ///   - source: finds the app's source.
    package init(timeline: Timeline, foldedWith whole: String? = nil, source: @escaping SourceExcerpt.Finder = { _ in nil }) {
        (self.timeline, self.whole, self.source) = (timeline, whole, source)
    }

    package func lines(_ answer: Debugger.Answer) -> [Line] {
        switch answer {
        case .position(let number, let step): position(number, step)
        case .asked(let reading): reading.lines(drawing)
        case .stopped(let number, let step, let breakpoints): breakpoints.map(Self.stop) + position(number, step)
        case .breakpoint(let breakpoint, let remark): [Self.row(breakpoint)] + (remark.map { [Line($0.sentence, .alarm).hanging(0)] } ?? [])
        case .breakpoints(let breakpoints, let deleted):
            deleted > 0
                ? [Line("\(deleted) breakpoint\(deleted == 1 ? "" : "s") deleted", .faint)] + breakpoints.map(Self.row)
                : breakpoints.isEmpty ? [Line("no breakpoint is set", .faint)] : breakpoints.map(Self.row)
        case .displaying(let answer, let shown): lines(answer) + shown.map(Self.row)
        case .displays(let shown): shown.isEmpty ? [Line("nothing is displayed", .faint)] : shown.map(Self.row)
        case .checkpoints(let checkpoints):
            checkpoints.isEmpty
                ? [Line("there are no checkpoints", .faint)]
                : checkpoints.map { (Line("checkpoint \($0.number)  ", .faint) + Line("step \($0.step)")).about($0.step) }
        case .marks(let marks):
            marks.isEmpty
                ? [Line("no step has a name", .faint)]
                : marks.map { (Line(":\($0.name)  ", .strong) + Line("step \($0.step)")).about($0.step) }
        case .causes(let steps): steps.map(cause)
        case .help(let command?, _): CommandHelp.lines(of: command)
        case .help(nil, let words): words.lines + [Line("'help break' says what a PLACE is, and an EXPR", .faint)]
        case .done(let sentence, let answer): [Line(sentence, .strong).hanging(0)] + lines(answer)
        case .remarked(let answer, let remark): lines(answer) + [Line(remark.sentence, .alarm).hanging(0)]
        case .problem(let message, let remarks): [Line(message + remarks.map { $0.continuation }.joined(), .alarm).hanging(0)]
        case .unreadable(let error): [Line("\(error)", .alarm)]
        case .quit: []
        }
    }

    private var drawing: Drawing {
        var drawing = Drawing(of: timeline, foldedWith: whole)
        drawing.source = source
        return drawing
    }

    private func position(_ number: Int, _ step: Step?) -> [Line] {
        guard let step else {
            do throws(RecordingError) {
                let noStep = try timeline.noStep(at: number)
                return noStep.map { [StepRow.noStep(NoStepText(number: number, noStep: $0))] } ?? []
            } catch {
                return [Line("\(error)", .alarm)]
            }
        }
        let row = StepRow(step, ending: timeline.recording.manifest.ending, isCurrent: true)
        var lines = [row.line.leaving(StepRow.columnsBeside(in: timeline))]
        if let sentence = step.outcomeSentence { lines.append(Line("           " + sentence, .faint).hanging(11)) }
        let texts = (try? timeline.textsBefore(step, longerThan: 60)) ?? [:]
        let changes = step.patch.map { PatchText($0).lines(valueLimit: 60, after: texts) } ?? []
        lines += changes.prefix(8).map { (Line("           ") + $0).hanging(13) }
        if changes.count > 8 { lines.append(Line("           \(changes.count - 8) more; 'diff' shows all", .faint)) }
        return lines
    }

    private static func row(_ breakpoint: Breakpoint) -> Line {
        Line("\(breakpoint.isTemporary ? "temporary " : "")breakpoint \(breakpoint.number)  ", .faint) + Line("\(breakpoint)", .name)
    }

    /// The row of a displayed part.
    package static func row(_ shown: Debugger.Shown) -> Line {
        Line("  \(shown.display.number): ", .faint)
            + Line(shown.display.place.map(PatchText.name) ?? "\(shown.display.expression.map { "\($0)" } ?? "")", .name) + Line(" = ")
            + (shown.unknown.map { Line("unknown: \($0.reason)", .alarm) } ?? ValueText.line(shown.value, limit: 60))
    }

    package static func stop(_ breakpoint: Breakpoint) -> Line {
        Line(breakpoint.number > 0 ? "stopped by breakpoint \(breakpoint.number), \(breakpoint)" : "\(breakpoint)", .faint)
    }

    private func cause(_ step: Step) -> Line { RowStep(step.number...step.number, step).line(Line(step.site ?? "", .faint)) }
}
