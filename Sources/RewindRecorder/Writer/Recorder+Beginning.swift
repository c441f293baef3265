import RewindFormat
import RewindJournal
import RewindSystem

extension Recorder {
    /// Begins a recording: makes its directory, takes its lock, and starts the writer.
    ///
    /// Takes a few milliseconds.
    public convenience init(_ configuration: Configuration) {
        do throws(RecordingError) {
            self.init(core: try RecorderCore.begin(configuration))
        } catch {
            self.init(core: nil)
            configuration.onEvent?(.failed(error))
        }
    }
}

extension RecorderCore {
    /// Makes the recording's directory and begins to write there; on failure, no directory is left.
    fileprivate static func begin(_ configuration: Recorder.Configuration) throws(RecordingError) -> RecorderCore {
        let started = configuration.clock.wall()
        try FileSystem.makeDirectory(configuration.directory)
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
