import RewindFormat
package import RewindValue

/// The tree of links from a value down to what a user did, or the world outside answered.
///
/// Each link leads to an earlier step, so there is no circle. A link costs a state or two, and a look at each value in them.
package struct WhyTree<Origins: ValueOrigins> {
    package private(set) var links: [WhyLink] = []
    private let timeline: Timeline
    package private(set) var origins: Origins

    /// - Parameter origins: tells from what a step got a value.
    package init(in timeline: Timeline, by origins: Origins) { (self.timeline, self.origins) = (timeline, origins) }

    /// How deep the tree gets, and how many links it has.
    private static var depthLimit: Int { 40 }
    private static var linkLimit: Int { 80 }
    /// How many of the steps that wrote parts of a value are followed, and how many of the parts.
    private static var stepLimit: Int { 6 }
    private static var partLimit: Int { 6 }

    /// Adds the links of a value.
    ///
    /// - Throws: ``QuestionError`` if a segment can't be read.
    package mutating func grow(from blame: Blame, value: JSONValue) throws(QuestionError) {
        var root = WhyLink(.value, 0)
        (root.place, root.value) = (blame.place, value)
        root.step = try reading { () throws(RecordingError) in
            try RowStep(blame.step...blame.step, in: timeline, store: blame.store)
        }
        links.append(root)
        try explain(blame, value, depth: 1)
        // What a value does not depend on is said for the last link only.
        let last = links.lastIndex { $0.end == .independent }
        links = links.enumerated().filter { $1.end != .independent || $0 == last }.map { $1 }
    }

    // MARK: Who wrote a value

    private mutating func explain(
        _ place: JSONPointer, of store: String, at step: Int, _ value: JSONValue, depth: Int
    ) throws(QuestionError) {
        try explain(try timeline.blame(place, at: step, store: store), value, depth: depth)
    }

    private mutating func explain(_ blame: Blame, _ value: JSONValue, depth: Int) throws(QuestionError) {
        if let remover = blame.remover {
            var link = try wrote(remover.number...remover.number, of: blame.store, depth: depth)
            (link.place, link.value) = (blame.place, nil)
            guard add(link) else { return }
            try explainSender(of: remover, carrying: [], depth: depth + 1)
        }
        let groups = blame.linesByStep
        let isWhole = groups.count == 1 && blame.remover == nil
        for (steps, lines) in groups.prefix(Self.stepLimit) {
            try explain(lines, of: blame, wrote: isWhole ? .some(value) : .none, in: steps, depth: depth)
        }
        if groups.count > Self.stepLimit { leaveOut(groups.dropFirst(Self.stepLimit).reduce(0) { $0 + $1.lines.count }, depth: depth) }
    }

    /// Adds the steps of which one wrote some parts of a value, and what that step got them from.
    ///
    /// - Parameter whole: the value, if all of it was written then.
    private mutating func explain(
        _ lines: [Blame.Line], of blame: Blame, wrote whole: JSONValue?, in steps: ClosedRange<Int>, depth: Int
    ) throws(QuestionError) {
        guard let first = lines.first else { return }
        var link = try wrote(steps, of: blame.store, depth: depth)
        (link.place, link.value) = (blame.place, whole)
        (link.unknown, link.parts) = (first.unknown, whole == nil ? lines.map { $0.place.below(blame.place) } : [])
        if let whole {
            let isPart = first.place != blame.place
            link.place = isPart ? JSONPointer(tokens: Array(first.placeThen.tokens.dropLast())) : first.placeThen
            link.how = link.place == blame.place ? nil : .moved
            link.value = whole
        }
        guard let step = link.step?.step, steps.count == 1 else {
            if link.step?.noStep == .beginning { (link.kind, link.end) = (.origin, .beginning) } else { link.end = .unknownStep }
            add(link)
            return
        }
        if step.line?.type == ActionLine.external { link.end = .external }
        guard add(link), link.end == nil else { return }
        if let whole, let place = link.place { return try explain([(.root, place, whole)], by: step, of: blame.store, depth: depth + 1) }
        let parts = lines.prefix(Self.partLimit).map { (part: $0.place.below(blame.place), place: $0.placeThen, value: $0.value) }
        try explain(parts, by: step, of: blame.store, depth: depth + 1)
        if lines.count > parts.count { leaveOut(lines.count - parts.count, depth: depth + 1) }
    }

    /// Adds what a step got some values from, and where that comes from.
    private mutating func explain(
        _ values: [(part: JSONPointer, place: JSONPointer, value: JSONValue)], by step: Step, of store: String, depth: Int
    ) throws(QuestionError) {
        // In this order, a step forwards is one patch.
        let (before, after) = (try state(at: step.number - 1, of: store), try state(at: step.number, of: store))
        var (fromAction, others): ([WhyLink], [WhyLink]) = ([], [])
        var fromState: [(link: WhyLink, isFollowed: Bool)] = []
        var carried: [Carried] = []
        for (part, place, value) in values {
            let written = WrittenValue(value, at: place, by: step, of: store, before: before, after: after)
            let found = try origins.sources(of: written)
            for source in found.sources {
                var link = WhyLink(source.holder == .action ? .action : .state, depth)
                (link.place, link.value, link.how, link.count) = (source.place, source.value, source.how, source.count)
                let whole = JSONPointer(tokens: part.tokens + source.part.tokens)
                (link.parts, link.proof) = (whole.tokens.isEmpty ? [] : [whole], source.proof)
                if source.holder == .action {
                    fromAction.append(link)
                    if source.isFollowed { carried.append((source.place, source.value)) }
                } else {
                    link.at = step.number - 1
                    fromState.append((link, source.isFollowed))
                }
            }
            if let dependencies = found.dependencies { others.add(dependencies, depth: depth) }
            others.add(found, of: part, values.count > 1 ? nil : value, depth: depth)
        }
        // What was copied comes before what only matters.
        let isFromState = fromState.contains { $0.link.isCopy } && !fromAction.contains { $0.isCopy }
        if isFromState { try follow(fromState, of: store, depth: depth) }
        for link in fromAction + others where !add(link) { return }
        if !fromAction.isEmpty || fromState.isEmpty { try explainSender(of: step, carrying: carried, depth: depth) }
        if !isFromState { try follow(fromState, of: store, depth: depth) }
    }

    /// Adds parts of the state before a step, and where they come from.
    private mutating func follow(
        _ parts: [(link: WhyLink, isFollowed: Bool)], of store: String, depth: Int
    ) throws(QuestionError) {
        for (link, isFollowed) in parts {
            guard add(link), let place = link.place, let at = link.at, let value = link.value else { return }
            if isFollowed { try explain(place, of: store, at: at, value, depth: depth + 1) }
        }
    }

    // MARK: Who sent an action

    /// A value, and where it is in an action.
    private typealias Carried = (place: JSONPointer, value: JSONValue)

    /// Adds the effect that sent an action, the step that started it, and where that step had some values of the action from.
    ///
    /// - Parameter values: those parts of the action that matter.
    private mutating func explainSender(of step: Step, carrying values: [Carried], depth: Int) throws(QuestionError) {
        let effect = try reading { () throws(RecordingError) in try timeline.effect(sending: step) }
        guard let cause = step.cause ?? effect?.begin.cause else {
            if let effect {
                guard add(sent(by: effect, step, cause: nil, depth: depth)) else { return }
                add(end(.origin, .outside, depth: depth + 1))
            } else {
                try explainDispatch(of: step, carrying: values, depth: depth)
            }
            return
        }
        let starter = try reading { () throws(RecordingError) -> Step? in
            guard cause < step.number, timeline.steps.contains(cause) else { return nil }
            return try timeline.step(at: cause)
        }
        var link = sent(by: effect, step, cause: starter, depth: depth)
        guard let starter else {
            link.end = .lostCause
            add(link)
            return
        }
        guard add(link) else { return }
        try explain(starter, startedWith: values, depth: depth + 1)
    }

    /// Adds that no effect sent an action, and where the state has one of its values: what dispatches an action reads the state.
    private mutating func explainDispatch(of step: Step, carrying values: [Carried], depth: Int) throws(QuestionError) {
        var link = end(.origin, .dispatched, depth: depth)
        link.step = RowStep(step.number...step.number, step)
        guard add(link), !values.isEmpty, step.number > timeline.steps.lowerBound else { return }
        let before = try state(at: step.number - 1, of: step.store)
        for (own, value) in values {
            let found = EqualPlaces(of: value, in: before)
            guard Information(of: value).tells(in: found.count), let place = found.best(for: own) else { continue }
            var link = WhyLink(.state, depth + 1)
            (link.how, link.place, link.value, link.at) = (.equal, place, value, step.number - 1)
            link.count = PlaceCount(places: found.count, looked: found.looked)
            if add(link) { try explain(place, of: step.store, at: step.number - 1, value, depth: depth + 2) }
            return
        }
    }

    private func sent(by effect: EffectUnderWay?, _ step: Step, cause: Step?, depth: Int) -> WhyLink {
        var link = WhyLink(.effect, depth)
        let began = effect.map { $0.began } ?? cause.flatMap { $0.time }
        var took: Int?
        if let began, let time = step.time { took = max(0, time - began) }
        link.effect = WhyLink.Sender(id: step.effect, name: effect.map { $0.begin.name }, took: took)
        if let cause { link.step = RowStep(cause.number...cause.number, cause) }
        return link
    }

    /// Adds a step that started an effect, and where it had the values that the effect's answer has, too.
    private mutating func explain(_ starter: Step, startedWith values: [Carried], depth: Int) throws(QuestionError) {
        var link = WhyLink(.started, depth)
        link.step = RowStep(starter.number...starter.number, starter)
        if values.isEmpty {
            if add(link) { try explainSender(of: starter, carrying: [], depth: depth + 1) }
            return
        }
        let (before, after) = (try state(at: starter.number - 1, of: starter.store), try state(at: starter.number, of: starter.store))
        var carried: [Carried] = []
        var inState: WhyLink?
        var chance: WhyLink?
        for (own, value) in values {
            let inAction = EqualPlaces(of: value, in: starter.action)
            let (inNew, inOld) = (EqualPlaces(of: value, in: after), EqualPlaces(of: value, in: before))
            let known = inNew.count > 0 ? inNew : inOld
            let count = PlaceCount(places: inAction.count + known.count, looked: inAction.looked + known.looked)
            let tells = Information(of: value).tells(in: count.places)
            if tells, let place = inAction.best(for: own) {
                if carried.isEmpty { (link.how, link.place, link.value, link.count) = (.equal, place, value, count) }
                carried.append((place, value))
            } else if tells, let place = known.best(for: own) {
                if inState != nil { continue }
                var found = WhyLink(.state, depth + 1)
                (found.how, found.place, found.value, found.count) = (.equal, place, value, count)
                found.at = inNew.count > 0 ? starter.number : starter.number - 1
                inState = found
            } else if count.places > 0 {
                var found = end(.end, .chance, depth: depth + 1)
                (found.value, found.count) = (value, count)
                chance = found
            }
        }
        guard add(link) else { return }
        if !carried.isEmpty { return try explainSender(of: starter, carrying: carried, depth: depth + 1) }
        if let found = inState, let place = found.place, let at = found.at, let value = found.value {
            if add(found) { try explain(place, of: starter.store, at: at, value, depth: depth + 2) }
            return
        }
        add(chance ?? end(.origin, .outside, depth: depth + 1))
    }

    // MARK: Links

    private func wrote(_ steps: ClosedRange<Int>, of store: String, depth: Int) throws(QuestionError) -> WhyLink {
        var link = WhyLink(.wrote, depth)
        link.step = try reading { () throws(RecordingError) in try RowStep(steps, in: timeline, store: store) }
        return link
    }

    private func end(_ kind: WhyLink.Kind, _ end: WhyLink.End, depth: Int) -> WhyLink {
        var link = WhyLink(kind, depth)
        link.end = end
        return link
    }

    private mutating func leaveOut(_ count: Int, depth: Int) {
        var link = end(.end, .leftOut, depth: depth)
        link.left = count
        add(link)
    }

    /// Adds a link; returns whether there is room below it.
    @discardableResult
    private mutating func add(_ link: WhyLink) -> Bool {
        if links.last?.end == .limit, links.count >= Self.linkLimit { return false }
        guard links.count < Self.linkLimit - 1, link.depth < Self.depthLimit else {
            var last = end(.end, .limit, depth: link.depth)
            last.step = link.step
            links.append(last)
            return false
        }
        links.append(link)
        return true
    }

    /// The state after a step; `nil` if it is not known, or the recording begins later.
    private func state(at step: Int, of store: String) throws(QuestionError) -> JSONValue? {
        guard timeline.steps.contains(step) else { return nil }
        let answer = try reading { () throws(RecordingError) in try timeline.state(at: step, store: store) }
        if case .known(let state) = answer { return state }
        return nil
    }

    private func reading<Result>(_ body: () throws(RecordingError) -> Result) throws(QuestionError) -> Result {
        try QuestionError.wrappingRecordingErrors(body)
    }
}

