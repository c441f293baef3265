import RewindArchive
package import RewindFormat
package import RewindReplay
import RewindValue

/// Tells whether recordings are of one session of an app, such as a bug report, its masked copy and the original.
package struct SessionMark: Sendable, Hashable {
    /// The run of the app, by its name and the nanosecond at which it began.
    let session: RecordingSummary.Session
    private let fingerprint: String
    /// The digest of what was recorded; empty if a command made the recording from others.
    private let content: String

    init?(of manifest: Manifest, _ story: Story) {
        guard let session = Self.session(of: manifest) else { return nil }
        self.session = session
        fingerprint = story.fingerprint ?? ""
        let files = manifest.segments.flatMap { [$0.actions.sha256, $0.states.sha256] }
        content = manifest.isDerived ? "" : Digest.hex(of: Array(files.joined().utf8))
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

    /// Whether both are of one session: two that an app recorded have the same content and end, too.
    ///
    /// A copy may have other names in its end.
    func isSame(as other: SessionMark) -> Bool {
        session == other.session
            && (content.isEmpty || other.content.isEmpty || content == other.content && fingerprint == other.fingerprint)
    }

    var isOriginal: Bool { !content.isEmpty }
}

extension SessionMark {
    /// Its members in a list of the sessions that a dataset has.
    var members: JSONObject {
        var members: JSONObject = ["ended": .string(fingerprint), "content": .string(content)]
        members["started"] = .number(JSONNumber(session.started))
        members["app"] = session.app.map(JSONValue.string)
        return members
    }

    init?(_ members: JSONValue) {
        guard let started = members["started"]?.int, let fingerprint = members["ended"]?.string,
            let content = members["content"]?.string
        else { return nil }
        self.fingerprint = fingerprint
        self.content = content
        session = RecordingSummary.Session(app: members["app"]?.string, started: started)
    }
}
