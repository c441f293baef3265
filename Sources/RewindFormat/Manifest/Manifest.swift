package import RewindValue

/// A recording's `manifest.json`: where it comes from, how it ended, what it contains and what was lost.
///
/// A live recording's manifest has what is known at the start; sealing adds the counts, the segments and the hashes.
package struct Manifest: Sendable, Equatable {
    package var format = FormatVersion.current
    /// The library that recorded, by name and version, in the form of ``RewindVersion/text``.
    package var recorder: String
    /// The tester's title of the recording.
    package var title: String?
    /// The tester's note about it.
    package var note: String?
    /// Which of ``title`` and ``note`` a person gave while it was recorded, by those names: words of theirs, and not of the app's.
    package var byHand: [String] = []
    /// A value that the tester says is wrong.
    package var wrong: WrongValue?
    /// The app's name, version and whatever else the app says about itself, all of it text.
    package var app: JSONObject = [:]
    /// The system and the machine, all of it text.
    package var device: JSONObject = [:]
    /// The stores, in the order they were first seen.
    package var stores: [StoreInfo] = []
    /// The shapes of the stores' types, as far as they are known: each a `TypeShape`, under the type's name.
    package var types: JSONObject = [:]
    /// When the recording began, by the wall clock: nanoseconds since 1970.
    package var started: Int
    /// The limits of a ring, which drops its oldest segments to stay within them: `steps`, `age` in nanoseconds, `bytes`; `nil` if
    /// everything is kept.
    package var limits: JSONObject?
    /// The steps whose state the recorder took, in words: `every 10`, `when idle`, `keyframes only`; `nil` if it took all.
    package var capture: String?
    package var ending = Ending(.recording)
    /// Facts from the app about this recording, of any kind.
    package var metadata: JSONObject = [:]
    /// The files added to a live recording; in a sealed recording they are in ``entries``.
    package var attachments: [AttachmentInfo] = []
    /// Counters: what was recorded, merged, dropped and could not be encoded.
    package var counts = RecordingCounts()
    /// How much of the app's texts and numbers was recorded: `masked`, `secrets` or `everything`; `nil`, from an older recorder, means
    /// `secrets`.
    package var level: String?
    /// Whether its texts and long numbers are pseudonyms.
    package var hidesTexts: Bool { level == "masked" }
    /// How often each rule removed something; if the recorder died before it could write that, only ``recoveredRemovals``.
    package var removals: [String: Int] = [:]
    /// The segments of a sealed recording, in order.
    package var segments: [SegmentInfo] = []
    /// All other entries of a sealed recording except the manifest itself.
    package var entries: [EntryInfo] = []
    /// The losses that were known when the recording was sealed, and those that the recorder noted.
    package var losses: [Loss] = []
    /// The edits of the recording after it was sealed, a sentence each, such as what was cut away.
    package var edits: [RecordingEdit] = []
    /// Whether a tool made the recording from others; `nil` if only ``edits`` show it, see ``isDerived``.
    package var derived: Bool?
    /// The recordings that were put on one clock to make this one, if it was made so.
    package var parts: [PartInfo] = []
    /// Members that this version does not know.
    package var unknown: JSONObject = [:]

    /// The manifest of a recording that begins now.
    package init(recorder: String, started: Int) {
        self.recorder = recorder
        self.started = started
    }

    /// The name under which ``removals`` counts if the process died: the places that the lines list, whose rules are no longer known.
    package static let recoveredRemovals = "recovered"

    package static let entryName = "manifest.json"

    /// A store: its name in the lines, and the Swift types it holds.
    package struct StoreInfo: Sendable, Equatable {
        package var name: String
        package var state: String
        /// The type of the actions, if it is known.
        package var action: String?
        /// The version of the state, which migrations begin with: 1 unless the app said another.
        package var version = 1
        /// What makes recording its states expensive, a text each.
        package var slow: [String] = []
        /// Stored properties of the state that are not encoded, and so are not in the recording, such as `session.cache`.
        package var unrecorded: [String] = []
        /// Members that this version does not know.
        package var unknown: JSONObject = [:]

        package init(name: String, state: String, action: String? = nil) {
            self.name = name
            self.state = state
            self.action = action
        }
    }

    /// A file that the app added while it recorded.
    package struct AttachmentInfo: Sendable, Equatable {
        /// The name in the recording, such as `attachments/1-cart.png`.
        package var name: String
        /// What people call the file.
        package var title: String?
        package var type: String?
        /// The last step that had a number by then.
        package var step: Int?
        /// Monotonic nanoseconds since the recording began.
        package var time: Int?
        /// The size in bytes.
        package var bytes: Int?

        /// An entry for a file, and what is known about it.
        package init(
            name: String, title: String? = nil, type: String? = nil, step: Int? = nil, time: Int? = nil, bytes: Int? = nil
        ) {
            self.name = name
            self.title = title
            self.type = type
            self.step = step
            self.time = time
            self.bytes = bytes
        }
    }

    /// One segment of a sealed recording.
    package struct SegmentInfo: Sendable, Equatable {
        /// The segment's number, counted from 0.
        package var index: Int
        /// The steps whose actions are in the segment; `nil` for a segment with only a keyframe.
        package var steps: ClosedRange<Int>?
        /// Monotonic nanoseconds of the first and last action.
        package var times: ClosedRange<Int>?
        package var actions: EntryInfo
        package var states: EntryInfo
        /// Members that this version does not know.
        package var unknown: JSONObject = [:]

        package init(index: Int, steps: ClosedRange<Int>?, times: ClosedRange<Int>?, actions: EntryInfo, states: EntryInfo) {
            self.index = index
            self.steps = steps
            self.times = times
            self.actions = actions
            self.states = states
        }
    }

    /// One file of a sealed recording: its size before compression and its hash.
    package struct EntryInfo: Sendable, Equatable {
        package var name: String
        /// The size in bytes, before compression.
        package var bytes: Int
        /// SHA-256 in lower-case hexadecimal.
        package var sha256: String
        /// Members that only some entries have: an attachment's `title`, `step`, `type`.
        package var unknown: JSONObject

        package init(name: String, bytes: Int, sha256: String, unknown: JSONObject = [:]) {
            self.name = name
            self.bytes = bytes
            self.sha256 = sha256
            self.unknown = unknown
        }
    }
}

extension FormatLimits {
    /// Throws ``RecordingError/Code/limit`` if a manifest has more bytes than it may have.
    package func checkManifest(size: Int64, path: String) throws(RecordingError) {
        guard size > Int64(manifestBytes) else { return }
        throw RecordingError(
            .limit, "the manifest has \(size) bytes, and the limit manifestBytes is \(manifestBytes)", path: path, entry: Manifest.entryName
        )
    }
}

extension Manifest {
    /// The app's name, if the manifest has one.
    package var appName: String? { app["name"]?.string }

    /// The app's version, if the manifest has one.
    package var appVersion: String? { app["version"]?.string }

    /// Whether a tool made the recording from others, rather than an app by running; words and files added in place do not change that.
    package var isDerived: Bool { derived ?? !edits.isEmpty }
}

extension Manifest {
    /// The members of ``app`` that identify the app, and not its user: they stay readable.
    package static let openAppFacts: Set = ["name", "version", "build", "channel", "language", "flags"]

    /// The members of ``device`` that identify the system, and not its user.
    package static let openDeviceFacts: Set = ["os", "model", "architecture"]
}
