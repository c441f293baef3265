import RewindFormat
import RewindJournal

/// The files of a sealed recording before anything but their names and sizes is believed: in a zip, or in a folder that it was unpacked to.
enum BundleFiles: Sendable {
    /// A zip, and the folder inside it that holds the recording: empty, or one that another tool wrapped around it.
    case zip(ArchiveReader, wrapper: String)
    /// A folder.
    case folder(DirectorySource)

    /// The files of a zip.
    init(_ reader: ArchiveReader) {
        self = .zip(reader, wrapper: BundleFiles.wrapper(in: reader.directory.entries.map(\.name)))
    }

    /// The files of the zip at a path.
    init(file path: String, limits: ArchiveLimits) throws(RecordingError) {
        do throws(RecordingError) {
            self.init(try ArchiveReader(path: path, limits: limits))
        } catch {
            throw error.code == .damaged ? error.advising("Run `rewind recover \(path.shellQuoted)` to save its intact parts") : error
        }
    }

    /// The folder that all of a recording's names begin with, when another tool zipped the folder and not what is in it.
    static func wrapper(in names: [String]) -> String {
        if names.contains(Manifest.entryName) { return "" }
        let candidates = names.filter { $0.hasSuffix("/" + Manifest.entryName) && $0.split(separator: "/").count == 2 }
        guard candidates.count == 1, let manifest = candidates.first else { return "" }
        return String(manifest.dropLast(Manifest.entryName.count))
    }

    /// The names, as the manifest spells them.
    var names: [String] {
        switch self {
        case .zip(let reader, let wrapper):
            reader.directory.entries.map(\.name).filter { $0.hasPrefix(wrapper) }.map { String($0.dropFirst(wrapper.count)) }
        case .folder(let source): source.names
        }
    }

    /// The size of a file's content, if that is known before it is read.
    func size(of name: String) -> Int64? {
        switch self {
        case .zip(let reader, let wrapper): reader.directory[name: wrapper + name]?.size
        case .folder: nil
        }
    }

    /// What tells that another tool packed them: a folder around them, names that no bundle has, an order that is not ours.
    var notes: [String] {
        guard case .zip(let reader, let wrapper) = self else { return [] }
        let entries = reader.directory.entries.map(\.name)
        if wrapper.isEmpty, entries.starts(with: [BundleContents.readme.name, Manifest.entryName]), !reader.directory.hasFolders {
            return []
        }
        let place = wrapper.isEmpty ? "" : ", below the folder \(wrapper)"
        return ["another tool unpacked it and packed it again\(place)"]
    }

    /// The bytes of a file, not yet checked against the manifest.
    func read(_ name: String) throws(RecordingError) -> [UInt8] {
        switch self {
        case .zip(let reader, let wrapper): try reader.read(wrapper + name)
        case .folder(let source): try source.read(name)
        }
    }
}
