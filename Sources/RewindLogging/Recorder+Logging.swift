public import Logging
public import RewindRecorder

extension Recorder.Configuration {
    /// Has a logger say what the recorder tells of itself, besides whoever listens to ``onEvent`` already: what is lost, what is dear, what helps.
    ///
    /// ```swift
    /// var configuration = Recorder.Configuration(app: "Shop", directory: recordings)
    /// configuration.log(to: Logger(label: "rewind"))
    /// ```
    ///
    /// The logger is called on whatever thread something happens on, maybe the recorder's own.
    public mutating func log(to logger: Logger) {
        let listener = onEvent
        onEvent = { event in
            listener?(event)
            logger.log(level: event.isWarning ? .warning : .info, "\(event)")
        }
    }
}
