import RewindArchive
package import RewindFormat
package import RewindReplay
import RewindValue

/// Tells whether recordings are of one session of an app, such as a bug report, its masked copy and the original.
package struct SessionMark: Sendable, Hashable {
    /// The run of the app, by its name and the nanosecond at which it began.
    let session: RecordingSummary.Session
    private let origin: Origin

    private enum Origin: Hashable {
        /// An app, or another program's file: the digest of what is recorded, and of how it ended.
        case recorded(digest: String)
        /// A command, from another recording.
        case made
    }

    init?(of manifest: Manifest, _ story: Story) {
        guard let session = Self.session(of: manifest) else { return nil }
        self.session = session
        let isMade = manifest.derived == true || manifest.edits.contains { $0.kind != .imported && $0.kind != .renumber }
        let parts = manifest.segments.flatMap { [$0.actions.sha256, $0.states.sha256] } + [story.fingerprint ?? ""]
        origin = isMade ? .made : .recorded(digest: Digest.hex(of: Array(parts.joined(separator: "\n").utf8)))
    }

    /// - Throws: `RecordingError` if the last segment can't be read.
    init?(of timeline: Timeline) throws(RecordingError) {
        guard Self.session(of: timeline.recording.manifest) != nil else { return nil }
        self.init(of: timeline.recording.manifest, try Story(of: timeline))
    }

    /// Whether two recordings are of one session.
    ///
    /// - Throws: `RecordingError` if the last segment of one can't be read.
    package static func areOfOneSession(_ one: Timeline, _ other: Timeline) throws(RecordingError) -> Bool {
        guard session(of: one.recording.manifest) == session(of: other.recording.manifest), let mark = try SessionMark(of: one),
            let other = try SessionMark(of: other)
        else { return false }
        return mark.isSame(as: other)
    }

    /// The session of a recording; `nil` if no time tells it from others.
    static func session(of manifest: Manifest) -> RecordingSummary.Session? {
        manifest.started > 0 ? .init(app: manifest.appName, started: manifest.started) : nil
    }

    /// Whether both are of one session: of two that an app recorded, what is recorded has to be the same as well.
    func isSame(as other: SessionMark) -> Bool {
        session == other.session && (origin == other.origin || origin == .made || other.origin == .made)
    }

    var isOriginal: Bool { origin != .made }
}

extension SessionMark {
    /// Its members in a list of the sessions that a dataset has.
    var members: JSONObject {
        var members: JSONObject = ["started": .number(JSONNumber(session.started))]
        members["app"] = session.app.map(JSONValue.string)
        if case .recorded(let digest) = origin { members["content"] = .string(digest) }
        return members
    }

    init?(_ members: JSONValue) {
        guard let started = members["started"]?.int else { return nil }
        session = RecordingSummary.Session(app: members["app"]?.string, started: started)
        origin = members["content"]?.string.map(Origin.recorded) ?? .made
    }
}
