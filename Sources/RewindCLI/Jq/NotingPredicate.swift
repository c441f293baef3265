import RewindReplay
import RewindValue
import Synchronization

/// A predicate that says, once, why what it comes to may not be what was meant: it looks into a text that was redacted, so that it is true of the
/// placeholder only, or it compares a list with a number.
final class NotingPredicate: Predicate, CustomStringConvertible {
    /// What decides.
    let predicate: any Predicate
    /// What it looks into, where that can be told.
    private let paths: [Expression.Path]
    private let hasSpoken = Mutex(false)
    /// Whether it compares by size with something that the text tells, and has not yet said of what kind the other is.
    private let mayBeUnlike: Mutex<Bool>

    init(_ predicate: any Predicate) {
        self.predicate = predicate
        let expression = predicate as? Expression
        paths = expression?.contentPaths ?? []
        mayBeUnlike = Mutex(expression?.comparesBySize ?? false)
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
        lookForUnlike(in: document)
        if hasSpoken.withLock({ $0 }) { return }
        guard let place = redactedPlace(in: document) else { return }
        hasSpoken.withLock { $0 = true }
        Diagnostics.say(
            "'\(description)' reads \(place), which was redacted: the answer is about the placeholder, not about what the app had")
    }

    private func lookForUnlike(in document: any Document) {
        guard mayBeUnlike.withLock({ $0 }), let sentence = (predicate as? Expression)?.unlikeComparison(in: document) else { return }
        mayBeUnlike.withLock { $0 = false }
        Diagnostics.say("'\(description)' \(sentence)")
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
