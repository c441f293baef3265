import RewindValue
import Synchronization

extension TypePlan {
    /// Counts the findings, so that a caller that asked in vain knows when to ask again.
    private static let findings = Atomic(0)

    /// What is known so far of a type with references.
    var reach: Reach? { found.withLock { $0.reach } }

    /// Looks whether a value of a type with references may be kept as it is, and learns from the value what can be learned.
    ///
    /// - Returns: ``hasValueSemantics``, as it is then.
    @discardableResult
    func learn<T>(from value: T) -> Bool {
        if hasValueSemantics { return true }
        // Of a collection its elements decide: a few of them, as the others are most likely alike.
        if let collection = value as? any SampledCollection {
            for sample in collection.samples { sample.teach() }
        } else if reach == nil, let value = value as? any Encodable, let reach = ReachProfile.reach(of: value) {
            found.withLock { if $0.reach == nil { $0.reach = reach } }
            Self.findings.add(1, ordering: .sequentiallyConsistent)
        }
        return askParts()
    }

    /// Whether all that reaches the encoding is values, asking again only if something was found out since.
    private func askParts() -> Bool {
        let now = Self.findings.load(ordering: .sequentiallyConsistent)
        guard found.withLock({ $0.askedAt != now }) else { return hasValueSemantics }
        var visited: [TypePlan] = []
        if areParts(allValuesIn: &visited) {
            // All of them hold each other up, so all are proven at once.
            for plan in visited { plan.isProven.store(true, ordering: .relaxed) }
            return true
        }
        found.withLock { $0.askedAt = now }
        return false
    }

    private func areParts(allValuesIn visited: inout [TypePlan]) -> Bool {
        if hasValueSemantics || visited.contains(where: { $0.id == id }) { return true }
        visited.append(self)
        guard let parts else { return false }
        for part in parts where !TypePlan.of(any: part.type).areParts(allValuesIn: &visited) { return false }
        return true
    }

    /// The parts that decide; `nil` if that is not known, or more than stored parts reaches the encoding.
    var parts: [Reach.Stored]? {
        if let parts = ReferenceWalk.elementTypes(of: type) { return parts.map { Reach.Stored(label: $0.label, type: $0.type) } }
        if case .parts(let parts) = reach { return parts }
        return nil
    }

    /// Discards what samples showed of a type and of everything that its values hold: from now on, values with references are encoded.
    ///
    /// - Returns: the types whose findings were discarded.
    static func distrust(_ type: Any.Type) -> [Any.Type] {
        var waiting = [TypePlan.of(any: type)]
        var seen: Set<ObjectIdentifier> = []
        var distrusted: [Any.Type] = []
        while let plan = waiting.popLast() {
            guard seen.insert(plan.id).inserted, !plan.isValue else { continue }
            for part in plan.parts ?? [] { waiting.append(TypePlan.of(any: part.type)) }
            let wasProven = plan.isProven.exchange(false, ordering: .sequentiallyConsistent)
            let hadReach = plan.found.withLock { found in
                guard case .parts = found.reach else { return false }
                found.reach = .anything
                return true
            }
            if wasProven || hadReach { distrusted.append(plan.type) }
        }
        findings.add(1, ordering: .sequentiallyConsistent)
        return distrusted
    }
}

extension Encodable {
    /// Lets the plans of types learn from this value, and from those in it.
    fileprivate func teach() {
        if !TypePlan.of(Self.self).hasValueSemantics { _ = try? EncodedPart.snapshot(of: self, at: CodingPath()) }
    }
}

/// A collection whose elements are judged by a few of them.
protocol SampledCollection {
    var samples: [any Encodable] { get }
}

extension Collection {
    fileprivate var spread: [any Encodable] {
        let step = Swift.max(1, count / 4)
        return stride(from: 0, to: count, by: step).prefix(5).compactMap { self[index(startIndex, offsetBy: $0)] as? any Encodable }
    }
}

extension Array: SampledCollection {
    var samples: [any Encodable] { spread }
}

extension ArraySlice: SampledCollection {
    var samples: [any Encodable] { spread }
}

extension ContiguousArray: SampledCollection {
    var samples: [any Encodable] { spread }
}

extension Set: SampledCollection {
    var samples: [any Encodable] { prefix(4).compactMap { $0 as? any Encodable } }
}

extension Dictionary: SampledCollection {
    var samples: [any Encodable] { prefix(4).flatMap { [$0.key as? any Encodable, $0.value as? any Encodable].compactMap(\.self) } }
}

extension Optional: SampledCollection {
    var samples: [any Encodable] { flatMap { $0 as? any Encodable }.map { [$0] } ?? [] }
}
