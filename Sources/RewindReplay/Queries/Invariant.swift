package import RewindFormat
import RewindValue

/// A condition that should hold after every step, and its name.
package struct Invariant: Sendable {
    /// The name.
    package var name: String
    /// The condition that should hold.
    package var condition: any Predicate
    /// The text of the condition.
    package var text: String

    /// An invariant, with the text from which its condition was made.
    package init(name: String, _ condition: any Predicate, text: String) {
        self.name = name
        self.condition = condition
        self.text = text
    }

    /// The invariants in a file: a name, a colon and an expression on each line; empty lines and lines that begin with `#` are ignored.
    ///
    /// - Parameter predicate: Makes the conditions; by default, only ``Expression`` is understood.
    /// - Throws: ``InvariantError`` for the first line that is not an invariant.
    package static func list(
        parsing text: String, predicate: (String) throws -> any Predicate = { try Expression(parsing: $0) }
    ) throws(InvariantError) -> [Invariant] {
        var invariants: [Invariant] = []
        for (number, line) in HandedText.lines(text).enumerated() {
            let line = line.trimmed
            if line.isEmpty || line.hasPrefix("#") { continue }
            func refused(_ reason: String) -> InvariantError { InvariantError(line: number + 1, reason: reason) }
            guard let colon = line.firstIndex(of: ":") else {
                throw refused("a line takes a name, a colon and an expression, as in 'cart is small: .cart.items | length < 100'")
            }
            let name = String(line[..<colon].trimmed)
            guard !name.isEmpty else { throw refused("there is no name before the colon") }
            do {
                let expression = String(line[line.index(after: colon)...].trimmed)
                try ConditionSlip.check(expression)
                invariants.append(Invariant(name: name, try predicate(expression), text: expression))
            } catch {
                throw refused("\(error)")
            }
        }
        return invariants
    }
}

/// Why a line of a file is not an invariant.
package struct InvariantError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line, counted from 1.
    package var line: Int
    /// What is wrong.
    package var reason: String

    /// The line, and what is wrong.
    package var description: String { "line \(line): \(reason)" }
}

/// The result of checking an invariant over a recording.
package struct InvariantResult: Sendable {
    /// The invariant.
    package var invariant: Invariant
    /// The steps that may first have broken the invariant: one, unless states between are unknown; `nil` if it held.
    package var broken: ClosedRange<Int>?
    /// The steps at which the expression had no value, each of which breaks the invariant.
    package var failures: FailedSteps
    /// Set if the expression reads something that no state contains and no type mentions: what was asked for and what there is.
    package var pathNotFound: String?
    /// Set if the expression asks for a type or a member that no action has but comes near to another: in this recording, that may be right.
    package var actionNotFound: ActionNotFound?
    /// The verdict.
    package var verdict: Verdict
    /// The store whose states were looked at.
    package var store: String
    /// The steps of that store whose state is unknown.
    package var unknown = UnknownSteps()

    /// That the expression is no condition, because it comes to something else than true, false or null; `nil` if it is one.
    package var noCondition: String? {
        failures.comesTo.map { "'\(invariant.name)' is no condition: at step \(failures.firstStep) it comes to \($0)" }
    }

    /// The verdict on an invariant.
    package enum Verdict: String, Sendable {
        /// The invariant held wherever the state is known.
        case holds
        /// Some state breaks the invariant.
        case broken
        /// No state is known, so nobody can tell.
        case unknown
    }
}

