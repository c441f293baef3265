import RewindArchive
import RewindFormat
import RewindRedaction
import RewindRendering
import RewindValue

/// What is said about texts that are pseudonyms, before a person takes them for the app's.
enum PseudonymText {
    /// - Parameter level: that of the recording; `nil` if that is not known.
    static func sentence(_ level: String?) -> String? {
        guard level == RedactionLevel.masked.rawValue else { return nil }
        return "texts and long numbers are pseudonyms (level masked); what an app records at the level secrets or everything shows them"
    }
}

/// The removals by a redaction, for people and for programs.
struct RedactionText {
    private let report: RedactionReport
    private let tense: Tense
    /// Whether all other texts were masked.
    private let isMasked: Bool
    /// Rules that were requested but found nothing.
    private let unmatched: [String]

    /// Whether the removals were made, or would be made.
    enum Tense { case done, possible }

    init(_ report: RedactionReport, tense: Tense, isMasked: Bool = false, unmatched: [String] = []) {
        self.report = report
        self.tense = tense
        self.isMasked = isMasked
        self.unmatched = unmatched
    }

    /// For people: one line for each rule and place, followed by the values to check.
    var lines: [Line] {
        var lines: [Line] = []
        if isMasked {
            lines.append(Line("texts and long numbers were replaced by pseudonyms, except for names from the source code").hanging(0))
        }
        if report.removals.isEmpty {
            if !isMasked { lines.append(Line(tense == .done ? "the rules removed nothing" : "the rules would remove nothing")) }
        } else {
            lines.append(Line(tense == .done ? isMasked ? "removed by rules:" : "removed:" : "the rules would remove:", .strong))
            lines += report.removals.map { row($0, Line($0.rule, .name)) }
        }
        return lines + notes
    }

    /// The values that the user should check.
    private var notes: [Line] {
        var lines: [Line] = []
        if !report.leftovers.isEmpty {
            let times = report.leftovers.reduce(0) { $0 + $1.count }
            lines += [Line(), Line("what was removed still occurs elsewhere, \(times) \(times == 1 ? "time" : "times"):", .alarm)]
            lines += report.leftovers.map { row($0, Line("the same text")) }
            lines.append(Line("remove it there with --path POINTER, or everywhere with --key WORD", .faint).hanging(0))
        }
        if !report.unread.isEmpty {
            lines += [Line(), Line("not text, so not searched: " + Self.names(report.unread).joined(separator: ", "), .alarm).hanging(0)]
        }
        if report.leftOutPictures > 0 {
            let words = report.leftOutPictures == 1 ? "1 picture of the app was" : "\(report.leftOutPictures) pictures of the app were"
            lines.append(Line("\(words) left out, since what is masked can be seen there").hanging(0))
        }
        if !unmatched.isEmpty {
            lines += [Line(), Line("rules that found nothing: " + unmatched.joined(separator: ", "), .alarm).hanging(0)]
        }
        return lines
    }

    /// The names of files, of which the app's pictures are one: `23 pictures of the app`.
    static func names(_ files: [String]) -> [String] {
        let others = files.filter { !Manifest.isPicture(file: $0.hasPrefix("attachments/") ? $0 : "attachments/" + $0) }
        let count = files.count - others.count
        return count < 3 ? files : others + ["\(count) pictures of the app"]
    }

    private func row(_ removal: RedactionReport.Removal, _ what: Line) -> Line {
        var line = Line(DisplayWidth.aligned("\(removal.count) ×", to: 7) + "  ") + what
        let place = removal.place.description
        line.add(
            String(repeating: " ", count: max(0, 28 - DisplayWidth.of(what.text))) + "  \(removal.part)"
                + (place.isEmpty ? "" : " \(place)"))
        if let step = removal.step { line.add("  from step \(step)", .faint) }
        return line.hanging(9)
    }

    /// For programs: one object.
    func json(written: String?) -> JSONValue {
        var object: JSONObject = [
            "removed": .array(report.removals.map { json($0, ["rule": .string($0.rule)]) }),
            "unread": .array(report.unread.map(JSONValue.string)),
        ]
        if !report.leftovers.isEmpty {
            object["surviving"] = .array(report.leftovers.map { json($0, [:]) })
        }
        if report.leftOutPictures > 0 { object["picturesLeftOut"] = .number(JSONNumber(report.leftOutPictures)) }
        if !unmatched.isEmpty { object["foundNothing"] = .array(unmatched.map(JSONValue.string)) }
        object["written"] = written.map(JSONValue.string)
        return .object(object)
    }

    private func json(_ removal: RedactionReport.Removal, _ head: JSONObject) -> JSONValue {
        var object = head
        object["part"] = .string(removal.part)
        object["place"] = .string(removal.place.description)
        object["count"] = .number(JSONNumber(removal.count))
        object["step"] = removal.step.map { .number(JSONNumber($0)) }
        return .object(object)
    }
}