extension [WhyLink] {
    /// Adds what was found of a value, or of a part of one, that has no source; parts that have none for the same reason share a link.
    fileprivate mutating func add(_ found: FoundSources, of part: JSONPointer, _ value: JSONValue?, depth: Int) {
        guard let end = found.end ?? (found.left > 0 ? .leftOut : nil) else { return }
        if value == nil, let index = firstIndex(where: { $0.end == end }) {
            self[index].left += found.left
            if end != .leftOut { self[index].parts.append(part) }
            return
        }
        var link = WhyLink(.end, depth)
        (link.end, link.left) = (end, found.left)
        if value != nil { (link.value, link.count) = (end == .leftOut ? nil : value, found.count) }
        if value == nil, end != .leftOut { link.parts = [part] }
        append(link)
    }
}

extension [WhyLink] {
    /// Adds what the app's reducer says besides the parts that matter.
    fileprivate mutating func add(_ dependencies: Dependencies, depth: Int) {
        for group in dependencies.together {
            var link = WhyLink(.end, depth)
            (link.end, link.how, link.sources) = (.together, .because, group)
            append(link)
        }
        let runs = WhyLink.Runs(dependencies.runs, of: dependencies.budget)
        if let remark = dependencies.remark {
            var link = WhyLink(.end, depth)
            (link.end, link.remark, link.runs) = (.unproven, remark, runs)
            append(link)
        }
        if dependencies.refusal == nil, !dependencies.independent.isEmpty {
            var link = WhyLink(.end, depth)
            (link.end, link.sources, link.runs) = (.independent, dependencies.independent, runs)
            link.left = dependencies.independentCount
            append(link)
        }
    }
}

extension JSONPointer {
    /// The rest of the pointer below another one.
    fileprivate func below(_ other: JSONPointer) -> JSONPointer { JSONPointer(tokens: Array(tokens.dropFirst(other.tokens.count))) }
}

extension WhyLink {
    /// Whether the app's reducer copies the part into the value.
    fileprivate var isCopy: Bool { proof?.dependency.kind == .copied }
}

extension Blame {
    /// The lines by the steps that may have set their values, the latest first.
    fileprivate var linesByStep: [(steps: ClosedRange<Int>, lines: [Line])] {
        var groups: [(steps: ClosedRange<Int>, lines: [Line])] = []
        let order = lines.indices.sorted { left, right in
            let (one, other) = (lines[left].steps, lines[right].steps)
            if one.upperBound != other.upperBound { return one.upperBound > other.upperBound }
            return one.lowerBound != other.lowerBound ? one.lowerBound > other.lowerBound : left < right
        }
        for index in order {
            if let last = groups.last, last.steps == lines[index].steps {
                groups[groups.count - 1].lines.append(lines[index])
            } else {
                groups.append((lines[index].steps, [lines[index]]))
            }
        }
        return groups
    }
}
