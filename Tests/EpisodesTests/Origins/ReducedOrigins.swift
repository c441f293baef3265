import RewindReplay
import RewindValue

/// Tells from what a step got a value by reducing the step again, in this process.
struct ReducedOrigins: ValueOrigins {
    /// How many parts are named.
    private static let limit = 12
    private var interventions: Interventions
    private var reducer: AppReducer
    /// How many more values are asked about.
    private var left: Int

    init(_ recorded: RecordedPlant, values: Int = .max) {
        left = values
        interventions = Interventions(in: recorded.timeline, of: recorded.timeline.mainStore)
        reducer = recorded.plant.reducer
    }

    mutating func sources(of written: WrittenValue) throws(QuestionError) -> FoundSources {
        var found = FoundSources()
        if left == 0 {
            found.end = .limit
            return found
        }
        left -= 1
        guard let answer = try? interventions.dependencies(of: written.place, after: written.step, by: &reducer) else { return found }
        // What has a part in it that is found as well says less.
        let parts = answer.parts.filter { part in !answer.parts.contains { $0.source != part.source && part.source.contains($0.source) } }
        for kind in Dependency.Kind.allCases {
            for part in parts where part.kind == kind {
                guard found.sources.count < Self.limit, let value = part.value else {
                    found.left += 1
                    continue
                }
                found.sources.append(ValueSource(part.source.isAction ? .action : .state, part.source.place, value, .because))
            }
        }
        if found.sources.isEmpty { found.end = .made }
        return found
    }
}

extension Dependency.Source {
    /// Whether another part is in this one.
    fileprivate func contains(_ other: Dependency.Source) -> Bool { isAction == other.isAction && place.isPrefix(of: other.place) }
}
