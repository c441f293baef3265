import RewindFormat
import RewindValue

/// Looks at the documents that a predicate is asked about for reasons to doubt its answer, until each reason was found once.
struct PredicateDoubts {
    /// The reasons that were found.
    private(set) var remarks: [Remark] = []
    private let predicate: Predicate
    /// Its comparisons whose value was not seen so far: once a value was of the right kind, the comparison is not examined again, since a
    /// typed value keeps its kind.
    private var comparisons: [Expression.LiteralComparison]
    private var mayRound: Bool
    private var mayReadPlaceholder = true

    init(_ predicate: Predicate) {
        (self.predicate, comparisons, mayRound) = (predicate, predicate.comparisons, predicate.roundsNumbers)
    }

    mutating func examine(_ document: StepDocument) {
        let text = predicate.description
        if !comparisons.isEmpty {
            comparisons.removeAll { comparison in
                switch comparison.kinds(in: document) {
                case .unknown: return false
                case .alike: return true
                case .unlike(let kinds):
                    remarks.append(.unlike(kinds, in: text))
                    return true
                }
            }
        }
        if mayRound, predicate.wholes(in: document).contains(where: { $0.hasLongNumber }) {
            mayRound = false
            remarks.append(.rounded(text))
        }
        if mayReadPlaceholder, let place = predicate.redactedPlace(in: document) {
            mayReadPlaceholder = false
            remarks.append(.placeholder(place, in: text))
        }
    }
}

extension Predicate {
    /// The values that it can read any part of.
    fileprivate func wholes(in document: StepDocument) -> [JSONValue] {
        [document.whole] + words.intersection([.before, .action]).map { document.value(of: $0) }
    }

    /// The redacted place that it reads; where its paths are unknown, a redacted member that it names.
    fileprivate func redactedPlace(in document: StepDocument) -> String? {
        if let path = contentPaths.first(where: { (try? document.value(at: $0))?.isRedacted == true }) { return path.description }
        guard reads == nil, !members.isEmpty else { return nil }
        for value in wholes(in: document) { if let name = value.redactedMember(named: members) { return "." + name } }
        return nil
    }
}

extension JSONValue {
    /// Whether a number in it, at any depth, has more digits than a double.
    fileprivate var hasLongNumber: Bool {
        switch self {
        case .number(.int(let value)): value.magnitude > 1 << 53
        case .number(.uint), .number(.decimal): true
        case .array(let elements): elements.contains { $0.hasLongNumber }
        case .object(let object): object.contains { $0.value.hasLongNumber }
        default: false
        }
    }

    /// Whether the value is a placeholder, or a text that contains one; texts as long as documents are not searched.
    fileprivate var isRedacted: Bool { string.map { $0.utf8.count <= 1_000 && Placeholder.isIn($0) } ?? false }

    /// A member with such a name, at any depth, that is a placeholder or has one among its elements.
    ///
    /// - Parameter isBelowName: whether the value is below a member with such a name; only then an unlabelled payload, `_0`, counts.
    fileprivate func redactedMember(named names: Set<String>, isBelowName: Bool = false) -> String? {
        switch self {
        case .array(let elements):
            for element in elements { if let name = element.redactedMember(named: names, isBelowName: isBelowName) { return name } }
        case .object(let object):
            for (key, value) in object {
                let isNamed = names.contains(key) && (isBelowName || !key.isPayloadKey)
                if isNamed, value.isRedacted || value.array?.contains(where: { $0.isRedacted }) == true { return key }
                let isBelow = isNamed || isBelowName && key.isPayloadKey
                if let name = value.redactedMember(named: names, isBelowName: isBelow) { return name }
            }
        default: break
        }
        return nil
    }
}
