package import RewindFormat
import RewindSystem

/// The files of a sealed recording in the folder that it was unpacked to.
package struct UnpackedSource: EntrySource {
    private let folder: DirectorySource

    /// The folder of a sealed recording; `nil` for anything else, such as a directory that an app left.
    ///
    /// Only sealing lists segments and entries in the manifest; a folder whose manifest can't be read is left to the code that opens a
    /// directory.
    package init?(path: String, limits: FormatLimits) {
        guard [LiveDirectory.lockName, StatusPage.fileName].allSatisfy({ FileSystem.kindOfItself("\(path)/\($0)") == nil }),
            let bytes = try? FileSystem.read("\(path)/\(Manifest.entryName)", limit: limits.manifestBytes),
            let manifest = try? Manifest(parsing: bytes, limits: limits, path: path),
            !(manifest.segments.isEmpty && manifest.entries.isEmpty),
            let folder = try? DirectorySource(path: path, limits: limits)
        else { return nil }
        self.folder = folder
    }

    package var path: String { folder.path }
    package var names: [String] { folder.names }
    /// The sealed form, whose lines have no checksums of their own.
    package var form: Recording.Form { .bundle }

    package func read(_ name: String) throws(RecordingError) -> [UInt8] { try folder.read(name) }
}
