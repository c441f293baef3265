package import RewindFormat
import RewindValue

/// A condition that should hold after every step, and its name.
package struct Invariant: Sendable {
    package var name: String
    /// The condition that should hold.
    package var condition: Predicate
    /// What the line above it in a file says behind its `#`: of a learned rule, what supports it.
    package var comment: String?

    package init(name: String, _ condition: Predicate) {
        self.name = name
        self.condition = condition
    }

    #if !hasFeature(Embedded)
        /// The invariants in a file: a name, a colon and an expression on each line; empty lines and lines that begin with `#` are ignored.
        ///
        /// - Parameter predicate: Parses the conditions; by default, only ``Expression`` is understood.
        /// - Throws: ``InvariantError`` for the first line that is not an invariant.
        package static func list(
            parsing text: String, predicate: (String) throws -> Predicate = { try Predicate(parsing: $0) }
        ) throws(InvariantError) -> [Invariant] {
            var invariants: [Invariant] = []
            var comment: String?
            for (number, line) in UserText.lines(text).enumerated() {
                let line = line.trimmed
                if line.isEmpty || line.hasPrefix("#") {
                    comment = line.isEmpty ? nil : String(line.dropFirst().trimmed)
                    continue
                }
                func invalidLine(_ reason: String) -> InvariantError { InvariantError(line: number + 1, reason: reason) }
                guard let colon = line.firstIndex(of: ":") else {
                    throw invalidLine("a line takes a name, a colon and an expression, as in 'cart is small: .cart.items | length < 100'")
                }
                let name = String(line[..<colon].trimmed)
                guard !name.isEmpty else { throw invalidLine("there is no name before the colon") }
                let expression = String(line[line.index(after: colon)...].trimmed)
                guard !expression.isEmpty else { throw invalidLine("there is no expression behind the colon") }
                do {
                    var invariant = Invariant(name: name, try predicate(expression))
                    invariant.comment = comment.take()
                    invariants.append(invariant)
                } catch {
                    throw invalidLine("\(error)")
                }
            }
            return invariants
        }
    #endif
}

/// Why a line of a file is not an invariant.
package struct InvariantError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line, counted from 1.
    package var line: Int
    package var reason: String

    /// The line, and what is wrong.
    package var description: String { "line \(line): \(reason)" }
}

/// The result of checking an invariant over a recording.
package struct InvariantResult: Sendable {
    package var invariant: Invariant
    /// The steps that may first have broken the invariant: one, unless states between are unknown; `nil` if it held.
    package var broken: ClosedRange<Int>?
    /// The steps at which the expression had no value, each of which breaks the invariant.
    package var failures: FailedSteps
    /// Set if the expression asks for something that no state has.
    package var unmatchedReference: UnmatchedReference?
    package var verdict: Verdict
    /// The store whose states were examined.
    package var store: String
    /// The steps of that store whose state is unknown.
    package var unknown = UnknownSteps()

    /// Where it compares values of two kinds.
    var typeMismatches: [Remark] = []

    /// Whether the expression is a condition: its value is always true, false or null.
    package var isCondition: Bool { failures.nonConditionKind == nil }

    /// Remarks on the result, besides the unknown states.
    package var remarks: [Remark] {
        var remarks = typeMismatches
        if let unmatchedReference { remarks.append(.invariantAsksFor(unmatchedReference, name: invariant.name)) }
        if let kind = failures.nonConditionKind { remarks.append(.noCondition(kind, name: invariant.name, step: failures.firstStep)) }
        return remarks
    }

    /// Whether it asks for something that no state has, so that its verdict means nothing.
    package var hasUnmatchedReference: Bool { unmatchedReference != nil }

    package enum Verdict: String, Sendable {
        /// The invariant held wherever the state is known.
        case holds
        /// Some state breaks the invariant.
        case broken
        /// No state is known, so the answer is unknown.
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
        var asked: [SearchedStores] = []
        for invariant in invariants { asked.append(try storesToSearch(for: [invariant.condition], named: store)) }
        var results: [[InvariantResult]] = invariants.map { _ in [] }
        var unknown = UnknownSteps()
        for store in store.map({ [$0] }) ?? storeNames {
            let indices = invariants.indices.filter { asked[$0].names.contains(store) }
            if indices.isEmpty { continue }
            // Predicates that read only the state are asked where it changed, the others at each step.
            let ofStates = indices.filter { invariants[$0].condition.words.isEmpty }
            let ofSteps = indices.filter { !invariants[$0].condition.words.isEmpty }
            var (those, unknownHere) = try check(ofStates.map { invariants[$0] }, of: store, isByStep: false)
            if !ofSteps.isEmpty {
                let (others, unknownSteps) = try check(ofSteps.map { invariants[$0] }, of: store, isByStep: true)
                those += others
                if unknownHere.count == 0 { unknownHere = unknownSteps }
            }
            unknown.add(unknownHere)
            for (index, var result) in zip(ofStates + ofSteps, those) {
                result.unknown = unknownHere
                if let sentence = sentence(onUnrecordedIn: result.invariant.condition, of: asked[index]) {
                    (result.unmatchedReference, result.verdict, result.broken) = (.unrecorded(sentence), .unknown, nil)
                } else if result.verdict != .unknown {
                    result.unmatchedReference = try unmatchedReference(
                        of: result.invariant.condition, in: SearchedStores(names: [store], isNowhere: asked[index].isNowhere))
                }
                results[index].append(result)
            }
        }
        return (results.flatMap { $0 }, unknown)
    }

    /// The same in one store.
    private func check(
        _ invariants: [Invariant], of store: String, isByStep: Bool
    ) throws(RecordingError) -> (results: [InvariantResult], unknown: UnknownSteps) {
        var pass = try PredicatePass(invariants.map { $0.condition.forChecking }, over: self, store: store, in: steps, isByStep: isByStep)
        var broken: [ClosedRange<Int>?] = invariants.map { _ in nil }
        while try pass.next(upTo: steps.upperBound) != nil {
            for index in invariants.indices where broken[index] == nil && pass.findings[index].holds == false {
                broken[index] = pass.findings[index].steps
                pass.stopEvaluating(predicateAt: index)
            }
        }
        try pass.finish(at: steps.upperBound)
        let results = invariants.indices.map { index in
            let finding = pass.findings[index]
            return InvariantResult(
                invariant: invariants[index], broken: broken[index], failures: finding.failures,
                verdict: broken[index] != nil ? .broken : finding.examinedAnyState ? .holds : .unknown, store: store,
                typeMismatches: finding.remarks)
        }
        return (results, pass.unknown)
    }
}
