package import RewindFormat

/// A problem or note that a checkup found.
package struct Finding: Sendable, Equatable {
    package var severity: Severity
    /// The kind of finding, for programs: `hash`, `patch`, `gap`; these words are stable.
    package var code: String
    /// The file in the recording; `nil` for the recording as a whole.
    package var entry: String?
    package var step: Int?
    /// What was found, as a sentence without a full stop.
    package var message: String
    /// What to do, as a sentence without a full stop.
    package var advice: String?
    /// Of how many more of its kind in its file it stands for, which are not listed.
    package var more = 0

    package enum Severity: String, Sendable, CaseIterable {
        /// The recording is not what the format says, or bytes of it were changed.
        case error
        /// The recording is sound, but something is missing from it or should not be in it.
        case warning
        /// Worth knowing, but harmless.
        case note
    }
}

extension Damage.Reason {
    /// What is wrong, for a finding.
    var words: String {
        switch self {
        case .torn: "torn line at the end"
        case .checksum: "wrong checksum"
        case .malformed: "malformed line"
        case .zeros: "zero bytes in the middle"
        }
    }
}

/// Findings while they are collected: of each kind in each file, only the first are kept, and the others are counted.
package struct Findings {
    private var list: [Finding] = []
    private var counts: [String: Int] = [:]
    /// The errors about lines, each with the line that causes it.
    private(set) var unsound: [(line: UnsoundLine, error: Finding)] = []

    /// The number of findings of one kind that are kept.
    private static let limit = 10

    package init() {}

    /// Adds a finding.
    ///
    /// - Parameter line: the line that an error is about, if any.
    package mutating func add(
        _ severity: Finding.Severity, _ code: String, _ message: String, entry: String? = nil, step: Int? = nil, advice: String? = nil,
        line: UnsoundLine? = nil
    ) {
        let key = "\(severity) \(code) \(entry ?? "")"
        let count = counts[key, default: 0]
        counts[key] = count + 1
        if line == nil, count >= Self.limit { return }
        let finding = Finding(severity: severity, code: code, entry: entry, step: step, message: message, advice: advice)
        if let line { unsound.append((line, finding)) }
        if count < Self.limit { list.append(finding) }
    }

    /// Adds a finding if a segment's steps differ from those its recording lists.
    package mutating func addMismatch(listed: ClosedRange<Int>?, found: ClosedRange<Int>?, ofSegment index: Int, advice: String? = nil) {
        guard listed != found else { return }
        func text(_ steps: ClosedRange<Int>?) -> String {
            steps.map { "the steps \($0.lowerBound) to \($0.upperBound)" } ?? "no steps"
        }
        add(
            .error, "manifest", "the manifest says that segment \(index) has \(text(listed)), but it has \(text(found))",
            entry: Manifest.entryName, advice: advice)
    }

    /// The errors as a recording's losses; excludes errors about lines that sealing leaves out of a live directory anyway.
    package func errorLosses(for form: Recording.Form) -> [Loss] {
        errors(for: form).map { finding in
            var reason = Loss.Reason(.unsound, entry: finding.entry)
            (reason.rule, reason.error) = (finding.code, finding.more > 0 ? nil : finding.message)
            var loss = Loss(.damage, of: finding.step.flatMap { FormatLimits.stepNumbers.contains($0) ? $0...$0 : nil }, reason)
            loss.count = finding.more > 0 ? finding.more : nil
            return loss
        }
    }

    /// The errors; excludes errors about lines that sealing leaves out of a live directory anyway.
    package func errors(for form: Recording.Form) -> [Finding] {
        all.filter { $0.severity == .error && !($0.code == "line" && form == .directory) }
    }

    /// All findings, the most severe first, with the number omitted of each kind.
    package var all: [Finding] {
        var all = list
        for (key, count) in counts.sorted(by: { $0.key < $1.key }) where count > Self.limit {
            guard let last = all.lastIndex(where: { "\($0.severity) \($0.code) \($0.entry ?? "")" == key }) else { continue }
            var more = all[last]
            more.step = nil
            more.more = count - Self.limit
            more.message = "and \(more.more) more of that kind"
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

    package var hasErrors: Bool { list.contains { $0.severity == .error } }
}

/// A line that breaks a rule of the format.
package struct UnsoundLine: Hashable, Sendable {
    package var entry: String
    /// Its index among the stream's lines, as in ``Segment``.
    package var place: Int
    /// Whether the line's only fault is the cause that it names.
    package var hasOnlyInvalidCause = false
}
