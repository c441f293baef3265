import RewindFormat
import RewindSystem
public import RewindValue

extension Recorder {
    /// What a recorder needs to know before it begins.
    public struct Configuration: Sendable {
        /// The app's name.
        public var app: String
        /// The app's version and whatever else it wants to tell of itself.
        public var details: [String: String] = [:]
        /// The directory in which each recording gets a directory of its own.
        public var directory: String
        /// How much of actions, states and texts is recorded.
        ///
        /// By default what ``RewindValue/RedactionLevel/ofThisBuild`` says: ``RewindValue/RedactionLevel/secrets`` where the app was built for
        /// debugging, else ``RewindValue/RedactionLevel/masked``. It stands in the manifest, and `rewind info` shows it.
        public var level: RedactionLevel
        /// What never reaches the disk, at the levels below ``RewindValue/RedactionLevel/everything``; and what may, at
        /// ``RewindValue/RedactionLevel/masked``.
        public var redaction: RedactionRules = .default
        /// Which actions are recorded; `nil` for all.
        public var filter: RecordingFilter?
        /// Of which steps the state is taken: of all.
        public var capture: StateCapture = .everyStep
        /// What the recording survives: any death of the process.
        public var durability: Durability = .process
        /// How long the end of the process may wait for states that are still to be written.
        public var grace = GracePeriod()
        /// How much of this recording is kept while it goes on: everything.
        public var limits: RecordingLimits = .none
        /// How much of the app's earlier recordings stays in the directory.
        public var earlier = EarlierLimits()
        /// Where time comes from.
        public var clock: RecordingClock = .system
        /// Told of what goes wrong, now and in earlier processes, on whatever thread it happens; must not block.
        ///
        /// That may be the recorder's own thread, whose priority is lower than the app's; on Linux, threads that are made there inherit that.
        public var onEvent: (@Sendable (Event) -> Void)?

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

        /// The configuration that `rewind record` asks for through the environment (`REWIND_RECORD`); `nil` when nobody does.
        ///
        /// No earlier recording is removed then: all are of one session, and the command seals them.
        public static func requested(app: String, level: RedactionLevel) -> Configuration? {
            SystemFacts.environment(directoryVariable).map {
                var configuration = Configuration(app: app, directory: $0, level: level)
                configuration.earlier = .none
                return configuration
            }
        }

        /// The same, with the level of the build that calls this.
        @_alwaysEmitIntoClient public static func requested(app: String) -> Configuration? { requested(app: app, level: .ofThisBuild) }

        /// The environment variable that names the directory to record into.
        static let directoryVariable = "REWIND_RECORD"
    }
}
