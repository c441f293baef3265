import RewindValue

extension FoundRules {
    /// Adds which actions are answered, and which never come after another one.
    mutating func addRulesOfSequels() {
        var sequels = learner.sequels
        sequels.end()
        for type in sequels.answers.indices { addAnswer(to: type, sequels.answers[type]) }
        if sequels.isOrderTelling { for type in sequels.came.indices { addEnd(of: type, sequels) } }
    }

    /// The numbers of steps within which an answer is expected, of which one is twice as many as were ever needed: another user does more while
    /// the app waits.
    private static let waits = [20, 50]

    private mutating func addAnswer(to type: Int, _ answers: SequelCandidates.Answers) {
        guard (1...3).contains(answers.types.count), answers.missing * 10 <= answers.evidence.chances, isConvincing(answers.evidence),
            let steps = Self.waits.first(where: { $0 >= 2 * answers.within })
        else { return }
        let names = answers.types.map { typeName($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        // If only one ever came, and others of its kind never did, those may be the answer when something fails.
        if names.count == 1, incomplete.contains(Self.beginning(of: names[0])) { return }
        let asked = Self.last(typeName(type))
        add(
            .answer, [], type: type, "after \(typeName(type)) comes \(names.joined(separator: " or ")) within \(steps) steps",
            answers.evidence,
            (["\(asked) == null", "$step - \(asked) < \(steps)"] + names.map { "\(Self.last($0)) > \(asked)" }).joined(separator: " or "))
    }

    /// Adds that an action that comes once never comes after another one: the one that most recordings have besides it.
    private mutating func addEnd(of type: Int, _ sequels: SequelCandidates) {
        guard learner.effects.types[type].count == sequels.recordings[type] else { return }
        var best: (type: Int, together: Int)?
        for other in sequels.came.indices where other != type && !sequels.came[other][type] {
            let together = sequels.together[type][other]
            if together > best?.together ?? 0 { best = (other, together) }
        }
        // In each recording, they might have come in the other order; and any of the pairs could have been the one.
        guard let best, Double(best.together) >= Evidence.bits(100) + 2 * Evidence.bits(Double(sequels.came.count)) else { return }
        var evidence = Evidence()
        for recording in 0..<best.together { evidence.note(0, in: recording) }
        let (name, other) = (typeName(type), typeName(best.type))
        add(
            .end, [], type: type, "\(name) never comes after \(other)", evidence, certainty: Double(best.together),
            "$type != \(JSONValue.string(name).jsonText) or \(Self.last(other)) == null")
    }

    private func typeName(_ type: Int) -> String { learner.effects.types[type].name }

    /// The number of the last step of a type, as an expression.
    private static func last(_ type: String) -> String { Expression.Path([.key(type)], of: .last).description }
}
