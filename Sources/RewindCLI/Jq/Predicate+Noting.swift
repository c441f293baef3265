import RewindRedaction
import RewindReplay
import RewindValue
import Synchronization

extension Predicate {
    /// A predicate that reports each reason to doubt its result once, and stops when the user interrupts.
    var noting: Predicate {
        let notes = PredicateNotes(self)
        return looking { document throws(Expression.Failure) in
            if StopRequest.isMade { throw Expression.Failure("stopped") }
            notes.look(at: document)
        }
    }
}

/// The remarks about a predicate, each of which is reported once.
private final class PredicateNotes: Sendable {
    private let predicate: Predicate
    private let hasToldOfPlaceholder = Mutex(false)

    init(_ predicate: Predicate) { self.predicate = predicate }

    /// Reports once that the predicate reads a redacted text: its result only applies to the placeholder.
    func look(at document: StepDocument) {
        if hasToldOfPlaceholder.withLock({ $0 }) { return }
        guard let place = redactedPlace(in: document) else { return }
        hasToldOfPlaceholder.withLock { $0 = true }
        Diagnostics.say(
            "'\(predicate)' reads \(place), which was redacted: the answer is about the placeholder, not about what the app had")
    }

    /// The redacted place that the predicate reads; for a jq program, a member that it names.
    private func redactedPlace(in document: StepDocument) -> String? {
        if let path = predicate.contentPaths.first(where: { (try? document.value(at: $0))?.isRedacted == true }) { return path.description }
        // The paths that a jq program reads are unknown.
        guard predicate.reads == nil, !predicate.members.isEmpty else { return nil }
        let names = predicate.members
        let read = predicate.words.intersection([.before, .action]).union([.state])
        return read.lazy.compactMap { document.value(of: $0).redactedMember(named: names) }.first.map { ".\($0)" }
    }
}

extension JSONValue {
    /// Whether the value is a placeholder, or a text that contains one; texts as long as documents are not searched.
    fileprivate var isRedacted: Bool {
        string.map { $0.utf8.count <= 1_000 && Placeholder.isIn($0) } ?? false
    }

    /// A member with such a name, at any depth, that is a placeholder or has one among its elements.
    ///
    /// - Parameter isBelowName: whether the value is below a member with such a name; only then an unlabelled payload, `_0`, counts.
    fileprivate func redactedMember(named names: Set<String>, isBelowName: Bool = false) -> String? {
        switch self {
        case .array(let elements):
            return elements.lazy.compactMap { $0.redactedMember(named: names, isBelowName: isBelowName) }.first
        case .object(let object):
            for (key, value) in object {
                let isNamed = names.contains(key) && (isBelowName || !KeyMatcher.isPayload(key))
                if isNamed, value.isRedacted || value.array?.contains(where: \.isRedacted) == true { return key }
                let isBelow = isNamed || isBelowName && KeyMatcher.isPayload(key)
                if let name = value.redactedMember(named: names, isBelowName: isBelow) { return name }
            }
            return nil
        default: return nil
        }
    }
}
