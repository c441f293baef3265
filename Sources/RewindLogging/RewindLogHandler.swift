public import Logging
public import RewindRecorder
import RewindValue

/// A handler for swift-log that records what the app logs among its steps.
///
/// ```swift
/// LoggingSystem.bootstrap { label in
///     MultiplexLogHandler([StreamLogHandler.standardError(label: label), RewindLogHandler(label: label, recorder: recorder)])
/// }
/// ```
///
/// `rewind log --logs` shows each line between its steps. Message and metadata go through the rules, as actions and states do.
public struct RewindLogHandler: LogHandler {
    private let label: String
    private let recorder: Recorder
    /// The least severe level that is recorded.
    public var logLevel: Logger.Level
    /// The metadata that every line has in addition to its own.
    public var metadata: Logger.Metadata = [:]
    /// A source of further metadata, asked at the time of each line.
    public var metadataProvider: Logger.MetadataProvider?

    /// A handler for the logger of a name.
    public init(label: String, recorder: Recorder, level: Logger.Level = .info) {
        self.label = label
        self.recorder = recorder
        logLevel = level
    }

    /// A value of the metadata that every line has.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Records one line.
    public func log(event: LogEvent) {
        var all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        if let error = event.error { all["error"] = "\(error)" }
        let level = LogLevel(rawValue: event.level.rawValue) ?? .info
        recorder.log(event.message.description, level: level, label: label, metadata: JSONObject(metadata: all))
    }
}

extension JSONObject {
    /// Metadata as JSON, sorted by key: what is no text, list or dictionary becomes its description.
    fileprivate init(metadata: Logger.Metadata) {
        self.init(metadata.sorted { $0.key < $1.key }.map { ($0.key, JSONValue(metadata: $0.value)) })
    }
}

extension JSONValue {
    fileprivate init(metadata value: Logger.Metadata.Value) {
        self =
            switch value {
            case .string(let text): .string(text)
            case .stringConvertible(let value): .string(value.description)
            case .array(let values): .array(values.map { JSONValue(metadata: $0) })
            case .dictionary(let values): .object(JSONObject(metadata: values))
            }
    }
}
