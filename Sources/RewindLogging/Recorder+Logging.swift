public import RewindRecorder

#if canImport(Logging)
    public import Logging
#else
    #error("RewindLogging needs swift-log: name the trait \"Logging\" where your package depends on rewind")
#endif

extension Recorder.Configuration {
    /// Makes a logger report what the recorder says about itself,: what is lost, what is expensive, what
    /// helps.
    ///
    /// ```swift
    /// let recorder = Recorder(app: "Shop") { $0.log(to: Logger(label: "rewind")) }
    /// ```
    ///
    /// The logger is called on the thread on which something happens, which may be the recorder's own.
    public mutating func log(to logger: Logger) {
        let listener = onEvent
        onEvent = { event in
            listener?(event)
            logger.log(level: event.isWarning ? .warning : .info, "\(event)")
        }
    }
}
