import RewindArchive
package import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem
import RewindValue

/// Extracts files and states from a recording.
///
/// ```swift
/// let extraction = Extraction(of: recording)
/// for item in extraction.items { try extraction.write(item, below: "files") }
/// ```
package struct Extraction {
    /// The recording.
    package let recording: Recording
    /// Whether existing files are replaced; they are not by default.
    package var overwrites = false

    /// Creates an extraction from a recording.
    package init(of recording: Recording) { self.recording = recording }

    /// A file of the recording other than its streams: an attachment or the crash report.
    package struct Item: Sendable, Equatable {
        /// The name in the recording.
        package var name: String
        /// The size, if it is known without reading the file.
        package var bytes: Int?
        /// The file's title.
        package var title: String?
        /// The media type.
        package var type: String?
        /// The step that the file belongs to.
        package var step: Int?
        /// Monotonic nanoseconds from the start of the recording until the file was added.
        package var time: Int?

        /// The name of the extracted file: an attachment's name without its folder.
        package var fileName: String {
            name.hasPrefix(Attachment.folder) ? String(name.dropFirst(Attachment.folder.count)) : name
        }
    }

    /// The attachments and the crash report, by name.
    package var items: [Item] {
        recording.source.names.filter { $0.hasPrefix(Attachment.folder) || $0 == Crash.entryName }.map { name in
            let entry = recording.manifest.entries.first { $0.name == name }
            var details = entry?.unknown ?? [:]
            if let live = recording.manifest.attachments.first(where: { $0.name == name }) { details = live.details }
            return Item(
                name: name, bytes: entry?.bytes ?? FileSystem.size(of: "\(recording.path)/\(name)"), title: details["title"]?.string,
                type: details["type"]?.string, step: details["step"]?.int(in: FormatLimits.stepNumbers),
                time: details["t"]?.int(clampedTo: FormatLimits.times))
        }
    }

    /// The items that a name matches: the item with that file name, or else those with that title, or whose file name is a number followed
    /// by that name.
    package func items(named name: String) -> [Item] {
        let all = items
        if let exact = all.first(where: { $0.fileName == name || $0.name == name }) { return [exact] }
        return all.filter { $0.title == name || $0.fileName.drop(while: \.isNumber) == "-" + Attachment.stored(name) }
    }

    /// The content of a file.
    ///
    /// - Throws: `RecordingError` if the item can't be read, or does not match the manifest.
    package func content(of item: Item) throws(RecordingError) -> [UInt8] { try recording.source.read(item.name) }

    /// Writes a file into a folder under its own name, and returns the path; the folder is created if necessary.
    ///
    /// Nothing outside the folder is written, regardless of the name and of any links in the folder.
    ///
    /// - Throws: `RecordingError` if the item can't be read, a file with that name exists, the output would replace the recording or lie in
    ///   it, or writing fails.
    @discardableResult package func write(_ item: Item, below folder: String) throws(RecordingError) -> String {
        try write(try content(of: item), to: item.fileName, below: folder)
    }

    /// Writes bytes into a folder under a name, and returns the path; the folder is created if necessary.
    ///
    /// - Throws: `RecordingError` as ``write(_:below:)``.
    @discardableResult package func write(_ bytes: [UInt8], to name: String, below folder: String) throws(RecordingError) -> String {
        let checked = try BundleNames.checked(name)
        let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        try OutputPlace.check("\(folder)/\(checked)", isOutside: [recording.path])
        try FileSystem.makeDirectory(folder)
        var place = folder
        for component in checked.split(separator: "/").dropLast() {
            place += "/" + component
            _ = try FileSystem.makeNewDirectory(place)
            guard FileSystem.isRealDirectory(place) else {
                throw RecordingError(.exists, "not a directory to write to", path: place, advice: "Name another folder with -o")
            }
        }
        let path = "\(folder)/\(checked)"
        if !overwrites, FileSystem.kindOfItself(path) != nil {
            throw RecordingError(
                .exists, "already exists", path: path, advice: "Name another folder with -o, or replace it with --force")
        }
        let file = try AtomicFile(path: path)
        try bytes.withBytes { (buffer) throws(RecordingError) in try file.write(buffer) }
        try file.commit(replacing: overwrites)
        return path
    }
}
