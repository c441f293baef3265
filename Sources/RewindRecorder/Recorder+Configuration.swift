import RewindFormat
public import RewindRedaction
import RewindSystem

extension Recorder {
    /// The settings of a recorder, chosen before it begins.
    public struct Configuration: Sendable {
        /// The app's name.
        public var app: String
        /// The app's version, as `version`, which stays readable at every level, and other facts about the app; its only name is ``app``.
        public var details: [String: String] = [:]
        /// The directory in which each recording gets a directory of its own.
        public var directory: String
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
        /// What the recording survives; by default any death of the process.
        public var durability: Durability = .process
        /// How long the end of the process may wait for states that are not yet written.
        public var grace = GracePeriod()
        /// How much of this recording is kept while it goes on; by default everything.
        public var limits: RecordingLimits = .none
        /// How much of the app's earlier recordings stays in the directory.
        public var earlier = EarlierLimits()
        /// The source of time.
        public var clock: RecordingClock = .system
        /// Receives what goes wrong, now and in earlier processes, on the thread where it happens; must not block.
        ///
        /// That thread may be the recorder's own, whose priority is lower than the app's; on Linux, threads created there inherit that
        /// priority.
        public var onEvent: (@Sendable (Event) -> Void)?
        /// How much is in one window, segment or queue.
        var sizes = RecorderSizes()
        /// The title passed to `rewind record`, which so survives if that command is killed together with the app.
        var title: String?
        /// The note passed to `rewind record`, likewise.
        var note: String?

        /// A configuration with the default rules and the system's clock.
        public init(app: String, directory: String, level: RedactionLevel) {
            self.app = app
            self.directory = directory
            self.level = level
        }

        /// A configuration with the level of the build that calls this, the default rules and the system's clock.
        @_alwaysEmitIntoClient public init(app: String, directory: String) {
            self.init(app: app, directory: directory, level: .ofThisBuild)
        }

        /// The configuration that `rewind record` asks for through the environment (`REWIND_RECORD`); `nil` without `rewind record`.
        ///
        /// With it, no earlier recording is removed: all of them belong to one session, and the command seals them.
        public static func requested(app: String, level: RedactionLevel) -> Configuration? {
            SystemFacts.environment(directoryVariable).map {
                var configuration = Configuration(app: app, directory: $0, level: level)
                configuration.earlier = .none
                configuration.title = SystemFacts.environment(titleVariable)
                configuration.note = SystemFacts.environment(noteVariable)
                return configuration
            }
        }

        /// The same, with the level of the build that calls this.
        @_alwaysEmitIntoClient public static func requested(app: String) -> Configuration? { requested(app: app, level: .ofThisBuild) }

        /// The environment variable that names the directory for recordings.
        static let directoryVariable = "REWIND_RECORD"
        /// The variables for the recording's title and note.
        static let titleVariable = "REWIND_RECORD_TITLE", noteVariable = "REWIND_RECORD_NOTE"
    }
}
