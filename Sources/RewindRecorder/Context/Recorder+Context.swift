import RewindFormat
import RewindSystem
public import RewindValue

extension Recorder {
    /// Names this moment, so that tools find it: `rewind show bug.rewind :checkout`.
    ///
    /// The mark comes after the last step that has begun. Any thread; costs about as much as an action.
    ///
    /// A name written as a literal in the source can be read at every level; at `RedactionLevel.masked`, a name composed at
    /// run time becomes a pseudonym, and so does the note.
    public func mark(_ name: StaticString, note: String? = nil) { core?.mark(literal: name, note: note) }

    /// Names this moment with a text composed at run time.
    @_disfavoredOverload public func mark(_ name: String, note: String? = nil) { core?.mark(name, note: note) }

    /// Names this moment with a text that a person typed, which stays readable at every level.
    package func mark(typed name: String, note: String? = nil) { core?.mark(typed: name, note: note) }

    /// Records a line that the app logged, placed among its steps.
    ///
    /// Message and metadata are redacted. `RewindLogging` has a handler for swift-log that calls this.
    ///
    /// - Parameters:
    ///   - message: What was logged.
    ///   - level: How severe it is.
    ///   - label: The logger's name.
    ///   - metadata: What belongs to the message, by name.
    public func log(_ message: String, level: LogLevel = .info, label: String = "", metadata: JSONObject = [:]) {
        core?.log(message, level: level.rawValue, label: label, metadata: metadata)
    }

    /// Adds a file to the recording, at the present step: a screenshot, a log, whatever the report needs.
    ///
    /// Text goes through the rules, and gets pseudonyms at `RedactionLevel.masked`; anything else (a screenshot) is written
    /// as it is. All attachments together may have at most 64 MiB. Writes on the calling thread.
    ///
    /// - Parameters:
    ///   - title: What people call the file; its file name is made from this.
    ///   - bytes: What is in the file, as `[UInt8]` or `Data`.
    ///   - type: The media type, such as `image/png`.
    /// - Returns: whether the file is in the recording.
    @discardableResult public func attach(_ title: String, _ bytes: some Sequence<UInt8>, type: String) -> Bool {
        core?.attach(title, Array(bytes), type: type) ?? false
    }

    /// Hands a picture of the app over, for the time line: for an app that draws by itself, instead of `Configuration.pictures.draw`.
    ///
    /// Of pictures that come sooner than ``PictureCapture/interval`` after each other, the newest is kept. The recorder's thread writes it;
    /// the caller waits for nothing. Any thread. Nothing happens while recording pauses, or at `RedactionLevel.masked`, unless
    /// ``PictureCapture/drawsMaskedState`` says that the app hides what it draws.
    ///
    /// - Parameters:
    ///   - picture: what the app looks like now.
    ///   - step: the step whose state it shows; by default the last one that has begun.
    public func attachPicture(_ picture: Picture, step: Int? = nil) {
        guard let core, core.isRecording, core.pictures.isAllowed, !core.isHeldBack else { return }
        let (time, last) = core.moment
        core.pictures.hand(over: picture, step: max(0, min(step ?? last, last)), time: time)
        core.wakeWriter()
    }

    /// Adds a copy of a file, at the present step, as ``attach(_:_:type:)``.
    @discardableResult package func attach(_ title: String, file: String, type: String) -> Bool {
        guard let core, let bytes = try? FileSystem.read(file, limit: RecorderCore.attachmentLimit) else { return false }
        return core.attach(title, bytes, type: type)
    }

    /// Adds facts about the recording: the user's plan, a feature flag, a build number.
    ///
    /// A later value of a key replaces the earlier one. The manifest has the facts under `metadata`, redacted. The recorder's thread writes
    /// them soon.
    public func set(metadata: JSONObject) { core?.set(metadata: metadata) }
}

/// How severe a logged line is: the levels of swift-log.
public enum LogLevel: String, Sendable, Hashable, CaseIterable {
    /// Details of single operations.
    case trace
    /// What helps to debug a program.
    case debug
    /// What happens in the course of the program.
    case info
    /// What is no error and may need attention.
    case notice
    /// What is no error and is more severe than a notice.
    case warning
    /// An error.
    case error
    /// An error that needs attention at once.
    case critical
}
