package import RewindFormat
package import RewindValue

extension History {
    /// The members of a log line that hold an action, its time and so on.
    package struct LogMembers: Sendable {
        /// The action's type.
        package var type = JSONPointer(tokens: ["type"])
        /// The time: a number of seconds, milliseconds, microseconds or nanoseconds since 1970, whichever is within this century, or an ISO
        /// 8601 date.
        package var time: JSONPointer?
        /// The action; by default the whole line.
        package var action: JSONPointer?
        /// The state after the action; by default there are no states.
        package var state: JSONPointer?
        /// The store; by default the log has one store.
        package var store: JSONPointer?
        /// The place where the action was dispatched.
        package var site: JSONPointer?

        /// Creates the default: lines are actions with a `type`, and nothing else.
        package init() {}
    }

    /// Reads a log of actions from any program: one JSON object a line, in the order in which the actions were reduced.
    ///
    /// Lines without an action are skipped, and counted in ``remarks``.
    ///
    /// - Throws: `RecordingError` if no line has an action, or if a named member occurs in no line.
    package init(log bytes: [UInt8], members: LogMembers, path: String) throws(RecordingError) {
        var entries: [Entry] = []
        var passed: [(line: Int, reason: String)] = []
        try JSONLines.forEach(in: HandedText.utf8(bytes)) { (number, line) throws(RecordingError) in
            let value: JSONValue
            do { value = try LoneSurrogate.parse(Array(line)).value } catch {
                passed.append((number, "it is not JSON"))
                return
            }
            guard let type = value[members.type]?.string else {
                passed.append((number, "it has no text at \(members.type)"))
                return
            }
            var entry = Entry(
                action: members.action.map { value[$0] } ?? value, type: type, timestamp: 0, state: members.state.flatMap { value[$0] },
                store: members.store.flatMap { value[$0]?.string }, isSkipped: false)
            if entry.state == nil { entry.error = "the log has no state here" }
            entry.about["site"] = members.site.flatMap { value[$0]?.string }.map(JSONValue.string)
            let time = members.time.flatMap { LoggedTime.nanoseconds(value[$0]) }
            entry.about["t"] = time.flatMap { FormatLimits.wallTimes.contains($0) ? .number(JSONNumber($0)) : nil }
            entries.append(entry)
        }
        guard !entries.isEmpty else {
            let why = passed.first.map { ": line \($0.line): \($0.reason)" } ?? ": it is empty"
            throw RecordingError(
                .notARecording, "not a log of actions, one JSON object a line\(why)", path: path,
                advice: "Name the member that has the type with --type-at")
        }
        let isThere: [(JSONPointer?, (Entry) -> Bool)] = [
            (members.time, { $0.about["t"] != nil }), (members.action, { $0.action != nil }),
            (members.state, { $0.state != nil }),
            (members.store, { $0.store != nil }), (members.site, { $0.about["site"] != nil }),
        ]
        for case (let place?, let isThere) in isThere where !entries.contains(where: isThere) {
            let what = place == members.time ? "a time" : "anything"
            throw RecordingError(
                .invalidRequest, "no line has \(what) at \(place)", path: path, advice: "Name a member that the lines have")
        }
        // Times count from the earliest one, and never decrease: the lines are in the order of the actions.
        let started = entries.lazy.compactMap { $0.about["t"]?.int }.min() ?? 0
        var (latest, backwards) = (0, 0)
        for index in entries.indices {
            let time = entries[index].about["t"]?.int.map { $0 &- started } ?? latest
            if time < latest { backwards += 1 }
            latest = max(latest, time)
            entries[index].about["t"] = .number(JSONNumber(latest))
        }
        self.init(entries: entries, initial: nil, started: started / 1_000_000, source: ["started": .number(JSONNumber(started))])
        (origin, app) = ("a log of actions", "Imported log")
        if let store = entries.lazy.compactMap(\.store).first { source["store"] = .string(store) }
        if let first = passed.first {
            let count = passed.count == 1 ? "1 line is no action" : "\(passed.count) lines are no actions"
            remarks.append("\(count), and passed over; the first is line \(first.line): \(first.reason)")
        }
        if backwards > 0 {
            let count = backwards == 1 ? "1 line has" : "\(backwards) lines have"
            remarks.append("\(count) an earlier time than a line before, whose time counts")
        }
        try checkNesting(path)
    }
}

/// Parses times as logs write them.
private enum LoggedTime {
    /// Nanoseconds since 1970; `nil` if the value is no time.
    static func nanoseconds(_ value: JSONValue?) -> Int? {
        switch value {
        case .number(let number)?:
            let text = JSONValue.number(number).jsonText
            guard let value = Double(text), value > 0, value < 9e18 else { return nil }
            let factor = value >= 1e17 ? 1 : value >= 1e14 ? 1e3 : value >= 1e11 ? 1e6 : 1e9
            if let exact = Int(text) { return exact.multipliedReportingOverflow(by: Int(factor)).partialValue }
            return Int(exactly: (value * factor).rounded())
        case .string(let text)?: return iso8601(text)
        default: return nil
        }
    }

    /// Parses a date such as `2026-11-21T11:50:02.123+01:00`; without a zone, it is taken for UTC.
    ///
    /// - Returns: `nil` for no date of the calendar, and for one before 1970 or too late for nanoseconds in 64 bits: logs write 9999-12-31
    ///   for never.
    private static func iso8601(_ text: String) -> Int? {
        let form = #/(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9})\d*)?(Z|[+-]\d\d:?\d\d)?/#
        guard let match = text.wholeMatch(of: form) else { return nil }
        func number(_ part: Substring) -> Int { Int(part) ?? 0 }
        let parts = match.output
        let (year, month, day) = (number(parts.1), number(parts.2), number(parts.3))
        let (hour, minute, second) = (number(parts.4), number(parts.5), number(parts.6))
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1970...2261).contains(year), (1...12).contains(month), (1...lengths[month - 1]).contains(day), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        // Days since 1970-03-01, in years that begin in March, so that leap days come last.
        let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
        let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468
        var seconds = days * 86_400 + hour * 3_600 + minute * 60 + second
        if let zone = parts.8, zone != "Z" {
            let digits = zone.filter(\.isNumber)
            let (hours, minutes) = (number(digits.prefix(2)), number(digits.suffix(2)))
            guard hours < 24, minutes < 60 else { return nil }
            let offset = hours * 3_600 + minutes * 60
            seconds -= zone.hasPrefix("-") ? -offset : offset
        }
        let fraction = parts.7.map { number(Substring($0.padded(to: 9))) } ?? 0
        return seconds * 1_000_000_000 + fraction
    }
}

extension Substring {
    /// The digits, padded with zeros at the end to a length.
    fileprivate func padded(to count: Int) -> String { self + String(repeating: "0", count: Swift.max(0, count - self.count)) }
}
