import RewindArchive
public import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem
import RewindValue

/// Takes files and states out of a recording.
///
/// ```swift
/// let extraction = Extraction(of: recording)
/// for item in extraction.items { try extraction.write(item, below: "files") }
/// ```
public struct Extraction {
    /// The recording.
    public let recording: Recording
    /// Whether files that are there are replaced.
    ///
    /// Off.
    public var overwrites = false

    /// What can be taken out of a recording.
    public init(of recording: Recording) { self.recording = recording }

    /// A file of the recording that is none of its streams: an attachment, or the crash report.
    public struct Item: Sendable, Equatable {
        /// Its name in the recording.
        public var name: String
        /// Its size, where it is known without reading it.
        public var bytes: Int?
        /// What people call it.
        public var title: String?
        /// Its media type.
        public var type: String?
        /// The step that it belongs to.
        public var step: Int?
        /// Monotonic nanoseconds from the start of the recording to when it was added.
        public var time: Int?

        /// The name that its file gets: attachments without their folder.
        public var fileName: String {
            name.hasPrefix(Attachment.folder) ? String(name.dropFirst(Attachment.folder.count)) : name
        }
    }

    /// The attachments and the crash report, by name.
    public var items: [Item] {
        recording.source.names.filter { $0.hasPrefix(Attachment.folder) || $0 == Crash.entryName }.map { name in
            let entry = recording.manifest.entries.first { $0.name == name }
            var details = entry?.unknown ?? [:]
            if let live = recording.manifest.attachments.first(where: { $0.name == name }) { details = live.details }
            return Item(
                name: name, bytes: entry?.bytes ?? FileSystem.size(of: "\(recording.path)/\(name)"), title: details["title"]?.string,
                type: details["type"]?.string, step: details["step"]?.int, time: details["t"]?.int)
        }
    }

    /// The items that a name means: the one of that file name; else those of that title, or whose file name is it behind its number.
    public func items(named name: String) -> [Item] {
        let all = items
        if let exact = all.first(where: { $0.fileName == name || $0.name == name }) { return [exact] }
        return all.filter { $0.title == name || $0.fileName.drop(while: \.isNumber) == "-" + name }
    }

    /// The content of a file.
    ///
    /// - Throws: `RecordingError` if it can't be read, or is not what the manifest says.
    public func content(of item: Item) throws(RecordingError) -> [UInt8] { try recording.source.read(item.name) }

    /// Writes a file into a folder, which is made if it is not there, under its own name; returns the path.
    ///
    /// Nothing outside of the folder is written, whatever the name is and whatever links are in the folder.
    ///
    /// - Throws: `RecordingError` if it can't be read, a file is there or would replace the recording or be in it, or the disk refuses.
    @discardableResult public func write(_ item: Item, below folder: String) throws(RecordingError) -> String {
        try write(try content(of: item), to: item.fileName, below: folder)
    }

    /// Writes bytes into a folder, which is made if it is not there, under a name; returns the path.
    ///
    /// - Throws: `RecordingError` as ``write(_:below:)``.
    @discardableResult public func write(_ bytes: [UInt8], to name: String, below folder: String) throws(RecordingError) -> String {
        let checked = try BundleNames.checked(name)
        try OutputPlace.check("\(folder)/\(checked)", isOutside: [recording.path])
        try FileSystem.makeDirectory(folder)
        var place = folder
        for component in checked.split(separator: "/").dropLast() {
            place += "/" + component
            _ = try FileSystem.makeNewDirectory(place)
            guard FileSystem.isRealDirectory(place) else {
                throw RecordingError(.exists, "not a directory to write to", path: place, advice: "Name another folder")
            }
        }
        let path = "\(folder)/\(checked)"
        if !overwrites, FileSystem.kindOfItself(path) != nil {
            throw RecordingError(
                .exists, "already exists", path: path, advice: "Name another folder, or replace it with --force")
        }
        let file = try AtomicFile(path: path)
        try bytes.withBytes { (buffer) throws(RecordingError) in try file.write(buffer) }
        try file.commit(replacing: overwrites)
        return path
    }
}