extension Timeline {
    /// Looks for the first state that breaks each invariant, in one pass over each store.
    ///
    /// Each invariant is checked in every store that can have what it reads, unless one is named; the results come in the order of the invariants.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package func check(
        _ invariants: [Invariant], store: String? = nil
    ) throws(RecordingError) -> (results: [InvariantResult], unknown: UnknownSteps) {
        var asked: [AskedStores] = []
        for invariant in invariants { asked.append(try storesAsked(by: [invariant.condition], named: store)) }
        var results: [[InvariantResult]] = invariants.map { _ in [] }
        var unknown = UnknownSteps()
        for store in store.map({ [$0] }) ?? storeNames {
            let indices = invariants.indices.filter { asked[$0].names.contains(store) }
            if indices.isEmpty { continue }
            let (those, unknownHere) = try check(indices.map { invariants[$0] }, of: store)
            unknown.add(unknownHere)
            for (index, var result) in zip(indices, those) {
                result.unknown = unknownHere
                result.pathNotFound = asked[index].sentence(result.pathNotFound)
                if let sentence = sentence(onUnrecordedIn: result.invariant.condition, of: asked[index]) {
                    (result.pathNotFound, result.verdict, result.broken) = (sentence, .unknown, nil)
                }
                results[index].append(result)
            }
        }
        return (results.flatMap { $0 }, unknown)
    }

    /// The same in one store.
    private func check(
        _ invariants: [Invariant], of store: String
    ) throws(RecordingError) -> (results: [InvariantResult], unknown: UnknownSteps) {
        let ofSteps = invariants.indices.filter { !invariants[$0].condition.words.isEmpty }
        if !ofSteps.isEmpty { return try check(invariants, ofSteps: Set(ofSteps), store: store) }
        let reads = invariants.map { $0.condition.reads }
        var walk = try StateWalk(self, store: store, places: reads.contains { $0 == nil } ? nil : reads.flatMap { $0 ?? [] })
        var conditions = invariants.map { Condition(Verdict(of: $0.condition)) }
        var broken: [ClosedRange<Int>?] = invariants.map { _ in nil }
        func look(at change: StateChange?, _ steps: ClosedRange<Int>) {
            for index in conditions.indices where broken[index] == nil {
                if conditions[index].look(at: change, in: walk.state, step: steps.upperBound), conditions[index].holds == false {
                    broken[index] = steps
                }
            }
        }
        look(at: nil, steps.lowerBound...steps.lowerBound)
        for index in conditions.indices { conditions[index].see(typesOf: self, store: walk.store) }
        while broken.contains(nil) || conditions.contains(where: { $0.hasUnseen }), let change = try walk.next(upTo: steps.upperBound) {
            look(at: change, change.steps)
            for index in conditions.indices where broken[index] != nil { conditions[index].see(walk.state) }
        }
        try walk.finish(at: steps.upperBound)
        let last = try conditions.contains { $0.hasUnseen } ? lastKnownState(at: steps.upperBound, store: walk.store) : nil
        for index in conditions.indices { conditions[index].see(last?.state) }
        let results = invariants.indices.map {
            InvariantResult(
                invariant: invariants[$0], broken: broken[$0], failures: conditions[$0].failures,
                pathNotFound: conditions[$0].pathNotFound(in: last?.state, of: store, step: last?.step ?? steps.upperBound, in: self),
                verdict: broken[$0] != nil ? .broken : conditions[$0].hasLooked ? .holds : .unknown, store: store)
        }
        return (results, walk.unknown)
    }

    /// The same where some invariants read more than the state, so that they are asked about every step.
    private func check(
        _ invariants: [Invariant], ofSteps: Set<Int>, store: String
    ) throws(RecordingError) -> (results: [InvariantResult], unknown: UnknownSteps) {
        let others = invariants.indices.filter { !ofSteps.contains($0) }
        var (rest, unknown) = try check(others.map { invariants[$0] }, of: store)
        var results: [Int: InvariantResult] = [:]
        for (index, result) in zip(others, rest) { results[index] = result }
        for index in ofSteps.sorted() {
            let (result, unknownSteps) = try check(invariants[index], store: store)
            results[index] = result
            if unknown.count == 0 { unknown = unknownSteps }
        }
        rest = invariants.indices.compactMap { results[$0] }
        return (rest, unknown)
    }

    private func check(
        _ invariant: Invariant, store: String
    ) throws(RecordingError) -> (result: InvariantResult, unknown: UnknownSteps) {
        var conditions = StepConditions(Verdict(of: invariant.condition), timeline: self, from: steps.lowerBound, store: store)
        var broken: ClosedRange<Int>?
        var unknownSince: Int?
        var unknown = UnknownSteps()
        try forEachStep(of: store, in: steps, withBeginning: invariant.condition.isKnownAtBeginning, lost: &unknown) {
            number, step throws(RecordingError) in
            let verdict = try conditions.verdict(at: number, step)
            if verdict == false { broken = (unknownSince ?? number)...number }
            unknownSince = verdict == nil ? unknownSince ?? number : nil
            return broken == nil
        }
        let result = InvariantResult(
            invariant: invariant, broken: broken, failures: conditions.report.failures,
            pathNotFound: try conditions.pathNotFound(upTo: steps.upperBound),
            actionNotFound: try conditions.actionNotFound(isOnlyNear: true),
            verdict: broken != nil ? .broken : conditions.hasLooked ? .holds : .unknown, store: store)
        unknown.add(conditions.report.unknown)
        return (result, unknown)
    }
}

/// A predicate of which nothing but true, false and null is taken for a verdict: whatever else it came to would hold at every step.
///
/// Of several values, as `.items[].count > 0` comes to, all have to be true: in an invariant, each says something that should hold.
private struct Verdict: Predicate {
    let predicate: any Predicate

    init(of predicate: any Predicate) { self.predicate = predicate }

    var reads: [JSONPointer]? { predicate.reads }
    var words: Set<StepWord> { predicate.words }
    var names: [String] { predicate.names }

    func readsOfAction(asMember: Bool) -> [JSONPointer] { predicate.readsOfAction(asMember: asMember) }
    func comparedTypes(asMember: Bool) -> [String] { predicate.comparedTypes(asMember: asMember) }
    func asks(forMember name: String) -> Bool { predicate.asks(forMember: name) }
    func results(in document: any Document) throws(Expression.Failure) -> [JSONValue] { try predicate.results(in: document) }

    func holds(in document: any Document) throws(Expression.Failure) -> Bool {
        var holds = true
        for value in try results(in: document) {
            switch value {
            case .null: holds = false
            case .bool(let isTrue): holds = holds && isTrue
            default: throw Expression.Failure(noVerdict: value)
            }
        }
        return holds
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    fileprivate var trimmed: SubSequence {
        let start = self[...].drop { $0.isWhitespace }
        return start[..<(start.lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start.startIndex)]
    }
}
