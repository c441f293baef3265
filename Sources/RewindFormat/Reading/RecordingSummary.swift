/// One recording in a list: its manifest, and what is known without reading it whole.
package struct RecordingSummary: Sendable {
    package var path: String
    /// The recording's manifest; `nil` if it can't be read.
    package var manifest: Manifest?
    package var form: Recording.Form
    /// Whether its app is still recording.
    package var isLive = false
    /// The first and the last step with an action; `nil` without any.
    package var steps: ClosedRange<Int>?
    /// Nanoseconds from its beginning to its last action; `nil` without any action.
    package var duration: Int?
    /// Its size on the disk; `nil` until that is settled.
    package var bytes: Int?
    /// Whether some of it is known to be lost.
    package var isLossy = false
    /// Why it can't be read.
    package var problem: String?

    /// A recording at a path, with nothing else known yet.
    package init(path: String, form: Recording.Form) {
        self.path = path
        self.form = form
    }

    /// Nanoseconds since 1970; a recording that can't be read is older than all others.
    package var started: Int { manifest?.started ?? .min }

    /// Identifies one run of an app.
    package struct Session: Hashable {
        package let app: String?
        package let started: Int

        package init(app: String?, started: Int) { (self.app, self.started) = (app, started) }
    }

    /// The run of an app that made the recording; `nil` if the manifest can't be read.
    package var session: Session? { manifest.map { Session(app: $0.appName, started: $0.started) } }

    /// Whether it has more of a session than another recording of an app has; what its app is still recording has all of it, and what a
    /// command left out is no recording of the app.
    package func saysMore(than other: RecordingSummary) -> Bool {
        if other.isLive || manifest?.isDerived == true { return false }
        let (own, others) = (steps?.count ?? 0, other.steps?.count ?? 0)
        return own > others || own == others && other.isLossy && !isLossy
    }

    /// Takes over the facts of an open recording.
    package mutating func add(_ recording: Recording) {
        manifest = recording.manifest
        steps = recording.steps
        isLossy = !recording.losses.isEmpty
        duration = recording.times.map { _ in recording.length }
    }
}
