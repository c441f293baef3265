import RewindFormat
import RewindJournal

/// What can be read of the files of a damaged recording, in a zip or in the folder that it was unpacked to.
protocol SalvagedFiles {
    /// The whole files by name.
    var files: [String: SalvagedFile] { get }
    /// The names of the files of which only a part can be read.
    var damaged: [String] { get }
    /// Whether somebody's files may lie beside those of the recording.
    var isFolder: Bool { get }

    /// The content of a whole file.
    func read(_ name: String) throws(RecordingError) -> [UInt8]

    /// What can be read of a damaged file, from its beginning on, and whether it is cut off there by the end of all files.
    func beginning(of name: String) throws(RecordingError) -> (bytes: [UInt8], isCut: Bool)
}

/// What tells one content from another.
struct SalvagedFile {
    let size: Int64
    let sha256: String
}

/// The files of a folder: each that can be read, since only the manifest's hashes tell which of them are what was recorded.
///
/// Costs one read of all of them, one at a time.
struct SalvagedFolder: SalvagedFiles {
    let files: [String: SalvagedFile]
    let damaged: [String] = []
    let isFolder = true

    private let source: DirectorySource

    init(_ path: String, limits: FormatLimits) throws(RecordingError) {
        let source = try DirectorySource(path: path, limits: limits)
        var files: [String: SalvagedFile] = [:]
        for name in source.names {
            guard let bytes = try? source.read(name) else { continue }
            files[name] = SalvagedFile(size: Int64(bytes.count), sha256: Digest.hex(of: bytes))
        }
        self.files = files
        self.source = source
    }

    func read(_ name: String) throws(RecordingError) -> [UInt8] { try source.read(name) }

    func beginning(of name: String) throws(RecordingError) -> (bytes: [UInt8], isCut: Bool) { (try read(name), false) }
}
