import RewindFormat
import RewindReplay

/// What a recording did that no healthy session of the project had done, as its rules tell that were learned from those.
enum NeverBefore {
    /// The rules that the project's file names; none if it names none.
    ///
    /// Rules that can't be used are named, since they are no part of the question.
    static var rules: [Invariant] {
        guard let file = ProjectFile.nearest else { return [] }
        do { return try file.rules().map(rules(in:)) ?? [] } catch {
            Diagnostics.sayOnce("the rules that \(file.path) names are not used: \(error)")
            return []
        }
    }

    /// The rules in a file.
    static func rules(in path: String) throws -> [Invariant] {
        try Invariant.list(parsing: try TextInput.read(path), predicate: WrittenCondition.predicate)
    }

    /// The rules that a recording breaks, three at most, the first break first.
    ///
    /// Where its texts are hidden, or will be, rules that name a text or a long number are left out: they may be broken there by chance, and
    /// would tell what is hidden.
    static func broken(
        _ rules: [Invariant] = rules, in timeline: Timeline, isMasked: Bool = false, limit: Int = 3
    ) -> [BrokenRulesQuestion.Row] {
        let hides = isMasked || timeline.recording.manifest.hidesTexts
        let rules = hides ? rules.filter { !$0.condition.namesContents } : rules
        if rules.isEmpty { return [] }
        do { return try BrokenRulesQuestion(rules, limit: limit).answer(in: timeline).rows } catch {
            Diagnostics.sayOnce("the rules of healthy sessions are not checked: \(error)")
            return []
        }
    }
}
