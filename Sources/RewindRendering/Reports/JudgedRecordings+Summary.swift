import RewindReplay

extension JudgedRecordings {
    /// The most recordings that a summary names.
    private static let namedLimit = 12

    /// What is wrong, for a terminal: a line for each recording that is, up to twelve, and one line for all.
    ///
    /// If a rule asks every recording for something that is not there, that is put right first, so no recording is named.
    ///
    /// - Parameters:
    ///   - rules: how many rules there are; `nil` for a question without any.
    ///   - isListed: whether all rows have been printed already.
    package func summary(rules: Int? = nil, isListed: Bool = false) -> [Line] {
        if judgedCount == 0 { return [] }
        let wrong = recordings.filter { !$0.problems(blaming: .recording).isEmpty }
        let isMistaken = mistakes.contains { $0.count == judgedCount }
        let named = isListed || isMistaken ? [] : named(of: wrong)
        let width = min(40, named.map { DisplayWidth.of(TerminalText.escaped($0.name)) }.max() ?? 0)
        let rest = isListed ? [] : ["--all lists \(wrong.isEmpty ? "them" : "the rest")"]
        let sum = (clauses(on: wrong, rules: rules) + rest).joined(separator: "; ")
        return named.map { $0.line.labelled($0.name, width: width) } + [Line(sum)]
    }

    private var judgedCount: Int { recordings.count - unread }

    /// The rules that can't be checked, each with the number of recordings of which that is so.
    private var mistakes: [(rule: String, count: Int)] {
        var counts: [(rule: String, count: Int)] = []
        for recording in recordings {
            for rule in Set(recording.problems(blaming: .question).map { $0.group }) {
                if let index = counts.firstIndex(where: { $0.rule == rule }) {
                    counts[index].count += 1
                } else {
                    counts.append((rule, 1))
                }
            }
        }
        return counts
    }

    /// The recordings to name: of each kind of problem the first, and as many others as there is room for.
    private func named(of wrong: [Judged]) -> [Judged] {
        var kinds: Set<String> = []
        let firsts = wrong.indices.filter { index in
            wrong[index].problems(blaming: .recording).reduce(false) { kinds.insert($1.kind + " " + $1.group).inserted || $0 }
        }
        let places = (firsts + wrong.indices.filter { !firsts.contains($0) }).prefix(Self.namedLimit)
        return places.sorted().map { wrong[$0] }
    }

    private func clauses(on wrong: [Judged], rules: Int?) -> [String] {
        let some = "\(wrong.count) of \(judgedCount) recordings"
        let isOne = wrong.count == 1
        var clauses: [String] = []
        if let rules {
            let broken = Set(wrong.flatMap { $0.problems(blaming: .recording).map { $0.group } }).count
            if !mistakes.isEmpty { clauses.append("\(mistakes.count) of \(rules) rules can't be checked") }
            if !wrong.isEmpty {
                clauses.append("\(some) \(isOne ? "breaks" : "break") \(broken) of \(rules) rules")
            } else if mistakes.count < rules {
                clauses.append("all \(judgedCount) recordings keep the \(mistakes.isEmpty ? "rules" : "others")")
            }
        } else {
            let words = isOne ? isWrong.one : isWrong.several
            clauses.append(wrong.isEmpty ? "none of \(judgedCount) recordings \(isWrong.one)" : "\(some) \(words)")
        }
        let undecided = recordings.count { !$0.problems(blaming: .nothing).isEmpty }
        if undecided > 0 { clauses.append("in \(undecided), no state is known") }
        let known = recordings.reduce(0) { $0 + $1.problems.count { $0.isKnown } }
        if known > 0 { clauses.append("\(known) known \(known == 1 ? "problem is" : "problems are") not counted") }
        return clauses
    }
}

extension JudgedRecordings.Judged {
    /// The problems that are not known, of a kind.
    fileprivate func problems(blaming blame: JudgedRecordings.Problem.Blame) -> [JudgedRecordings.Problem] {
        problems.filter { !$0.isKnown && $0.blame == blame }
    }

    /// What is wrong with it, in a line.
    fileprivate var line: Line {
        let problems = problems(blaming: .recording)
        guard let first = problems.first else { return Line("") }
        let more = problems.count - 1
        return Line(first.sentence + (first.place.map { ": \($0)" } ?? "") + (more > 0 ? ", and \(more) more" : ""))
    }
}
