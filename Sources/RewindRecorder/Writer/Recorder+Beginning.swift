public import RewindFormat
import RewindJournal
import RewindSystem

extension Recorder {
    /// A recorder for an app that always records, in development and in production.
    ///
    /// ```swift
    /// let recorder = Recorder(app: "Shop") { $0.details["version"] = "2.1" }
    /// ```
    ///
    /// A release build records pseudonyms of texts and long numbers, a debug build everything but secrets
    /// (`RedactionLevel.ofThisBuild`). Of a long session, the last 64 MiB are kept; of earlier ones, what
    /// ``Configuration/earlier`` says. Under `rewind record`, the command decides where the recording goes, and all of it is kept.
    ///
    /// - Parameters:
    ///   - app: the app's name, with which the names of its recordings begin.
    ///   - directory: where recordings go without `rewind record`; by default into the user's directory for recordings, where
    ///     `rewind latest` finds them.
    ///   - configure: changes what should differ from these defaults.
    @_alwaysEmitIntoClient
    public convenience init(app: String, directory: String? = nil, configure: (inout Configuration) -> Void = { _ in }) {
        self.init(app: app, directory: directory, level: .ofThisBuild, configure: configure)
    }

    /// The same at a level that does not depend on the build.
    public convenience init(
        app: String, directory: String? = nil, level: RedactionLevel, configure: (inout Configuration) -> Void = { _ in }
    ) {
        var configuration = Configuration(app: app, directory: directory, level: level)
        if !configuration.isRequested { configuration.limits = RecordingLimits(bytes: 64 << 20) }
        configure(&configuration)
        self.init(configuration)
    }

    /// Begins a recording: makes its directory, takes its lock, and starts the writer.
    ///
    /// Takes a few milliseconds; where descriptors, memory or room are out, it is tried again for about a second.
    package convenience init(_ configuration: Configuration) {
        let log = EventLog()
        var configuration = configuration
        configuration.onEvent = { [forward = configuration.onEvent] event in
            log.add(event)
            forward?(event)
        }
        switch RecorderCore.begin(again: configuration) {
        case .success(let core): self.init(core: core, log: log)
        case .failure(let error):
            self.init(core: nil, log: log)
            configuration.onEvent?(.failed(error))
            log.finish()
        }
    }
}

extension RecorderCore {
    /// Begins a recording, and tries again where what is missing may be there a moment later.
    fileprivate static func begin(again configuration: Recorder.Configuration) -> Result<RecorderCore, RecordingError> {
        var result = Result { () throws(RecordingError) in try begin(configuration) }
        Retry.until(Retry.end) {
            guard case .failure(let error) = result, error.mayPass else { return true }
            result = Result { () throws(RecordingError) in try begin(configuration) }
            return (try? result.get()) != nil
        }
        return result
    }

    /// Makes the recording's directory and begins to write there; on failure, no directory is left.
    fileprivate static func begin(_ configuration: Recorder.Configuration) throws(RecordingError) -> RecorderCore {
        let started = configuration.clock.wall()
        try FileSystem.makeDirectory(configuration.directory)
        var configuration = configuration
        // The app may change its current directory.
        if !configuration.directory.hasPrefix("/") { configuration.directory = FileSystem.absolutePath(configuration.directory) }
        let directory = try LiveDirectory(
            creatingIn: configuration.directory, app: configuration.app, started: started, processID: SystemFacts.processID)
        do throws(RecordingError) {
            let core = try RecorderCore(configuration, in: directory, started: started)
            do throws(RecordingError) {
                try Writer.start(core)
            } catch {
                core.crash.stop()
                throw error
            }
            return core
        } catch {
            try? DirectoryRemoval.remove(directory.path)
            throw error
        }
    }
}
