package import RewindFormat
package import RewindValue

/// A selection of steps: those that meet every condition that is set.
package struct StepFilter: Sendable {
    /// Patterns for the action's type.
    package var types: [TypeGlob] = []
    /// Texts, each of which must occur in the type, or in the JSON of the action or of the patch.
    package var texts: [String] = []
    /// Places; the step must change something at or below one of them.
    package var places: [JSONPointer] = []
    /// A condition on the state after the step, and on the words of ``StepWord``.
    package var condition: Predicate?
    /// Whether steps that changed nothing are left out.
    package var hidesUnchanged = false
    /// Whether only steps with an error are accepted.
    package var isOnlyErrors = false
    /// The only store whose steps are accepted; `nil` for all.
    package var store: String?

    /// A filter that accepts every step.
    package init() {}

    /// Whether an item that is not a step is accepted too: if it may be what is looked for.
    func wants(_ item: Timeline.Item) -> Bool {
        switch item {
        case .step: return false
        case .gap: return isPlain || isOnlyErrors
        case .mark(let mark): return asksNothingOfActions && texts.allSatisfy { mark.name.contains($0) }
        case .log(let log): return asksNothingOfActions && texts.allSatisfy { log.message.contains($0) }
        case .effect(let effect):
            return asksNothingOfActions && (store == nil || effect.begin.map { $0.store == store } ?? true)
                && texts.allSatisfy { effect.name.contains($0) }
        case .swallowed(let action):
            guard store == nil || action.store == store, !isOnlyErrors, !hidesUnchanged, places.isEmpty, condition == nil else {
                return false
            }
            return types.accept(action.type)
                && texts.allSatisfy { action.type.contains($0) || action.action?.jsonText.contains($0) == true }
        }
    }

    /// Whether an item that is neither a step nor an action can match.
    private var asksNothingOfActions: Bool { types.isEmpty && places.isEmpty && condition == nil && !isOnlyErrors && !hidesUnchanged }

    /// Whether every step is accepted, whatever its action, in the chosen stores.
    package var acceptsEveryStep: Bool { isPlain && !hidesUnchanged && !isOnlyErrors }

    /// Whether the filter asks for nothing of an action.
    private var isPlain: Bool { types.isEmpty && texts.isEmpty && places.isEmpty && condition == nil }

    /// Whether lost steps might match, but are not shown themselves.
    fileprivate var asksOfActions: Bool { !(types.isEmpty && texts.isEmpty && places.isEmpty && condition == nil) }

    /// Whether a step matches, as far as this is known without the state.
    func wants(_ step: Step) -> Bool { wants(step, texts: texts) }

    /// Whether a step that does not match might match if it had written one of the texts, which is unknown.
    func mayWant(_ step: Step) -> Bool {
        if texts.isEmpty || step.patch != nil || step.outcome == .keyframe { return false }
        return !wants(step) && wants(step, texts: [])
    }

    private func wants(_ step: Step, texts: [String]) -> Bool {
        if let store, step.store != store { return false }
        if isOnlyErrors, !step.isError { return false }
        if hidesUnchanged, case .changed(let patch) = step.outcome, patch.isEmpty { return false }
        if !types.isEmpty, !types.accept(step.type) { return false }
        return texts.allSatisfy { text in
            step.type.contains(text) || step.action?.jsonText.contains(text) == true
                || step.patch?.json.jsonText.contains(text) == true
        }
    }
}

extension Step {
    /// Whether something went wrong at the step: the reducer threw, the process ended, or the state is not available.
    package var isError: Bool {
        switch outcome {
        case .failed, .unencodable, .underWay, .lost: true
        case .changed, .keyframe, .merged, .notCaptured, .pending: false
        }
    }
}

/// What a filter left out because it could not decide.
package struct FilterReport: Sendable, Equatable {
    /// Steps that may match, but whose state is unknown and is needed by the condition or by one of the places.
    package var unknown = UnknownSteps()
    /// Steps at which the condition had no value.
    package var failures = FailedSteps()
    /// Set if the condition asks for something that nothing in the recording has.
    package var unmatchedReference: UnmatchedReference?
    /// Where the condition compares values of two kinds.
    var typeMismatches: [Remark] = []

    /// Remarks on a list that is not empty.
    package var remarks: [Remark] { remarksOnNothing + (unmatchedReference.map { [.absent($0, from: nil)] } ?? []) }

    /// Remarks that precede the message that no step matches.
    package var remarksOnNothing: [Remark] { typeMismatches + [Remark](unknown: unknown, failures: failures) }
}

