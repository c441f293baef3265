import RewindFormat
import RewindJournal

/// The files of a sealed recording, in a zip or in the folder it was unpacked to; only their names and sizes are trusted so far.
enum BundleFiles: Sendable {
    /// A zip, and the folder inside it that holds the recording: empty, or a wrapper that another tool added.
    ///
    /// The zip may be nested in another one, under the given name. Files beside the recording, also in the outer zips, do not belong to it.
    case zip(ArchiveReader, wrapper: String, nestedAs: String?, unrelatedFiles: [String])
    case folder(DirectorySource)

    /// The files of a zip, or of the only recording in it that is itself a zip.
    ///
    /// - Parameters:
    ///   - names: the path of nested zips that leads here.
    ///   - outer: the files beside those zips.
    private init(
        _ reader: ArchiveReader, limits: ArchiveLimits, inside names: [String] = [], unrelatedFiles outer: [String] = []
    ) throws(RecordingError) {
        let all = reader.directory.entries.map(\.name)
        let candidates = BundleFiles.manifests(in: all)
        let zips = candidates.isEmpty ? all.filter { ZipName.isOfZip($0) && !BundleFiles.isMacResourceFork($0) } : []
        let found = candidates + zips
        guard found.count < 2 else {
            throw RecordingError(
                .notARecording, "the zip holds several recordings: \(found.map(printableName).joined(separator: ", "))",
                path: reader.file.path, advice: "Unpack it, and name one of them")
        }
        guard names.count < limits.nesting, let name = zips.first, let entry = reader.directory[name: name] else {
            let wrapper = BundleFiles.wrapper(in: all)
            let unrelatedFiles = all.filter { !$0.hasPrefix(wrapper) && BundleFiles.isFile($0) }
            self = .zip(
                reader, wrapper: wrapper, nestedAs: names.isEmpty ? nil : names.joined(separator: "/"),
                unrelatedFiles: outer + unrelatedFiles)
            return
        }
        try limits.check(entry.size, limits.nestedBytes, "nestedBytes", "a size of a recording in a zip", entry: printableName(name))
        let inner = InputFile(bytes: try reader.read(name), path: reader.file.path)
        let unrelatedFiles = all.filter { $0 != name && BundleFiles.isFile($0) }
        try self.init(
            try ArchiveReader(file: inner, limits: limits), limits: limits, inside: names + [name], unrelatedFiles: outer + unrelatedFiles)
    }

    init(file path: String, limits: ArchiveLimits) throws(RecordingError) {
        do throws(RecordingError) {
            let file = try PageRecording.recordingFile(in: try InputFile.opened(path, limits: limits), limits: limits)
            try self.init(try ArchiveReader(file: file, limits: limits), limits: limits)
        } catch {
            throw error.code == .damaged ? error.recoverable(at: path) : error
        }
    }

    /// The folder prefix that all of a recording's names share, when another tool zipped the folder rather than its contents.
    static func wrapper(in names: [String]) -> String {
        let manifests = manifests(in: names)
        guard manifests.count == 1 else { return "" }
        return String(manifests[0].dropLast(Manifest.entryName.count))
    }

    /// The outermost manifests, and among them those beside segments if there are any.
    private static func manifests(in names: [String]) -> [String] {
        let all = names.filter { ($0 == Manifest.entryName || $0.hasSuffix("/" + Manifest.entryName)) && !isMacResourceFork($0) }
        let outermost = all.filter { name in
            !all.contains { $0.utf8.count < name.utf8.count && name.hasPrefix($0.dropLast(Manifest.entryName.count)) }
        }
        // Other tools use manifests of that name, too.
        let withSegments = outermost.filter { name in
            let folder = name.dropLast(Manifest.entryName.count) + "segments/"
            return names.contains { $0.hasPrefix(folder) }
        }
        return withSegments.isEmpty ? outermost : withSegments
    }

    /// Whether a file is a fork that macOS keeps beside another file.
    private static func isMacResourceFork(_ name: String) -> Bool {
        name.hasPrefix("__MACOSX/") || name.split(separator: "/").last?.hasPrefix("._") == true
    }

    /// Whether a name is that of a file a person may miss: not a folder, and not a fork that macOS keeps.
    private static func isFile(_ name: String) -> Bool { !name.hasSuffix("/") && !isMacResourceFork(name) }

    /// The files in the zips around the recording that lie outside its folder.
    var unrelatedFiles: [String] {
        switch self {
        case .zip(_, _, _, let unrelatedFiles): unrelatedFiles
        case .folder: []
        }
    }

    /// The names, as the manifest spells them.
    var names: [String] {
        switch self {
        case .zip(let reader, let wrapper, _, _):
            reader.directory.entries.map(\.name).filter { $0.hasPrefix(wrapper) }.map { String($0.dropFirst(wrapper.count)) }
        case .folder(let source): source.names
        }
    }

    /// The size of a file's content, if it is known without reading the file.
    func size(of name: String) -> Int64? {
        switch self {
        case .zip(let reader, let wrapper, _, _): reader.directory[name: wrapper + name]?.size
        case .folder: nil
        }
    }

    /// Signs that another tool packed the files: a folder around them, names that no bundle has, a different order.
    var notes: [String] {
        guard case .zip(let reader, let wrapper, let nestedAs, _) = self else { return [] }
        let outer = nestedAs.map { ["it is in a zip in a zip, as \(printableName($0))"] } ?? []
        let entries = reader.directory.entries.map(\.name)
        if wrapper.isEmpty, entries.starts(with: [BundleContents.readme.name, Manifest.entryName]), !reader.directory.hasFolders {
            return outer
        }
        let place = wrapper.isEmpty ? "" : ", below the folder \(printableName(wrapper))"
        return ["another tool unpacked it and packed it again\(place)"] + outer
    }

    /// The bytes of a file, not yet checked against the manifest.
    func read(_ name: String) throws(RecordingError) -> [UInt8] {
        switch self {
        case .zip(let reader, let wrapper, _, _): try reader.read(wrapper + name)
        case .folder(let source): try source.read(name)
        }
    }
}
