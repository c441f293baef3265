package import RewindFormat
import RewindReplay
import RewindValue

/// The groups of many sessions: which bug is the most frequent, since when, and what its sessions have in common.
package struct Grouping: Sendable {
    /// The groups, the most frequent first.
    package let groups: [SessionGroup]
    /// How many sessions there are.
    package let sessions: Int

    /// The first of the groups.
    package func first(_ count: Int) -> ArraySlice<SessionGroup> { groups.prefix(count) }

    /// The groups of sessions, without what separates them: what `groups.sql` counts, for a machine without DuckDB.
    package init(of sessions: [Session]) {
        self.sessions = sessions.count
        let ended = sessions.filter { $0.story.fingerprint != nil }.sorted { ($0.started, $0.id) < ($1.started, $1.id) }
        var groups: [SessionGroup] = []
        for (fingerprint, some) in Dictionary(grouping: ended, by: { $0.story.fingerprint ?? "" }) {
            guard let first = some.first, let last = some.last,
                let example = some.min(by: { ($0.losses.signum(), $0.steps, $0.id) < ($1.losses.signum(), $1.steps, $1.id) })
            else { continue }
            func counts(_ value: (Session) -> String?) -> [String] {
                Dictionary(grouping: some, by: { value($0) ?? "unknown" }).map { "\($0.key): \($0.value.count)" }.sorted()
            }
            groups.append(
                SessionGroup(
                    fingerprint: fingerprint, app: some.map(\.app).min() ?? first.app, ending: first.story.ending,
                    signal: some.compactMap(\.signal).min(), story: first.story.text, function: first.story.function,
                    sessions: some.count, share: (Double(some.count) / Double(sessions.count) * 1e6).rounded() / 1e6,
                    first: Self.time(first.started), last: Self.time(last.started), since: first.version, versions: counts(\.version),
                    devices: counts(\.device), example: example.id, source: example.source, steps: example.steps))
        }
        self.groups = groups.sorted { ($1.sessions, $0.fingerprint) < ($0.sessions, $1.fingerprint) }
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
                for row in rows where row["fingerprint"]?.string == group.fingerprint && found.count < most {
                    guard let one = SessionGroup.Separation(row: row) else { throw Self.incomplete(query) }
                    found.append(one)
                }
                return found
            }
            if group.sessions >= Self.telling {
                group.sequences = try separations(rows[2], .sequences)
                group.places = try separations(rows[3], .places)
            }
            groups.append(group)
        }
        self.groups = groups
    }

    /// How many sessions a group needs: what one or two sessions have and others lack is chance.
    private static let telling = 3

    private static func incomplete(_ query: FleetQuery) -> RecordingError {
        RecordingError(.system, "a row of \(query.fileName) lacks a column")
    }

    /// A time as DuckDB and Spark write it.
    private static func time(_ nanoseconds: Int) -> String {
        UTC.iso8601(nanoseconds).replacing("T", with: " ").replacing("Z", with: "")
    }
}
