package import RewindValue

/// `recording.follow`: makes the app send what it records, from now on until `recording.unfollow` or the end of the connection.
///
/// The notifications are ``RecordingLines``, ``RecordingSkipped`` and ``RecordingManifest``. A client that reconnects says what it has.
package struct FollowRecording: ControlMethod {
    package static let name = "recording.follow"
    /// Where to begin, if the client has nothing; by default at the start.
    package var from: FollowStart?
    /// What the client has: bytes by the file's name, such as `segments/000000/actions.ndjson`.
    package var have: [String: Int]?

    package init(from: FollowStart? = nil, have: [String: Int]? = nil) {
        self.from = from
        self.have = have
    }

    /// What comes back, before the first lines.
    package struct Answer: Codable, Sendable, Equatable {
        /// The recording's name; lines of another one do not continue what a client has.
        package var recording: String
        /// The last step so far.
        package var step: Int

        package init(recording: String, step: Int) {
            self.recording = recording
            self.step = step
        }
    }
}

/// Where a client begins to follow: a segment is always sent from its beginning, since it begins with the state.
package enum FollowStart: Codable, Sendable, Equatable {
    /// With everything that the app still has.
    case start
    /// With the newest segment.
    case now
    case step(Int)

    /// Reads `"start"`, `"now"` or a number.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .step(number)
            return
        }
        switch try container.decode(String.self) {
        case "start": self = .start
        case "now": self = .now
        default:
            throw DecodingError.dataCorruptedError(in: container, debugDescription: #"neither "start" nor "now" nor the number of a step"#)
        }
    }

    /// Writes `"start"`, `"now"` or a number.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .start: try container.encode("start")
        case .now: try container.encode("now")
        case .step(let number): try container.encode(number)
        }
    }
}

/// `recording.unfollow`: ends the lines.
package struct UnfollowRecording: ControlMethod {
    package static let name = "recording.unfollow"

    package init() {}
}

/// `recording.mark`: names the present moment.
package struct MarkRecording: ControlMethod {
    package static let name = "recording.mark"
    /// The mark's name.
    package var mark: String
    package var note: String?

    package init(_ mark: String, note: String? = nil) {
        self.mark = mark
        self.note = note
    }

    private enum CodingKeys: String, CodingKey {
        case mark = "name"
        case note
    }
}

/// `recording.lines`: whole lines appended to a file of the recording, verbatim.
package struct RecordingLines: ControlNotification, Equatable {
    package static let name = "recording.lines"
    package var segment: Int
    /// `actions` or `states`.
    package var stream: String
    /// The offset of the lines in the file, in bytes.
    package var offset: Int
    /// The lines, without their line feeds.
    package var lines: [String]

    package init(segment: Int, stream: String, offset: Int, lines: [String]) {
        self.segment = segment
        self.stream = stream
        self.offset = offset
        self.lines = lines
    }
}

/// `recording.skipped`: lines that this client does not get; it continues with a segment that begins with the state.
package struct RecordingSkipped: ControlNotification, Equatable {
    package static let name = "recording.skipped"
    /// The first step that is missing; `nil` if that is not known.
    package var from: Int?
    /// The last step that is missing; `nil` if that is not known.
    package var to: Int?
    package var why: Reason

    /// Why lines are skipped.
    package enum Reason: String, Codable, Sendable {
        /// The app's ring dropped them.
        case ring
        /// The client took them more slowly than the app made them.
        case slow
    }

    package init(from: Int?, to: Int?, why: Reason) {
        self.from = from
        self.to = to
        self.why = why
    }
}

/// `recording.manifest`: the recording's manifest, sent whenever it has changed.
package struct RecordingManifest: ControlNotification, Equatable {
    package static let name = "recording.manifest"
    /// The contents of `manifest.json`.
    package var manifest: JSONValue

    package init(manifest: JSONValue) { self.manifest = manifest }
}
