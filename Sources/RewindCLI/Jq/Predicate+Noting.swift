import RewindRedaction
import RewindReplay
import RewindValue
import Synchronization

extension Predicate {
    /// The predicate, which says once each why what it comes to may not be what was meant, and ends where the user wants an end.
    var noting: Predicate {
        let notes = PredicateNotes(self)
        return looking { document throws(Expression.Failure) in
            if StopRequest.isMade { throw Expression.Failure("stopped") }
            notes.look(at: document)
        }
    }
}

/// What there is to say about a predicate, of which each is said once.
private final class PredicateNotes: Sendable {
    private let predicate: Predicate
    private let hasToldOfPlaceholder = Mutex(false)

    init(_ predicate: Predicate) { self.predicate = predicate }

    /// Says once that it looks into a text that was redacted: the answer is true of the placeholder only.
    func look(at document: StepDocument) {
        if hasToldOfPlaceholder.withLock({ $0 }) { return }
        guard let place = redactedPlace(in: document) else { return }
        hasToldOfPlaceholder.withLock { $0 = true }
        Diagnostics.say(
            "'\(predicate)' reads \(place), which was redacted: the answer is about the placeholder, not about what the app had")
    }

    /// What it looks into that is a placeholder; of a program of jq's, a member that it names.
    private func redactedPlace(in document: StepDocument) -> String? {
        if let path = predicate.contentPaths.first(where: { (try? document.value(at: $0))?.isRedacted == true }) { return path.description }
        // Nobody can tell the paths of a program of jq's.
        guard predicate.reads == nil, !predicate.members.isEmpty else { return nil }
        let names = predicate.members
        let read = predicate.words.intersection([.before, .action]).union([.state])
        return read.lazy.compactMap { document.value(of: $0).redactedMember(named: names) }.first.map { ".\($0)" }
    }
}

extension JSONValue {
    /// Whether it is a placeholder, or a text with one in it; a text that is long enough to be a document is not searched.
    fileprivate var isRedacted: Bool {
        string.map { Pseudonyms.isPseudonym($0) || $0.utf8.count <= 1_000 && Placeholder($0) != nil } ?? false
    }

    /// A member of that name, however deep, that is a placeholder or has one among its elements.
    ///
    /// - Parameter isBelowName: whether it is below a member of such a name: only then a payload without a label, `_0`, says anything.
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
