import RewindFormat
package import RewindReplay

/// What a command found in several recordings, for CI: as JUnit's XML, as Markdown for a pull request, and as annotations.
package struct JudgedRecordings: Sendable {
    /// The command, such as `rewind verify`.
    private let command: String
    /// What is said of a recording with which something is wrong, and of several.
    let isWrong: (one: String, several: String)
    private(set) var recordings: [Judged] = []

    /// A recording, and what is wrong with it.
    package struct Judged: Sendable {
        package var name: String
        package var problems: [Problem]
        /// Why it could not be judged, if so.
        package var failure: String?

        package init(_ name: String, _ problems: [Problem] = [], failure: String? = nil) {
            (self.name, self.problems, self.failure) = (name, problems, failure)
        }
    }

    /// Something that is wrong with a recording.
    package struct Problem: Sendable {
        /// What kind it is, such as `code-changed`.
        package var kind: String
        /// What several recordings may have in common, such as the type of the action and the path.
        package var group: String
        package var sentence: String
        /// Its details, a line each.
        package var details: [String]
        /// Whether it is known, and so not held against the recording.
        package var isKnown: Bool
        /// Whether it is the recording that is wrong, the question, or nothing that could be found out.
        package var blame = Blame.recording
        /// The first place that differs, if any does.
        package var place: String?

        package enum Blame: Sendable { case recording, question, nothing }

        package init(kind: String, group: String, sentence: String, details: [String] = [], isKnown: Bool = false) {
            (self.kind, self.group, self.sentence, self.details, self.isKnown) = (kind, group, sentence, details, isKnown)
        }
    }

    package init(of command: String, isWrong: (one: String, several: String) = ("diverges", "diverge")) {
        (self.command, self.isWrong) = (command, isWrong)
    }

    package mutating func add(_ judged: Judged) { recordings.append(judged) }

    private var failed: Int { recordings.count { $0.isFailed } }
    var unread: Int { recordings.count { $0.failure != nil } }

    /// JUnit's XML: a test case for each recording.
    package var junit: String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuite name="\#(command)" tests="\#(recordings.count)" failures="\#(failed)" errors="\#(unread)">"#,
        ]
        for recording in recordings {
            let start = #"  <testcase classname="\#(command)" name="\#(Self.xml(recording.name))""#
            let problems = recording.problems.filter { !$0.isKnown }
            guard recording.failure != nil || !problems.isEmpty else {
                lines.append(start + "/>")
                continue
            }
            lines.append(start + ">")
            if let failure = recording.failure { lines.append(#"    <error message="\#(Self.xml(failure))"/>"#) }
            for problem in problems {
                let details = Self.xml(problem.details.joined(separator: "\n"))
                lines.append(#"    <failure type="\#(problem.kind)" message="\#(Self.xml(problem.sentence))">\#(details)</failure>"#)
            }
            lines.append("  </testcase>")
        }
        return (lines + ["</testsuite>"]).joined(separator: "\n") + "\n"
    }

    /// A text for XML, which can't have all characters: what is invisible is escaped as on a terminal.
    private static func xml(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { TerminalText.escaped(String($0)) }
        return lines.joined(separator: "\n").unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\u{fffe}", "\u{ffff}": text += "\\u" + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// How long Markdown may be: what the hosts of code accept for a comment.
    private static let markdownLimit = 60_000

    /// Markdown: the first problem of each group, and the others folded; never longer than 64 KB.
    package var markdown: String {
        let bad = failed + unread
        let sum =
            bad == 0 ? "\(recordings.count) of \(recordings.count) recordings hold" : "\(bad) of \(recordings.count) recordings do not hold"
        var text = "### \(MarkdownText.inline(command)): \(sum)\n"
        var leftOut = 0
        func add(_ part: String) {
            if text.utf8.count + part.utf8.count <= Self.markdownLimit { text += part } else { leftOut += 1 }
        }
        for recording in recordings {
            if let failure = recording.failure {
                add("\n- \(MarkdownText.code(recording.name)) can't be judged: \(MarkdownText.inline(failure))\n")
            }
        }
        var groups: [(name: String, members: [(recording: String, problem: Problem)])] = []
        for recording in recordings {
            for problem in recording.problems where !problem.isKnown {
                let name = problem.kind + " " + problem.group
                if let place = groups.firstIndex(where: { $0.name == name }) {
                    groups[place].members.append((recording.name, problem))
                } else {
                    groups.append((name, [(recording.name, problem)]))
                }
            }
        }
        for group in groups {
            guard let first = group.members.first else { continue }
            var part = "\n**\(MarkdownText.inline(first.problem.sentence))** in \(MarkdownText.code(first.recording))\n\n"
            part += MarkdownText.block(first.problem.details.map { Line($0) }).joined(separator: "\n") + "\n"
            add(part)
            let others = group.members.dropFirst()
            if others.isEmpty { continue }
            let shown = others.prefix(50)
            var fold = "\n<details><summary>\(others.count) more of this kind</summary>\n\n"
            fold += shown.map { "- \(MarkdownText.code($0.recording)): \(MarkdownText.inline($0.problem.sentence))\n" }.joined()
            if others.count > shown.count { fold += "- and \(others.count - shown.count) more\n" }
            add(fold + "\n</details>\n")
        }
        let known = recordings.reduce(0) { $0 + $1.problems.count { $0.isKnown } }
        if known > 0 { text += "\n\(known) known \(known == 1 ? "problem is" : "problems are") not counted.\n" }
        if leftOut > 0 { text += "\n\(leftOut) more \(leftOut == 1 ? "part is" : "parts are") left out here.\n" }
        return text
    }

    /// The lines that make GitHub show each problem with the run.
    package var annotations: [String] {
        func safe(_ text: String) -> String {
            text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
        }
        func property(_ text: String) -> String { safe(text).replacing(":", with: "%3A").replacing(",", with: "%2C") }
        return recordings.flatMap { recording in
            let title = property("\(command): \(recording.name)")
            let problems = recording.problems.filter { !$0.isKnown }.map { ([$0.sentence] + $0.details).joined(separator: "\n") }
            return (problems + [recording.failure].compactMap { $0 }).map { "::error title=\(title)::\(safe($0))" }
        }
    }
}

extension JudgedRecordings.Judged {
    /// Whether it has a problem that is not known.
    fileprivate var isFailed: Bool { failure == nil && problems.contains { !$0.isKnown } }
}

extension JudgedRecordings.Problem {
    /// A divergence that is held against the reducer; `nil` for another.
    package init?(_ divergence: Divergence) {
        guard divergence.kind.isFault else { return nil }
        let path = divergence.places.first.map { " \($0.pointer)" } ?? ""
        self.init(
            kind: divergence.kind.rawValue, group: divergence.type + path,
            sentence: "\(divergence.place): \(divergence.kind.clause)" + (divergence.reason.map { ": \($0)" } ?? ""),
            details: divergence.details.map { $0.text }, isKnown: divergence.isKnown)
        place = divergence.places.first.map { PatchText.name($0.pointer) }
    }

    /// An order that is held against the reducer, or is known; `nil` for another.
    package init?(_ finding: OrderFinding) {
        guard finding.isFault || finding.isKnown else { return nil }
        let place = finding.places.first.map { PatchText.name($0.pointer) }
        self.init(
            kind: finding.kind.rawValue, group: finding.step?.type ?? place ?? finding.rule?.name ?? "", sentence: finding.sentence,
            details: finding.details.map { $0.text }, isKnown: finding.isKnown)
        self.place = place
    }

    /// An invariant that does not hold; `nil` for another.
    package init?(_ row: CheckQuestion.Row) {
        guard let words = row.words else { return nil }
        self.init(
            kind: row.kind.rawValue, group: row.result.invariant.name,
            sentence: "\(row.kind.word): \(row.result.invariant.name)\(words)", details: ["\(row.result.invariant.condition)"],
            isKnown: row.isKnown)
        blame =
            switch row.kind {
            case .noPath, .noTest: .question
            case .unknown: .nothing
            case .broken: .recording
            }
    }
}