extension Timeline {
    /// Reads the steps that a filter accepts in order, one segment at a time.
    ///
    /// States are computed only where the filter's condition reads them, or where a patch may have changed one of its places.
    ///
    /// - Throws: `RecordingError` if a segment can't be read, or as `body` does.
    @discardableResult
    package func forEach(
        in range: ClosedRange<Int>? = nil, matching filter: StepFilter, withLogs: Bool = false, withEffects: Bool = false,
        _ body: (Item) throws(RecordingError) -> Void
    ) throws(RecordingError) -> FilterReport {
        var condition = filter.condition.map { StepCondition($0, over: self, in: range ?? steps, store: filter.store) }
        var changes = filter.places.isEmpty ? nil : PlaceChanges(of: filter.places, in: range ?? steps, of: self)
        var unreported = UnknownSteps()
        func examine(at item: Item) throws(RecordingError) {
            guard case .step(let step) = item else {
                if filter.wants(item) {
                    try body(item)
                } else if case .gap(let gap, _) = item, filter.asksOfActions {
                    try add(gap, of: filter.store, keepsLast: changes == nil, to: &unreported)
                }
                return
            }
            let isWanted = filter.wants(step)
            guard isWanted || filter.mayWant(step) else { return }
            let hasChanged = changes == nil ? true : try changes?.changed(at: step)
            if hasChanged == false { return }
            guard isWanted, hasChanged == true else {
                if condition == nil { try add(step, to: &unreported) }
                return
            }
            if try condition?.holds(at: step) != false { try body(item) }
        }
        if let numbers = keptSteps(for: filter, in: range ?? steps) {
            for number in numbers { if let step = try step(at: number) { try examine(at: .step(step)) } }
        } else {
            let choices = filter.places.isEmpty ? nil : choices(changing: filter.places, store: filter.store, in: range ?? steps)
            let isWanted = { position in choices?.contains { $0.isWanted[position] } ?? true }
            try forEachItem(in: range ?? steps, withLogs: withLogs, withEffects: withEffects, isWanted: isWanted, examine)
        }
        var report = try condition?.report() ?? FilterReport()
        report.unknown.add(unreported)
        return report
    }

    /// Adds a step that may or may not match.
    private func add(_ step: Step, to unknown: inout UnknownSteps) throws(RecordingError) {
        guard unknown.count == 0 else { return unknown.add(step.number...step.number, .lost(step: step.number)) }
        for number in [step.number, max(step.number - 1, steps.lowerBound)] {
            guard case .unknown(let state) = try state(at: number, store: step.store) else { continue }
            return unknown.add(number...number, state.reason)
        }
    }

    /// Adds the steps of a gap; the last one only if its state is unknown too, or its action is asked for.
    package func add(
        _ gap: ClosedRange<Int>, of store: String?, keepsLast: Bool = true, to unknown: inout UnknownSteps
    ) throws(RecordingError) {
        guard case .unknown(let state) = try state(at: gap.lowerBound, store: store ?? mainStore) else { return }
        var last = gap.upperBound
        if !keepsLast, gap.count > 1, case .known = try self.state(at: last, store: store ?? mainStore) { last -= 1 }
        unknown.add(gap.lowerBound...last, state.reason)
    }

    /// The segments in which some places may have changed, for each selected store; `nil` if they are unknown.
    private func choices(changing places: [JSONPointer], store: String?, in range: ClosedRange<Int>) -> [SegmentChoice]? {
        let choices = stores(meantBy: store).map { segments(changing: places, store: $0, in: range) }
        return choices.contains { $0 == nil } ? nil : choices.compactMap { $0 }
    }

    /// The only steps that a filter may accept, if the index keeps the patches of all of them; `nil` if there may be more.
    private func keptSteps(for filter: StepFilter, in range: ClosedRange<Int>) -> [Int]? {
        if filter.places.isEmpty || filter.isOnlyErrors { return nil }  // a gap is an error, whatever the places
        var steps: Set<Int> = []
        for store in stores(meantBy: filter.store) {
            guard let table = wholeTable(of: store) else { return nil }
            var areKept = true
            for place in filter.places {
                table.forEachStep(changing: place) { step in
                    guard areKept, range.contains(step) else { return }
                    steps.insert(step)
                    areKept = areKept && table.excerpt.patches[step] != nil
                }
            }
            if !areKept { return nil }
        }
        return steps.sorted()
    }

    private func stores(meantBy store: String?) -> [String] {
        store.map { [$0] } ?? (Set(recording.manifest.stores.map { $0.name } + [mainStore])).sorted()
    }
}

/// The condition of a filter, which is asked at the steps of all stores in order, in one pass for each store.
private struct StepCondition {
    private let predicate: Predicate
    private let timeline: Timeline
    private let range: ClosedRange<Int>
    private let stores: [String]
    private var passes: [PredicatePass] = []
    /// The pass that was asked last.
    private var current = 0

    init(_ predicate: Predicate, over timeline: Timeline, in range: ClosedRange<Int>, store: String?) {
        (self.predicate, self.timeline, self.range) = (predicate, timeline, range)
        stores = store.map { [$0] } ?? timeline.storeNames
    }

    /// Whether it is known to hold at a step.
    mutating func holds(at step: Step) throws(RecordingError) -> Bool {
        if !passes.indices.contains(current) || passes[current].store != step.store {
            current = passes.firstIndex { $0.store == step.store } ?? passes.count
        }
        if current == passes.count {
            passes.append(
                try PredicatePass(
                    [predicate.forSearching], over: timeline, store: step.store, in: range, isByStep: true))
        }
        try passes[current].ask(at: step.number, step)
        return passes[current].findings[0].holds == true
    }

    func report() throws(RecordingError) -> FilterReport {
        var report = FilterReport()
        for pass in passes {
            report.unknown.add(pass.unknown)
            report.failures.add(pass.findings[0].failures)
            report.typeMismatches += pass.findings[0].remarks.filter { !report.typeMismatches.contains($0) }
        }
        if passes.contains(where: { $0.findings[0].examinedAnyState }) {
            // If steps are also chosen by other means, the condition did not see all states.
            report.unmatchedReference = try timeline.unmatchedReference(
                of: predicate, in: SearchedStores(names: stores), at: range.upperBound)
        }
        return report
    }
}
