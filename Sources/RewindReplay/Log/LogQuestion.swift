package import RewindFormat
package import RewindValue

/// The steps, and what stands between them: `rewind log`.
package struct LogQuestion: Question {
    package var filter: StepFilter
    /// The steps to look at; by default all.
    package var steps: ClosedRange<Int>?
    package var form: Form
    /// Whether the lines that the app logged are rows too.
    package var withLogs: Bool
    /// Whether the beginnings and ends of effects are rows too.
    package var withEffects: Bool

    package init(
        _ filter: StepFilter = StepFilter(), in steps: ClosedRange<Int>? = nil, as form: Form = .each, withLogs: Bool = false,
        withEffects: Bool = false
    ) {
        (self.filter, self.steps, self.form) = (filter, steps, form)
        (self.withLogs, self.withEffects) = (withLogs, withEffects)
    }

    package enum Form: Sendable {
        case each
        /// Consecutive steps of one type.
        case runs
        /// A step, below the one whose effect sent it.
        case tree
    }

    /// An item on the timeline, or several steps.
    package struct Row: AnswerRow {
        package let content: Content
        package let ending: Ending
        /// The number of causes above a step in a tree.
        package var depth = 0

        package enum Content: Sendable {
            /// The state before the first action.
            case beginning
            case item(Timeline.Item)
            case run(StepRuns.Run)
        }

        package var json: JSONValue {
            switch content {
            case .beginning: Timeline.Item.beginningJSON
            case .item(.step(let step)): .object(step.json(ending: ending, depth: depth))
            case .item(let item): item.json(ending: ending)
            case .run(let run): run.json
            }
        }
    }

    package func answer(in timeline: Timeline, row: (Row) -> Bool) throws(QuestionError) -> Conclusion {
        _ = try timeline.checked(store: filter.store)
        return try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            let ending = timeline.recording.manifest.ending
            let range = steps ?? timeline.steps
            var runs = StepRuns(ending: ending)
            var causes = CauseTree()
            var isEmpty = true
            var goesOn = true
            func give(_ content: Row.Content, depth: Int = 0) {
                if goesOn { goesOn = row(Row(content: content, ending: ending, depth: depth)) }
            }
            if range.lowerBound == 0, filter.acceptsEveryStep, form != .runs, !timeline.recording.segments.isEmpty { give(.beginning) }
            let report = try timeline.forEach(
                in: range, matching: filter, withLogs: withLogs, withEffects: withEffects
            ) { item in
                isEmpty = false
                switch (form, item) {
                case (.each, _): give(.item(item))
                case (.tree, _): causes.add(item)
                case (.runs, .step(let step)): if let run = runs.add(step) { give(.run(run)) }
                case (.runs, _):
                    // An item between two steps ends the run.
                    if let run = runs.finish() { give(.run(run)) }
                    give(.item(item))
                }
            }
            if let run = runs.finish() { give(.run(run)) }
            try causes.forEach { (node, depth) throws(RecordingError) in
                switch node {
                case .step(let number): if let step = try timeline.step(at: number) { give(.item(.step(step)), depth: depth) }
                case .aside(let item): give(.item(item))
                }
            }
            var conclusion = try conclusion(of: report, isEmpty: isEmpty, in: timeline)
            if filter.acceptsEveryStep, form == .each {
                let taken = AppPictures(of: timeline.recording).all.compactMap { $0.isTaken ? $0.step : nil }.filter(range.contains)
                if let first = taken.first, let last = taken.last { conclusion.remarks.append(.pictures(taken.count, in: first...last)) }
            }
            if withEffects, !timeline.recordsEffects { conclusion.remarks.append(.noEffectsRecorded) }
            return conclusion
        }
    }

    /// The conclusion about steps that were selected by the filter.
    package func conclusion(of report: FilterReport, isEmpty: Bool, in timeline: Timeline) throws(RecordingError) -> Conclusion {
        let hidden = timeline.remarksOnHiddenValues(
            readBy: [filter.condition].compactMap { $0 }, at: filter.places, comparesTexts: !filter.texts.isEmpty)
        if isEmpty, !filter.acceptsEveryStep {
            return Conclusion(remarks: hidden + report.remarksOnNothing, .no(try nothing(report, in: timeline)))
        }
        var conclusion = Conclusion(remarks: hidden + report.remarks)
        if filter.places.count > 1 { conclusion.remarks += try timeline.nowhere(in: filter.places) }
        conclusion.remarks += try timeline.typesNotFound(filter.types.filter { $0.isExclusion })
        return conclusion
    }

    /// Why no step matches, as far as a part of the filter asks for something that does not exist.
    private func nothing(_ report: FilterReport, in timeline: Timeline) throws(RecordingError) -> Remark {
        var reason: Remark? = report.unmatchedReference.map { .absent($0, from: nil) }
        if reason == nil { reason = try timeline.nowhere(in: filter.places).first }
        if reason == nil { reason = try timeline.typesNotFound(filter.types.filter { !$0.isExclusion }).first }
        let manifest = timeline.recording.manifest
        let mayBeHidden = !filter.texts.isEmpty && !manifest.hidesTexts && !manifest.removals.isEmpty
        return .noStepMatches(inKnownStates: report.unknown.count > 0, mayBeHidden: mayBeHidden, because: [reason].compactMap { $0 })
    }
}

extension Timeline {
    /// Remarks on the places at which no store's states ever have a value.
    package func nowhere(in places: [JSONPointer]) throws(RecordingError) -> [Remark] {
        var remarks: [Remark] = []
        for place in places {
            var unknown = UnknownSteps()
            var isThere = false
            for store in storeNames where !isThere {
                (unknown, _) = try changes(ofResults: [Predicate(place)], store: store) { row in
                    isThere = row.values != [nil]
                    return !isThere
                }
            }
            if !isThere { remarks.append(try nowhere(place, store: mainStore, unknown: unknown)) }
        }
        return remarks
    }

    /// Remarks on the patterns that no action's type fits, with the nearest types; reads segments until one does.
    package func typesNotFound(_ patterns: [TypeGlob]) throws(RecordingError) -> [Remark] {
        var remarks: [Remark] = []
        for glob in patterns where try !hasAction(fitting: glob) {
            remarks.append(
                .noSuchType(
                    glob.pattern, near: NearWord.all(to: glob.pattern, among: try actionTypes()),
                    isGrowing: recording.manifest.ending.how == .recording))
        }
        return remarks
    }

    /// Whether the type of any action fits a pattern; reads segments until one does.
    package func hasAction(fitting glob: TypeGlob) throws(RecordingError) -> Bool {
        for position in 0..<segmentCount {
            let segment = try segment(at: position)
            if segment.steps.contains(where: { glob.fits($0.type) }) || segment.swallowed.contains(where: { glob.fits($0.type) }) {
                return true
            }
        }
        return false
    }

    /// The types of the actions, as far as they are looked up: in the first segments and the last.
    package func actionTypes() throws(RecordingError) -> Set<String> {
        let positions = Set(0..<min(segmentCount, 16)).union(max(0, segmentCount - 16)..<segmentCount)
        var types: Set<String> = []
        for position in positions.sorted() { for step in try segment(at: position).steps { types.insert(step.type) } }
        return types
    }
}
