import RewindArchive
package import RewindFormat
import RewindReplay
import RewindSystem
package import RewindValue

/// Extracts files and states from a recording.
///
/// ```swift
/// let extraction = Extraction(of: recording)
/// for item in extraction.items { try extraction.write(item, below: "files") }
/// ```
package struct Extraction {
    package let recording: Recording
    /// Whether existing files are replaced; they are not by default.
    package var overwrites = false

    package init(of recording: Recording) { self.recording = recording }

    /// An attachment or the crash report.
    package typealias Item = Manifest.AttachmentInfo

    /// The attachments and the crash report, by name.
    package var items: [Item] { recording.files { FileSystem.size(of: "\(recording.path)/\($0)") } }

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
        try OutputPlace.check("\(folder)/\(checked)", outside: [recording.path])
        try FileSystem.makeDirectory(folder)
        var place = folder
        for component in checked.split(separator: "/").dropLast() {
            place += "/" + component
            _ = try FileSystem.makeNewDirectory(place)
            guard FileSystem.kindOfItself(place) == .directory else {
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

extension Manifest.AttachmentInfo: AnswerRow {
    /// The file for programs.
    package var json: JSONValue {
        var object: JSONObject = ["name": .string(fileName)]
        object["bytes"] = bytes.map { .number(JSONNumber($0)) }
        for (key, value) in details { object[key == "t" ? "time" : key] = value }
        return .object(object)
    }
}
