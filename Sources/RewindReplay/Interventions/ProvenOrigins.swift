import RewindFormat
import RewindValue

/// Finds what a step got a value from by having the app's reducer make it of other values, and where that is not possible by equality.
package struct ProvenOrigins<Reducer: RecordedReducer>: ValueOrigins {
    package private(set) var reducer: Reducer
    /// Why the reducer could not be asked; then the rest was found by equality.
    package private(set) var failure: (any Error)?
    private let timeline: Timeline
    private let budget: InterventionBudget
    private var asked: [String: Interventions] = [:]
    private let equal = EqualOrigins()
    /// Whether the reducer has a store.
    private let has: (inout Reducer, String) -> Bool

    /// How many parts of which a value is computed are named and followed each; more of one array are told as one, and not followed.
    private static var followedLimit: Int { 8 }

    /// - Parameters:
    ///   - budget: how much may be tried for one value.
    ///   - has: whether the reducer has a store.
    package init(
        in timeline: Timeline, by reducer: Reducer, budget: InterventionBudget = InterventionBudget(),
        where has: @escaping (inout Reducer, String) -> Bool = { _, _ in true }
    ) {
        (self.timeline, self.reducer, self.budget, self.has) = (timeline, reducer, budget, has)
    }

    package mutating func sources(of written: WrittenValue) throws(QuestionError) -> FoundSources {
        guard failure == nil, has(&reducer, written.store) else { return equal.sources(of: written) }
        var interventions = asked.removeValue(forKey: written.store) ?? Interventions(in: timeline, of: written.store, budget: budget)
        defer { asked[written.store] = interventions }
        let dependencies: Dependencies
        do { dependencies = try interventions.dependencies(of: written.place, after: written.step, by: &reducer) } catch {
            if let error = error as? RecordingError { throw .recording(error) }
            failure = error
            return equal.sources(of: written)
        }
        guard let found = FoundSources(proven: dependencies, followed: Self.followedLimit) else {
            var found = equal.sources(of: written)
            found.dependencies = dependencies
            return found
        }
        return found
    }
}

extension FoundSources {
    /// The parts that the reducer proves to matter; `nil` if it proves nothing.
    ///
    /// - Parameter followed: how many parts of which the value is computed are followed.
    init?(proven dependencies: Dependencies, followed: Int) {
        self.init()
        guard dependencies.refusal == nil else { return nil }
        let isShort = dependencies.parts.count <= followed && dependencies.alike.isEmpty
        let folded = isShort ? dependencies.parts.map { Dependencies.Folded(first: $0, proven: 1) } : dependencies.folded
        let kinds: [Dependency.Kind] = [.copied, .computed, .decides, .survives]
        let rows = kinds.flatMap { kind in folded.filter { $0.first.kind == kind } }
        if rows.isEmpty, dependencies.together.isEmpty {
            guard dependencies.isComplete, dependencies.unjudged.isEmpty else { return nil }
            end = .constant
        }
        let copies = rows.filter { $0.first.kind == .copied && $0.fold == nil }
        let computed = rows.filter { $0.first.kind == .computed && $0.fold == nil }
        let leads = !copies.isEmpty ? copies : computed.count <= followed ? computed : []
        for row in rows {
            let part = row.first
            var source = ValueSource(part.source.isAction ? .action : .state, part.source.place, part.value ?? .null, .because)
            source.proof = WhyLink.Proof(part, row.fold)
            source.isFollowed = part.value != nil && leads.contains(row)
            sources.append(source)
        }
        self.dependencies = dependencies
    }
}
