/// Where the files of a recording come from: a live directory, or a sealed bundle.
package protocol EntrySource: Sendable {
    /// The recording as the user named it, for messages.
    var path: String { get }

    var form: Recording.Form { get }

    /// The names of all entries, `segments/000000/actions.ndjson` among them, sorted.
    var names: [String] { get }

    /// Unusual but harmless facts about the files, a sentence each: that another tool packed them, say.
    var notes: [String] { get }

    /// The printable names of files in the recording's zip or folder that are not part of the recording: reading ignores them.
    var unlistedFiles: [String] { get }

    /// The bytes of one entry, checked by whatever means the form has.
    ///
    /// - Throws: ``RecordingError`` if it is missing, can't be read, is larger than a limit, or does not match its hash.
    func read(_ name: String) throws(RecordingError) -> [UInt8]
}

extension EntrySource {
    /// Nothing unusual.
    package var notes: [String] { [] }

    /// No other files.
    package var unlistedFiles: [String] { [] }
}

/// Any source of entries, whatever its type.
package struct AnyEntrySource: EntrySource {
    /// The recording as the user named it.
    package let path: String
    package let form: Recording.Form
    /// The names of all entries, sorted.
    package let names: [String]
    /// Unusual but harmless facts about the files.
    package let notes: [String]
    /// The names of files that are not part of the recording.
    package let unlistedFiles: [String]
    private let bytes: @Sendable (String) throws(RecordingError) -> [UInt8]

    package init(_ source: some EntrySource) {
        (path, form, names, notes, unlistedFiles) = (source.path, source.form, source.names, source.notes, source.unlistedFiles)
        bytes = { (name) throws(RecordingError) in try source.read(name) }
    }

    /// The bytes of one entry, checked by the wrapped source.
    package func read(_ name: String) throws(RecordingError) -> [UInt8] { try bytes(name) }
}
