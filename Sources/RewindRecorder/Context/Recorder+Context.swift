import RewindFormat
import RewindJournal
import RewindSystem
public import RewindValue

extension Recorder {
    /// Names this moment, so that tools find it: `rewind show bug.rewind :checkout`.
    ///
    /// The mark stands in the recording after the last step that has begun. Any thread; costs about what an action costs.
    ///
    /// A name that stands in the source as it is can be read at every level; one that is put together at run time has a pseudonym at
    /// ``RewindValue/RedactionLevel/masked``, as has the note.
    public func mark(_ name: StaticString, note: String? = nil) { core?.mark(literal: name, note: note) }

    /// Names this moment by a text that is put together at run time.
    @_disfavoredOverload public func mark(_ name: String, note: String? = nil) { core?.mark(name, note: note) }

    /// Records a line that the app logged, on the time line of its steps.
    ///
    /// Message and metadata are redacted. `RewindLogging` has a handler for swift-log that calls this.
    ///
    /// - Parameters:
    ///   - level: `trace`, `debug`, `info`, `notice`, `warning`, `error` or `critical`.
    ///   - label: The logger's name.
    public func log(_ message: String, level: String = "info", label: String = "", metadata: JSONObject = [:]) {
        core?.log(message, level: level, label: label, metadata: metadata)
    }

    /// Adds a file to the recording, at the present step: a screenshot, a log, whatever the report needs.
    ///
    /// What is text goes through the rules, at ``RewindValue/RedactionLevel/masked`` with pseudonyms; what is none (a screenshot) is written as it
    /// is. All attachments together have 64 MiB at most. Writes on the calling thread.
    ///
    /// - Parameters:
    ///   - title: What people call it. The file's name is made of it.
    ///   - type: Its media type, such as `image/png`.
    /// - Returns: whether it is in the recording.
    @discardableResult public func attach(_ title: String, _ bytes: [UInt8], type: String) -> Bool {
        core?.attach(title, bytes, type: type) ?? false
    }

    /// Adds a copy of a file, at the present step, as ``attach(_:_:type:)``.
    @discardableResult public func attach(_ title: String, file: String, type: String) -> Bool {
        guard let core, let bytes = try? FileSystem.read(file, limit: RecorderCore.attachmentLimit) else { return false }
        return core.attach(title, bytes, type: type)
    }

    /// Says more of the recording: the user's plan, a feature flag, a build number.
    ///
    /// A later value of a key replaces the earlier one. It stands in the manifest under `metadata`, redacted. Written by the recorder's thread, soon.
    public func set(metadata: JSONObject) { core?.set(metadata: metadata) }
}
