import RewindFormat

extension Recorder {
    /// Begins a recording: makes its directory, takes its lock, and starts the writer.
    ///
    /// Takes a few milliseconds.
    public convenience init(_ configuration: Configuration) {
        do throws(RecordingError) {
            let core = try RecorderCore(configuration)
            try Writer.start(core)
            self.init(core: core)
        } catch {
            self.init(core: nil)
            configuration.onEvent?(.failed(error))
        }
    }
}
