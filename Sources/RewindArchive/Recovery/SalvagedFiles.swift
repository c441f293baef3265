import RewindFormat
import RewindJournal

/// The readable files of a damaged recording, in a zip or in the folder that it was unpacked to.
protocol SalvagedFiles {
    /// The whole files by name.
    var files: [String: SalvagedFile] { get }
    /// The names of the files that can only be read in part.
    var damaged: [String] { get }
    /// Whether unrelated files may lie beside those of the recording.
    var isFolder: Bool { get }

    /// The content of a whole file.
    func read(_ name: String) throws(RecordingError) -> [UInt8]

    /// The readable beginning of a damaged file, and whether the end of the archive cuts it off.
    func beginning(of name: String) throws(RecordingError) -> (bytes: [UInt8], isCut: Bool)
}

/// The facts that identify a file's content.
struct SalvagedFile {
    let size: Int64
    let sha256: String
}

/// The readable files of a folder; only the manifest's hashes tell which of them were recorded.
///
/// Reads all of them once, one at a time.
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
