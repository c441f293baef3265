import RewindReplay
import RewindValue
import Synchronization

/// A predicate that says, once each, why what it comes to may not be what was meant.
final class NotingPredicate: Predicate, CustomStringConvertible {
    /// What decides.
    let predicate: any Predicate
    /// What there may be to say.
    private enum Notice {
        /// It looks into a text that was redacted: the answer is true of the placeholder only.
        case placeholder
        /// It counts on from an element that may not be there.
        case index
    }

    /// What it looks into, where that can be told.
    private let paths: [Expression.Path]
    /// Comparisons of which no value was seen yet: a list may be compared with a number, or an object with a text.
    private let comparisons: Mutex<[Expression.LiteralComparison]>
    private let addsToIndex: Bool
    private let said = Mutex<Set<Notice>>([])

    init(_ predicate: any Predicate) {
        self.predicate = predicate
        let expression = predicate as? Expression
        paths = expression?.contentPaths ?? []
        comparisons = Mutex(expression?.literalComparisons ?? [])
        addsToIndex = expression == nil && JqText.addsToIndex(String(describing: predicate))
    }

    var description: String { String(describing: predicate) }
    var reads: [JSONPointer]? { predicate.reads }
    var words: Set<StepWord> { predicate.words }
    var names: [String] { predicate.names }
    var comparesContents: Bool { predicate.comparesContents }

    func readsOfAction(asMember: Bool) -> [JSONPointer] { predicate.readsOfAction(asMember: asMember) }
    func comparedTypes(asMember: Bool) -> [String] { predicate.comparedTypes(asMember: asMember) }
    func asks(forMember name: String) -> Bool { predicate.asks(forMember: name) }

    func holds(in document: any Document) throws(Expression.Failure) -> Bool {
        if StopRequest.isMade { throw Expression.Failure("stopped") }
        look(at: document)
        return try predicate.holds(in: document)
    }

    func results(in document: any Document) throws(Expression.Failure) -> [JSONValue] {
        if StopRequest.isMade { throw Expression.Failure("stopped") }
        look(at: document)
        return try predicate.results(in: document)
    }

    private func look(at document: any Document) {
        say(.placeholder) {
            redactedPlace(in: document).map {
                "reads \($0), which was redacted: the answer is about the placeholder, not about what the app had"
            }
        }
        lookAtKinds(in: document)
        if addsToIndex {
            say(.index) {
                "may be about another element: to jq, 'index(…) + 1' is 1 where there is no such one; '(index(…) // length) + 1' leads nowhere there"
            }
        }
    }

    /// Says where values of two kinds are compared; what was once of the right kind, as what a type has is for good, is not looked at again.
    private func lookAtKinds(in document: any Document) {
        let clauses = comparisons.withLock { comparisons in
            var clauses: [String] = []
            comparisons.removeAll { comparison in
                switch comparison.kinds(in: document) {
                case .unknown: return false
                case .alike: return true
                case .unlike(let clause):
                    clauses.append(clause)
                    return true
                }
            }
            return clauses
        }
        for clause in clauses { Diagnostics.say("'\(description)' \(clause)") }
    }

    /// Says of the predicate what a clause says, if it was not said before and there is anything to say.
    private func say(_ notice: Notice, _ clause: () -> String?) {
        if said.withLock({ $0.contains(notice) }) { return }
        guard let clause = clause() else { return }
        said.withLock { _ = $0.insert(notice) }
        Diagnostics.say("'\(description)' \(clause)")
    }

    /// What it looks into that is a placeholder; of a program of jq's, a member that it names.
    private func redactedPlace(in document: any Document) -> String? {
        if let path = paths.first(where: { (try? document.value(at: $0))?.isRedacted == true }) { return path.description }
        guard let names = (predicate as? JqProgram)?.members, !names.isEmpty else { return nil }
        let read = words.intersection([.before, .action]).union([.state])
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
