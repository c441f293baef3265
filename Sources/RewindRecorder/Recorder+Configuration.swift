public import RewindFormat
public import RewindRedaction
import RewindSystem

extension Recorder {
    /// The settings of a recorder, chosen before it begins.
    public struct Configuration: Sendable {
        /// The app's name.
        package var app: String
        /// The app's version, as `version`, which stays readable at every level, and other facts about the app; its name is none of them.
        public var details: [String: String] = [:]
        /// The directory in which each recording gets a directory of its own; under `rewind record`, the command's.
        package var directory: String
        /// How much of actions, states and texts is recorded.
        ///
        /// The default is `RedactionLevel.ofThisBuild`: `RedactionLevel.secrets` if the app was built for
        /// debugging, else `RedactionLevel.masked`. The manifest has the level, and `rewind info` shows it.
        public var level: RedactionLevel
        /// The rules for what never reaches the disk, at the levels below `RedactionLevel.everything`, and for what may, at
        /// `RedactionLevel.masked`.
        public var redaction: RedactionRules = .default
        /// The actions that are recorded; `nil` for all.
        public var filter: RecordingFilter?
        /// The steps whose state is taken; by default all.
        public var capture: StateCapture = .everyStep
        /// The pictures that are taken of the app; by default none.
        public var pictures = PictureCapture()
        /// What the recording survives; by default any death of the process.
        public var durability: Durability = .process
        /// How long the end of the process may wait for states that are not yet written.
        package var grace = GracePeriod()
        /// How much of this recording is kept while it goes on; by default everything.
        public var limits: RecordingLimits = .none
        /// How much of the app's earlier recordings stays in the directory.
        public var earlier = EarlierLimits()
        /// The source of time.
        package var clock: RecordingClock = .system
        /// Receives what ``Recorder/events`` has, on the thread where it happens; must not block.
        ///
        /// That thread may be the recorder's own, whose priority is lower than the app's; on Linux, threads created there inherit that
        /// priority.
        package var onEvent: (@Sendable (Event) -> Void)?
        /// How much is in one window, segment or queue.
        var sizes = RecorderSizes()
        /// The title passed to `rewind record`, which so survives if that command is killed together with the app.
        var title: String?
        /// The note passed to `rewind record`, likewise.
        var note: String?

        /// Whether `rewind record` runs the app.
        package private(set) var isRequested = false

        /// A configuration with the default rules and the system's clock.
        ///
        /// Under `rewind record`, the command says where the recording goes (`REWIND_RECORD`). No earlier recording is removed then: all of
        /// them belong to one session, and the command seals them.
        ///
        /// - Parameters:
        ///   - app: the app's name, with which the names of its recordings begin.
        ///   - directory: where recordings go otherwise; by default into the user's directory for recordings, where `rewind latest` finds
        ///     them: `live/apps` in `$REWIND_HOME`, in `~/.local/share/rewind`, or in the app's own container.
        ///   - level: what is kept out of the recording.
        package init(app: String, directory: String? = nil, level: RedactionLevel = .ofThisBuild) {
            self.app = app
            self.directory = directory ?? appRecordings()
            self.level = level
            guard let requested = SystemFacts.environment(Self.directoryVariable) else { return }
            isRequested = true
            self.directory = requested
            earlier = .none
            title = SystemFacts.environment(Self.titleVariable)
            note = SystemFacts.environment(Self.noteVariable)
        }

        /// The environment variable that names the directory for recordings.
        static let directoryVariable = "REWIND_RECORD"
        /// The variables for the recording's title and note.
        static let titleVariable = "REWIND_RECORD_TITLE", noteVariable = "REWIND_RECORD_NOTE"
    }
}

/// What a recording survives.
public enum Durability: Sendable, Equatable {
    /// Any death of the process, because what was appended is in the kernel's hands; a power cut or a crash of the system may cost the last
    /// half minute, or whatever the system had not written.
    case process
    /// A death of the system too, except for the last interval of this length: the recorder's thread synchronises the disk this often while
    /// something is recorded, and before it sleeps; dispatching threads do not wait for it.
    case system(every: Duration)
}

/// The source of a recorder's time; replaceable, so that tests are exact.
package struct RecordingClock: Sendable {
    /// Monotonic nanoseconds since some fixed moment.
    package var monotonic: @Sendable () -> Int
    /// Nanoseconds since 1970 by the wall clock.
    package var wall: @Sendable () -> Int

    package init(monotonic: @escaping @Sendable () -> Int, wall: @escaping @Sendable () -> Int) {
        self.monotonic = monotonic
        self.wall = wall
    }

    package static let system = RecordingClock(monotonic: SystemFacts.monotonicNanoseconds, wall: SystemFacts.wallNanoseconds)
}
