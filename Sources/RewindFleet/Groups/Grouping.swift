package import RewindFormat
import RewindReplay
import RewindValue

/// The groups of many sessions: which bug is the most frequent, since when, and what its sessions have in common.
package struct Grouping: Sendable {
    /// The groups, the most frequent first.
    package let groups: [SessionGroup]
    package let sessions: Int

    package var hasManyApps: Bool { groups.contains { $0.app != groups[0].app } }

    /// The first of the groups.
    package func first(_ count: Int) -> ArraySlice<SessionGroup> { groups.prefix(count) }

    /// The groups of sessions, without what separates them: what `groups.sql` counts, for a machine without DuckDB.
    package init(of sessions: [Session]) {
        self.sessions = sessions.count
        let ended = sessions.filter { $0.story.fingerprint != nil }.sorted { ($0.started, $0.id) < ($1.started, $1.id) }
        var groups: [SessionGroup] = []
        for (key, some) in Dictionary(grouping: ended, by: { [$0.app, $0.story.fingerprint ?? ""] }) {
            guard let one = some.first,
                let example = some.min(by: { ($0.losses.signum(), $0.steps, $0.id) < ($1.losses.signum(), $1.steps, $1.id) })
            else { continue }
            let dated = some.filter { $0.started != 0 }
            let reasons = Self.counts(some.map { Reason(signal: $0.signal, reason: $0.reason) }) {
                $0.count > $1.count || $0.count == $1.count && $0.value < $1.value
            }
            let versions = Self.counts(some.map { $0.version ?? "unknown" }) { ($0.value.age, $0.value) < ($1.value.age, $1.value) }
            let devices = Self.counts(some.map { $0.device ?? "unknown" }) { ($1.count, $0.value) < ($0.count, $1.value) }
            groups.append(
                SessionGroup(
                    fingerprint: key[1], app: key[0], ending: one.story.ending, signal: reasons.first?.value.signal,
                    reason: reasons.first?.value.reason, reasons: reasons.count, story: one.story.text, action: one.story.action,
                    function: one.story.function, sessions: some.count,
                    share: (Double(some.count) / Double(sessions.count) * 1e6).rounded() / 1e6,
                    first: dated.first.map { Self.time($0.started) }, last: dated.last.map { Self.time($0.started) },
                    since: versions.first { $0.value != "unknown" }?.value, versions: versions.map { "\($0.value): \($0.count)" },
                    devices: devices.map { "\($0.value): \($0.count)" }, example: example.id, source: example.source,
                    steps: example.steps, effects: Self.effects(of: some)))
        }
        self.groups = groups.sorted { ($1.sessions, $0.app, $0.fingerprint) < ($0.sessions, $1.app, $1.fingerprint) }
    }

    /// What was under way when the sessions ended, as `effects.sql` counts it.
    private static func effects(of sessions: [Session]) -> SessionGroup.Effects? {
        let recorded = sessions.compactMap(\.effects)
        if recorded.isEmpty { return nil }
        let names = counts(recorded.flatMap { $0 }) { ($1.count, $0.value) < ($0.count, $1.value) }
        return SessionGroup.Effects(
            recorded: recorded.count,
            underWay: names.prefix(SessionGroup.Effects.limit).map { SessionGroup.Effects.UnderWay(name: $0.value, sessions: $0.count) })
    }

    /// Why a session ended; one without a signal or a reason comes behind those with one.
    private struct Reason: Hashable, Comparable {
        let signal: String?
        let reason: String?

        static func < (one: Self, other: Self) -> Bool {
            (one.signal == nil ? 1 : 0, one.signal ?? "", one.reason == nil ? 1 : 0, one.reason ?? "")
                < (other.signal == nil ? 1 : 0, other.signal ?? "", other.reason == nil ? 1 : 0, other.reason ?? "")
        }
    }

    /// How often each value is there, in an order.
    private static func counts<Value: Hashable>(
        _ values: [Value], by order: ((value: Value, count: Int), (value: Value, count: Int)) -> Bool
    ) -> [(value: Value, count: Int)] {
        Dictionary(grouping: values) { $0 }.map { (value: $0.key, count: $0.value.count) }.sorted(by: order)
    }

    /// The groups of a dataset, with what separates them.
    ///
    /// - Parameters:
    ///   - chosen: the files whose sessions count, each path by the hash of its file; by default all. An example is named by its path here,
    ///     since its file may have been elsewhere when it was added.
    ///   - folder: an existing folder for temporary files.
    ///   - most: how many sequences and places are named for each group.
    /// - Throws: `RecordingError` if the engine can't be run, or can't answer.
    package init(
        of dataset: Dataset, by engine: Engine, chosen paths: [String: String]? = nil, in folder: String, most: Int = 3
    ) throws(RecordingError) {
        let count = Array("SELECT count(*) AS sessions FROM sessions".utf8)
        let rows = try dataset.rows(
            of: [count] + FleetQuery.allCases.map(\.text), by: engine, chosen: paths.map { Set($0.keys) }, in: folder)
        sessions = rows[0].first?["sessions"]?.int ?? 0
        let sources = Dictionary((paths ?? [:]).map { (Session.id(of: $0.key), $0.value) }) { one, _ in one }
        var groups: [SessionGroup] = []
        for row in rows[1] {
            guard var group = SessionGroup(row: row) else { throw Self.incomplete(.groups) }
            group.source = sources[group.example] ?? group.source
            func separations(_ rows: [JSONObject], _ query: FleetQuery) throws(RecordingError) -> [SessionGroup.Separation] {
                var found: [SessionGroup.Separation] = []
                for row in rows
                where row["app"]?.string == group.app && row["fingerprint"]?.string == group.fingerprint && found.count < most {
                    guard let one = SessionGroup.Separation(row: row) else { throw Self.incomplete(query) }
                    found.append(one)
                }
                return found
            }
            group.sequences = try separations(rows[2], .sequences)
            group.places = try separations(rows[3], .places)
            group.effects = SessionGroup.Effects(
                rows: rows[4].filter { $0["app"]?.string == group.app && $0["fingerprint"]?.string == group.fingerprint })
            groups.append(group)
        }
        self.groups = groups
    }

    private static func incomplete(_ query: FleetQuery) -> RecordingError {
        RecordingError(.system, "a row of \(query.fileName) lacks a column")
    }

    /// A time as DuckDB and Spark write it.
    private static func time(_ nanoseconds: Int) -> String {
        let (date, time) = UTC.parts(nanoseconds)
        return "\(date) \(time)"
    }
}

extension String {
    /// A version as a text that sorts by age, as in `groups.sql`: each of the first four parts has twelve digits.
    fileprivate var age: String {
        let parts = split(separator: ".", maxSplits: 4, omittingEmptySubsequences: false).prefix(4) + Array(repeating: "", count: 4)
        return parts.prefix(4).map { String(repeating: "0", count: max(0, 12 - $0.count)) + $0.prefix(12) }.joined()
    }
}
