import RewindFormat
import RewindRendering
import RewindReplay

/// What a recording did that no healthy session of the project had done, as its rules tell that were learned from those.
enum NeverBefore {
    /// At most three lines, the first break first; none if the project's file names no rules, or none is broken.
    ///
    /// Rules that can't be used are named, since they are no part of the question.
    static func lines(in timeline: Timeline) -> [Line] {
        guard let file = ProjectFile.nearest else { return [] }
        do {
            guard let path = try file.rules() else { return [] }
            let text = try TextInput.read(path)
            let rules = try Invariant.list(parsing: text, predicate: WrittenCondition.predicate)
            return try BrokenRulesQuestion(rules, limit: 3).answer(in: timeline).rows.neverBefore
        } catch {
            Diagnostics.say("the rules that \(file.path) names are not used: \(error)")
            return []
        }
    }
}
