package import RewindFormat
package import RewindValue

extension History {
    /// The members of a log line that hold an action, its time and so on.
    package struct LogMembers: Sendable {
        /// The action's type.
        package var type = JSONPointer(tokens: ["type"])
        /// The time: a number of seconds, milliseconds, microseconds or nanoseconds since 1970, whichever is within this century, or a date
        /// as programs print it.
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

    /// Reads a log of actions from any program: JSON objects in the order in which the actions were reduced, one a line, in an array, or one
    /// behind the other.
    ///
    /// What is no action is skipped, and counted in ``remarks``, as are times that are not understood.
    ///
    /// - Throws: `RecordingError` if no line has an action, or if a named member occurs in no line.
    package init(log bytes: [UInt8], members: LogMembers, path: String) throws(RecordingError) {
        var entries: [Entry] = []
        var (times, lines): ([LoggedTime], [Int]) = ([], [])
        var passed: [(line: Int, reason: String)] = []
        JSONDocuments.forEach(in: UserText.utf8(bytes)) { number, document in
            guard let value = try? LoneSurrogate.parse(Array(document)).value else {
                passed.append((number, "it is not JSON"))
                return
            }
            guard let type = value[members.type]?.string else {
                passed.append((number, "it has no text at \(members.type)"))
                return
            }
            var entry = Entry(
                action: members.action.map { value[$0] } ?? value, type: type, state: members.state.flatMap { value[$0] },
                store: members.store.flatMap { value[$0]?.string }, isSkipped: false)
            entry.about["site"] = members.site.flatMap { value[$0]?.string }.map(JSONValue.string)
            entries.append(entry)
            if let place = members.time { times.append(LoggedTime(value[place])) }
            lines.append(number)
        }
        guard !entries.isEmpty else {
            let why = passed.first.map { ": line \($0.line): \($0.reason)" } ?? ": it is empty"
            throw RecordingError(
                .notARecording, "not a log of actions, one JSON object a line\(why)", path: path,
                advice: "Name the member that has the type with --type-at")
        }
        if let place = members.time, !times.contains(where: { $0.nanoseconds != nil }) {
            let foreign = zip(times, lines).first { $0.0.foreign != nil }
            let what = foreign.map { "a time that is understood at \(place): line \($0.1) has \($0.0.foreign ?? "")" }
            throw RecordingError(
                .invalidRequest, "no line has \(what ?? "a time at \(place)")", path: path,
                advice: foreign == nil
                    ? "Name a member that the lines have"
                    : "Times are numbers since 1970, in seconds or parts of them, or dates such as 2026-11-21T11:50:02Z")
        }
        let isThere: [(JSONPointer?, (Entry) -> Bool)] = [
            (members.action, { $0.action != nil }), (members.state, { $0.state != nil }), (members.store, { $0.store != nil }),
            (members.site, { $0.about["site"] != nil }),
        ]
        for case (let place?, let isThere) in isThere where !entries.contains(where: isThere) {
            throw RecordingError(
                .invalidRequest, "no line has anything at \(place)", path: path, advice: "Name a member that the lines have")
        }
        self.init(entries: entries, initial: nil, started: 0, source: [:])
        (origin, app) = ("a log of actions", "Imported log")
        if let store = entries.lazy.compactMap(\.store).first { source["store"] = .string(store) }
        if let first = passed.first {
            let count = passed.count == 1 ? "1 line is no action" : "\(passed.count) lines are no actions"
            remarks.append("\(count), and passed over; the first is line \(first.line): \(first.reason)")
        }
        if members.time != nil { setTimes(LoggedTimes(times) { "line \(lines[$0])" }) }
        try checkNesting(path)
    }
    /// Gives each entry its time.
    mutating func setTimes(_ times: LoggedTimes) {
        for (index, time) in times.times.enumerated() { entries[index].about["t"] = .number(JSONNumber(time)) }
        started = times.started / 1_000_000
        source["started"] = .number(JSONNumber(times.started))
        clocks = times.clocks
        remarks += times.remarks
    }
}
