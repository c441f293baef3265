public import RewindFormat
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
        /// What never reaches the disk.
        public var redaction: RedactionRules = .default
        /// Which actions are recorded; `nil` for all.
        public var filter: RecordingFilter?
        /// Of which steps the state is taken: of all.
        public var capture: StateCapture = .everyStep
        /// What the recording survives: any death of the process.
        public var durability: Durability = .process
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
        public init(app: String, directory: String) {
            self.app = app
            self.directory = directory
        }

        /// The configuration that `rewind record` asks for through the environment (`REWIND_RECORD`); `nil` when nobody does.
        ///
        /// No earlier recording is removed then: all are of one session, and the command seals them.
        public static func requested(app: String) -> Configuration? {
            SystemFacts.environment(directoryVariable).map {
                var configuration = Configuration(app: app, directory: $0)
                configuration.earlier = .none
                return configuration
            }
        }

        /// The environment variable that names the directory to record into.
        public static let directoryVariable = "REWIND_RECORD"
    }

    /// What a recorder tells while it runs.
    public enum Event: Sendable {
        /// The recording could not begin; nothing is recorded.
        case failed(RecordingError)
        /// Actions can't be written; they are counted as dropped until ``resumed(dropped:)``.
        case suspended(RecordingError)
        /// Actions are written again, after that many were dropped.
        case resumed(dropped: Int)
        /// States can't be written for now; they are kept and tried again.
        case statesDelayed(RecordingError)
        /// An earlier process died while a state was encoded on the recorder's thread; this recording has actions only, the next one states.
        case recordingActionsOnly
        /// A store's state holds class instances, existentials or pointers that may reach what it encodes to; what is there is encoded at every step,
        /// on the thread that dispatches. Each place says why, and what to do about it: ``StateReference/advice``.
        ///
        /// Told once a store, when it is made.
        case stateHasReferences(store: String, [StateReference])
        /// A store's states of those steps may be wrong in the recording, first at that place: encoded in full, the last one is another than the patches
        /// lead to.
        ///
        /// What `encode(to:)` writes depends on more than the value: on a global, a clock, memory behind a pointer, or an instance that was
        /// taken for no part of it. Values of these types are encoded at every step from now on. Checked where a segment ends.
        case stateDiffers(store: String, at: JSONPointer, steps: ClosedRange<Int>, types: [String])
        /// An earlier process died while recording into the same directory; its recording opens as it is and can be sealed.
        case foundUnfinished(UnfinishedRecording)
        /// So many earlier recordings of the app, with so many bytes, were removed to keep to ``Configuration/earlier``.
        case removedEarlier(count: Int, bytes: Int)
    }
}

/// Where a recorder's time comes from; replaceable, so that tests are exact.
public struct RecordingClock: Sendable {
    /// Monotonic nanoseconds since some fixed moment.
    public var monotonic: @Sendable () -> Int
    /// Nanoseconds since 1970 by the wall clock.
    public var wall: @Sendable () -> Int

    /// A clock of two readings.
    public init(monotonic: @escaping @Sendable () -> Int, wall: @escaping @Sendable () -> Int) {
        self.monotonic = monotonic
        self.wall = wall
    }

    /// The system's clocks.
    public static let system = RecordingClock(monotonic: SystemFacts.monotonicNanoseconds, wall: SystemFacts.wallNanoseconds)
}
