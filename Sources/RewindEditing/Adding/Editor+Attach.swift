import RewindArchive
public import RewindFormat
import RewindReplay
import RewindValue

/// A recording with files that were added.
public struct Attached: Sendable {
    /// The new recording, opened.
    public var recording: Recording
    /// The names of the files in the new recording.
    public var names: [String]
}

extension Editor {
    /// Writes a new recording with files added to it.
    ///
    /// The content goes in as it is: nothing is redacted. A name gets a number in front, and a dash for each character that a bundle's
    /// names can't contain; the original name then becomes the title.
    ///
    /// - Returns: the new recording, and the names of the files in it.
    /// - Throws: `RecordingError` if a file's step does not exist, a file is too large for a bundle, or the output already exists.
    @discardableResult public func attach(
        _ attachments: [Attachment], output: String
    ) throws(RecordingError) -> Attached {
        try check(output)
        var contents = try contents()
        var names: [String] = []
        for attachment in attachments {
            let name = attachment.name(besides: Set(contents.others.map(\.name).filter { $0.hasPrefix(Attachment.folder) }))
            let time = try attachment.step.flatMap { step throws(RecordingError) in try timeline.step(at: step)?.time }
            let info = Manifest.AttachmentInfo(
                name: name, title: attachment.title(as: name), type: attachment.type ?? Attachment.type(ofName: name),
                step: attachment.step, time: time)
            let bytes = attachment.bytes
            contents.others.append(.init(name: name, details: info.details) { () throws(RecordingError) in bytes })
            names.append(name)
        }
        let edit = "\(names.joined(separator: " and ")) \(names.count == 1 ? "was" : "were") added"
        return Attached(recording: try write(contents, to: output, edit: edit), names: names)
    }
}
