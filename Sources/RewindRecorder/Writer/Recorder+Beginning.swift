import RewindFormat

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
