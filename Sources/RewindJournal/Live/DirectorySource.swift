package import RewindFormat
import RewindSystem

/// The files of a recording in the form of a directory.
package struct DirectorySource: EntrySource {
    /// The directory's path, as it was given.
    package let path: String
    /// The entries that were there when the directory was opened.
    package let names: [String]
    /// The sealed form, whose lines have no checksums of their own, for the folder that a sealed recording was unpacked to.
    package private(set) var form = Recording.Form.directory
    private let limits: FormatLimits

    /// Lists the directory: the manifest, the status page, the segments' streams, and whatever else is in it.
    ///
    /// Symbolic links are left out: a directory from a stranger must not bring your files into a bundle.
    ///
    /// - Throws: ``RecordingError`` if the directory can't be listed, or holds more files than a recording has.
    package init(path: String, limits: FormatLimits = .default) throws(RecordingError) {
        self.path = path
        self.limits = limits
        var names: [String] = []
        try Self.list("", below: path, depth: 1, limits, into: &names)
        self.names = names.sorted()
    }

    /// The folder that a sealed recording was unpacked to; `nil` for anything else, such as a directory that an app left.
    ///
    /// Only sealing lists segments and entries in the manifest; a folder whose manifest can't be read is left to the code that opens a
    /// directory.
    package init?(unpacked path: String, limits: FormatLimits) {
        guard [LiveDirectory.lockName, StatusPage.fileName].allSatisfy({ FileSystem.kindOfItself("\(path)/\($0)") == nil }),
            let bytes = try? FileSystem.read("\(path)/\(Manifest.entryName)", limit: limits.manifestBytes),
            let manifest = try? Manifest(parsing: bytes, limits: limits, path: path),
            !(manifest.segments.isEmpty && manifest.entries.isEmpty),
            let folder = try? DirectorySource(path: path, limits: limits)
        else { return nil }
        self = folder
        form = .bundle
    }

    private static func list(
        _ folder: String, below path: String, depth: Int, _ limits: FormatLimits, into names: inout [String]
    ) throws(RecordingError) {
        for file in try FileSystem.names(in: "\(path)/\(folder)") {
            let name = folder + file
            switch FileSystem.kindOfItself("\(path)/\(name)") {
            case .file: names.append(name)
            case .directory where depth < limits.nameDepth:
                try list(name + "/", below: path, depth: depth + 1, limits, into: &names)
            default: break
            }
            guard names.count <= limits.files else {
                throw RecordingError(.limit, "the directory has too many files: the limit files is \(limits.files)", path: path)
            }
        }
    }

    /// The bytes of one file, at most the limit of a stream.
    ///
    /// - Throws: ``RecordingError`` if the file is missing, too large or unreadable.
    package func read(_ name: String) throws(RecordingError) -> [UInt8] {
        try FileSystem.read("\(path)/\(name)", limit: limits.streamBytes)
    }
}

extension EntrySource {
    /// Bytes that were written into a file of a directory: while it grows, a stream is extended with zeros ahead of need.
    package func writtenBytes(of name: String) -> Int {
        guard name.hasPrefix("segments/"), let bytes = try? read(name) else { return FileSystem.size(of: "\(path)/\(name)") ?? 0 }
        return (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    }
}
