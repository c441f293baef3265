package import RewindFormat
package import RewindReplay
import RewindSystem
package import RewindValue

/// What is known about a session without reading its steps: a row of the dataset's `sessions`.
package struct Session: Sendable {
    /// The session's name in the dataset: the first 16 digits of ``hash``.
    package var id: String { Self.id(of: hash) }
    /// The SHA-256 of the file, in hexadecimal.
    package var hash: String
    /// The path of the file.
    package var source: String
    package var app: String
    package var version: String?
    package var build: String?
    package var system: String?
    package var device: String?
    /// When the recording began: nanoseconds since 1970; 0 if unknown, or if the device's clock was wrong.
    package var started: Int
    /// What tells whether another recording is of this session; `nil` if nothing does.
    let mark: SessionMark?
    /// Nanoseconds.
    package var duration: Int
    package var steps: Int
    package var signal: String?
    package var reason: String?
    package var story: Story
    /// The names of the effects that were under way at the end; `nil` if the recording has no effects recorded.
    package var effects: Set<String>?
    /// How many losses the recording reports.
    package var losses: Int
    package var level: String

    /// The session of a recording.
    ///
    /// - Throws: `RecordingError` if the recording's end can't be read.
    package init(of timeline: Timeline, source: String, hash: String) throws(RecordingError) {
        let recording = timeline.recording
        let manifest = recording.manifest
        (self.hash, self.source) = (hash, source)
        app = manifest.appName ?? "unknown"
        version = manifest.appVersion
        build = manifest.app["build"]?.string
        system = manifest.device["os"]?.string
        device = manifest.device["model"]?.string ?? manifest.device["architecture"]?.string
        started = Self.isPossible(manifest.started, of: manifest) ? manifest.started : 0
        duration = recording.length
        steps = timeline.steps.upperBound - timeline.steps.lowerBound
        signal = manifest.ending.signal
        reason = manifest.ending.reason
        story = try Story(of: timeline)
        effects = try timeline.effectsUnderWayAtEnd().map { Set($0.map(\.begin.name)) }
        mark = SessionMark(of: manifest, story)
        losses = recording.losses.all.count
        level = manifest.level ?? "secrets"
    }

    /// Whether a clock can have been right: no app recorded before 2025, nor will have recorded tomorrow.
    ///
    /// What was imported may be older.
    private static func isPossible(_ started: Int, of manifest: Manifest) -> Bool {
        let day = 86_400_000_000_000
        let first = manifest.isDerived ? 0 : 20_089 * day
        return started >= first && started < SystemFacts.wallNanoseconds() + day
    }

    /// The name of the session in a file with a hash.
    static func id(of hash: String) -> String { String(hash.prefix(16)) }

    /// The day on which the recording began, in UTC: `2026-11-21`; `1970-01-01` if unknown.
    package var day: String { UTC.parts(started).date }

    /// The columns of `sessions`, without those of the partition.
    package var row: JSONObject {
        var row: JSONObject = [:]
        row["session"] = .string(id)
        row["version"] = version.map(JSONValue.string)
        row["build"] = build.map(JSONValue.string)
        row["system"] = system.map(JSONValue.string)
        row["device"] = device.map(JSONValue.string)
        row["started"] = started == 0 ? nil : .string(UTC.iso8601(started))
        row["duration"] = .number(JSONNumber(duration))
        row["steps"] = .number(JSONNumber(steps))
        row["ending"] = .string(story.ending)
        row["signal"] = signal.map(JSONValue.string)
        row["reason"] = reason.map(JSONValue.string)
        row["fingerprint"] = story.fingerprint.map(JSONValue.string)
        row["story"] = story.text.map(JSONValue.string)
        row["action"] = story.action.map(JSONValue.string)
        row["frame"] = story.function.map(JSONValue.string)
        row["losses"] = .number(JSONNumber(losses))
        row["level"] = .string(level)
        row["source"] = .string(source)
        row["hash"] = .string(hash)
        return row
    }
}
