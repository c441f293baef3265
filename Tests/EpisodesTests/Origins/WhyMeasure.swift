import RewindFormat
import RewindReplay
import RewindValue

/// What `why` says of a planted value, held against what is true.
struct WhyMeasure {
    /// How much of the origin is in the tree.
    enum Found: String {
        case part, step, none = "–"
    }

    /// A claim that a value is what it is because of a part.
    struct Claim {
        let origin: Origin
        /// Where the origin's step wrote the value.
        let place: JSONPointer
    }

    private let recorded: RecordedPlant
    let links: [WhyLink]

    /// Asks with what tells the sources of a value: by equality, or by reducing steps again.
    init(_ recorded: RecordedPlant, by origins: some ValueOrigins) throws {
        var origins = origins
        links = try WhyQuestion(recorded.place, at: recorded.step).answered(in: recorded.timeline, by: &origins).links
        self.recorded = recorded
    }

    /// How much of the true origin the tree names: the part, or a larger part with it, counts; its step alone does not.
    var found: Found {
        let named = links.indices.map { (step: step(of: $0), part: part(of: $0)) }
        var best = Found.none
        for origin in recorded.asked.origins {
            if named.contains(where: { $0.part.map { $0.names(origin) } ?? false }) { return .part }
            if named.contains(where: { $0.step == origin.step }) { best = origin.isWhole ? .part : .step }
        }
        return best
    }

    /// What the tree claims by "because".
    var claims: [Claim] {
        links.indices.compactMap { index in
            guard links[index].how == .because, let origin = part(of: index), let place = writtenPlace(above: index) else { return nil }
            return Claim(origin: origin, place: links[index].parts.first.map { JSONPointer(tokens: place.tokens + $0.tokens) } ?? place)
        }
    }

    /// Whether a claim is one of those that are true by how the session was made.
    func isListed(_ claim: Claim) -> Bool {
        (recorded.asked.directly + recorded.asked.origins).contains { claim.origin.isIn($0) }
    }

    /// Whether an independent replay contradicts a claim: the step is reduced with that one part changed, and the value stays.
    func isContradicted(_ claim: Claim) throws -> Bool {
        guard let part = try? JSONPointer(parsing: claim.origin.place) else { return true }
        let (origin, step) = (claim.origin, claim.origin.step)
        return try !Counterfactual(recorded).changes(part, isAction: origin.isAction, of: step, at: claim.place, until: step)
    }

    /// The place that the step above a link wrote.
    private func writtenPlace(above index: Int) -> JSONPointer? {
        links[..<index].last { $0.kind == .wrote && $0.depth < links[index].depth }?.place
    }

    /// The part of an action or of a state that a link names.
    private func part(of index: Int) -> Origin? {
        let link = links[index]
        guard let place = link.place?.description else { return nil }
        switch link.kind {
        case .action, .started: return step(of: index).map { Origin(step: $0, part: .action(place)) }
        case .state: return link.at.map { Origin(step: $0 + 1, part: .state(place)) }
        case .origin where link.end == .beginning: return .initial(place)
        case .value, .wrote, .effect, .origin, .end: return nil
        }
    }

    /// The step of a link, or that of the one above it.
    private func step(of index: Int) -> Int? {
        var depth = Int.max
        for link in links[...index].reversed() where link.depth < depth {
            if let step = link.step?.step { return step.number }
            depth = link.depth
        }
        return nil
    }
}

extension Origin {
    /// Whether it is a whole action.
    var isWhole: Bool { if case .action("") = part { true } else { false } }

    var place: String {
        switch part {
        case .action(let place), .state(let place): place
        }
    }

    /// Whether it is another part, or a part of that, or has that in it.
    func names(_ other: Origin) -> Bool {
        guard step == other.step, isAction == other.isAction, let one = try? JSONPointer(parsing: place),
            let two = try? JSONPointer(parsing: other.place)
        else { return false }
        return one.isPrefix(of: two) || two.isPrefix(of: one)
    }

    /// Whether it is another part, which may have a `*`, or a part of that.
    func isIn(_ other: Origin) -> Bool {
        guard step == other.step, isAction == other.isAction, let own = try? JSONPointer(parsing: place),
            let pattern = try? JSONPointer(parsing: other.place), own.tokens.count >= pattern.tokens.count
        else { return false }
        return zip(pattern.tokens, own.tokens).allSatisfy { $0 == "*" || $0 == $1 }
    }
}
