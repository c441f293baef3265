import RewindArchive
import RewindCapture
package import RewindFormat
import RewindRedaction
import RewindReplay
import RewindValue

/// The result of adding files to a recording.
package struct Attached: Sendable {
    /// The new recording, opened.
    package var recording: Recording
    /// The names of the files in the new recording.
    package var names: [String]
}

/// Changes to the files of a recording, made in this order.
package struct AttachmentChanges: Sendable {
    /// The files to take out, by file name or title.
    package var removing: [String] = []
    /// The files to rename, by file name or title.
    package var renaming: [(name: String, new: String)] = []
    package var adding: [Attachment] = []

    package init(adding attachments: [Attachment] = []) { adding = attachments }

    /// Whether the titles and names equal those of other changes.
    package func hasSameWords(as other: AttachmentChanges) -> Bool {
        renaming.map(\.new) == other.renaming.map(\.new) && adding.map(\.title) == other.adding.map(\.title)
            && adding.map(\.fileName) == other.adding.map(\.fileName)
    }
}

extension Editor {
    /// Writes a new recording with files removed, renamed and added.
    ///
    /// The content of an added file is unchanged: it is not redacted. The default rules apply to titles and names as they do to a
    /// recording's title, unless everything was recorded. A name gets a number in front, and a dash for each character that a bundle's
    /// names can't contain; the original name then becomes the title. A renamed file keeps its number, its step and its content; its title
    /// is removed if it only held the former name.
    ///
    /// - Returns: the new recording, and the names of the files that were renamed and added.
    /// - Throws: `RecordingError` if a file's step does not exist, a file is too large for a bundle, a name matches no file or several, or
    ///   the output already exists.
    @discardableResult package func attach(_ changes: AttachmentChanges, output: String) throws(RecordingError) -> Attached {
        try check(output)
        let changes = recorded(changes)
        var contents = try contents()
        var names: [String] = []
        let by = RewindVersion.text
        var edits: [RecordingEdit] = []
        for name in changes.removing {
            let place = try place(of: name, in: contents.otherEntries)
            edits.append(RecordingEdit(.remove, name: contents.otherEntries.remove(at: place).name, by: by))
        }
        for (name, new) in changes.renaming {
            let place = try place(of: name, in: contents.otherEntries)
            let renamed = Self.renamed(contents.otherEntries[place], to: new, besides: contents.otherEntries.map(\.name))
            edits.append(RecordingEdit(.rename, name: contents.otherEntries[place].name, newName: renamed.name, by: by))
            contents.otherEntries[place] = renamed
            names.append(renamed.name)
        }
        var added: [String] = []
        for attachment in changes.adding {
            let content = try content(of: attachment, besides: contents.otherEntries.map(\.name))
            contents.otherEntries.append(content)
            added.append(content.name)
        }
        edits += added.map { RecordingEdit(.attach, name: $0, by: by) }
        return Attached(recording: try write(contents, to: output, edits: edits), names: names + added)
    }

    /// The changes with titles and names as the recording may have them.
    package func recorded(_ changes: AttachmentChanges) -> AttachmentChanges {
        let redactor = Redactor(addingTo: recording.manifest.recordedLevel)
        var clean = changes
        for index in clean.renaming.indices { clean.renaming[index].new = redactor.redact(changes.renaming[index].new, at: .words) }
        for index in clean.adding.indices {
            clean.adding[index].title = changes.adding[index].title.map { redactor.redact($0, at: .words) }
            clean.adding[index].path = redactor.redact(changes.adding[index].fileName, at: .words)
        }
        return clean
    }

    /// The number of places in added files that the rules take for a secret.
    ///
    /// The files are added with these secrets. For a recording of everything, which keeps its secrets, it is 0.
    package func countOfSecrets(in attachments: [Attachment]) -> Int {
        let redactor = Redactor(addingTo: recording.manifest.recordedLevel)
        return attachments.reduce(0) { count, attachment in
            _ = redactor.redact(file: attachment.bytes, type: attachment.type ?? Attachment.type(ofName: attachment.fileName) ?? "")
            return count + redactor.drainFindings().values.reduce(0, +)
        }
    }

    /// An attachment as an entry of a recording that already has the given names.
    func content(of attachment: Attachment, besides names: [String]) throws(RecordingError) -> BundleContents.EntryContent {
        let name = attachment.name(besides: Set(names.filter { $0.hasPrefix(Attachment.folder) }))
        let time = try attachment.step.flatMap { step throws(RecordingError) in try timeline.step(at: step)?.time }
        let info = Manifest.AttachmentInfo(
            name: name, title: attachment.title(as: name), type: attachment.type ?? Attachment.type(ofName: name),
            step: attachment.step, time: time)
        let bytes = attachment.bytes
        return .init(name: name, details: info.details) { () throws(RecordingError) in bytes }
    }

    /// The index of the file that a name matches.
    private func place(of name: String, in others: [BundleContents.EntryContent]) throws(RecordingError) -> Int {
        let files = others.indices.filter { others[$0].name.hasPrefix(Attachment.folder) }
        func fileName(_ place: Int) -> Substring { others[place].name.dropFirst(Attachment.folder.count) }
        if let exact = files.first(where: { fileName($0) == name || others[$0].name == name }) { return exact }
        let found = files.filter {
            others[$0].details["title"]?.string == name || fileName($0).drop(while: \.isNumber) == "-" + Attachment.stored(name)
        }
        if found.count == 1 { return found[0] }
        let choice = (found.isEmpty ? files : found).map { String(fileName($0)) }.joined(separator: ", ")
        throw RecordingError(
            .noSuchAttachment,
            found.isEmpty
                ? "there is no attachment '\(name)'" + (choice.isEmpty ? "" : ", only \(choice)")
                : "'\(name)' is ambiguous: there are \(choice)",
            path: recording.path)
    }

    /// The same file under another name.
    private static func renamed(
        _ entry: BundleContents.EntryContent, to new: String, besides names: [String]
    ) -> BundleContents.EntryContent {
        let taken = Set(names.filter { $0.hasPrefix(Attachment.folder) && $0 != entry.name })
        let former = Attachment(path: String(entry.name.dropFirst(Attachment.folder.count)), bytes: [])
        let number = Int(former.path.prefix(while: \.isNumber))
        let attachment = Attachment(path: new, bytes: [])
        var entry = entry
        // The title is only the former name if its stored form equals the entry's name.
        let title = entry.details["title"]?.string
        let isName = title.map { entry.name.hasSuffix("-" + Attachment.stored($0)) } ?? false
        entry.name = attachment.name(besides: taken, number: number)
        let type = Attachment.type(ofName: new)
        if title == nil || isName { entry.details["title"] = attachment.title(as: entry.name).map(JSONValue.string) }
        if let type { entry.details["type"] = .string(type) }
        return entry
    }
}
