/// Something that a checkup found.
public struct Finding: Sendable, Equatable {
    /// The severity.
    public var severity: Severity
    /// The kind of finding, for programs: `hash`, `patch`, `gap`; these words are stable.
    public var code: String
    /// The file in the recording; `nil` for the recording as a whole.
    public var entry: String?
    /// The step.
    public var step: Int?
    /// What was found, as a sentence without a full stop.
    public var message: String
    /// What to do, as a sentence without a full stop.
    public var advice: String?

    /// The severity of a finding.
    public enum Severity: String, Sendable, CaseIterable {
        /// The recording is not what the format says, or bytes of it were changed.
        case error
        /// The recording is sound, but something is missing from it or should not be in it.
        case warning
        /// Worth knowing, but harmless.
        case note
    }
}

/// Findings while they are collected: of one kind in one file only the first are kept, and the others counted.
struct Findings {
    private(set) var list: [Finding] = []
    private var counts: [String: Int] = [:]

    /// Findings of one kind that are kept.
    private static let limit = 10

    mutating func add(
        _ severity: Finding.Severity, _ code: String, _ message: String, entry: String? = nil, step: Int? = nil, advice: String? = nil
    ) {
        let key = "\(severity) \(code) \(entry ?? "")"
        let count = counts[key, default: 0]
        counts[key] = count + 1
        guard count < Self.limit else { return }
        list.append(Finding(severity: severity, code: code, entry: entry, step: step, message: message, advice: advice))
    }

    /// All of them, the gravest first, with how many more there are of each kind.
    var all: [Finding] {
        var all = list
        for (key, count) in counts.sorted(by: { $0.key < $1.key }) where count > Self.limit {
            guard let last = all.lastIndex(where: { "\($0.severity) \($0.code) \($0.entry ?? "")" == key }) else { continue }
            var more = all[last]
            more.step = nil
            more.message = "and \(count - Self.limit) more of that kind"
            more.advice = nil
            all.insert(more, at: last + 1)
        }
        let order = Finding.Severity.allCases
        return all.enumerated().sorted { left, right in
            let (first, second) = (order.firstIndex(of: left.element.severity) ?? 0, order.firstIndex(of: right.element.severity) ?? 0)
            return (first, left.offset) < (second, right.offset)
        }
        .map(\.element)
    }

    /// Whether there is an error already.
    var hasErrors: Bool { list.contains { $0.severity == .error } }
}
