/// Where the files of a recording come from: a live directory, or a sealed bundle.
public protocol EntrySource: Sendable {
    /// The recording as the user named it, for messages.
    var path: String { get }

    /// Which of the two forms it is.
    var form: Recording.Form { get }

    /// The names of all entries, `segments/000000/actions.ndjson` among them, sorted.
    var names: [String] { get }

    /// The bytes of one entry, checked against whatever the form has for checking.
    ///
    /// - Throws: ``RecordingError`` if it is not there, can't be read, is larger than a limit, or is not what its hash says.
    func read(_ name: String) throws(RecordingError) -> [UInt8]
}

/// The files of a recording that is a directory.
public struct DirectorySource: EntrySource {
    /// The directory, as it was given.
    public let path: String
    /// The entries that were there when it was opened.
    public let names: [String]
    /// Always a directory.
    public var form: Recording.Form { .directory }
    private let limits: FormatLimits

    /// Lists the directory: the manifest, the status page, the segments' streams, `crash.json` and attachments.
    public init(path: String, limits: FormatLimits = .default) throws(RecordingError) {
        var names: [String] = []
        for name in try FileSystem.names(in: path) where FileSystem.kind(of: "\(path)/\(name)") == .file { names.append(name) }
        for folder in ["segments", "attachments"] where FileSystem.kind(of: "\(path)/\(folder)") == .directory {
            for name in try FileSystem.names(in: "\(path)/\(folder)") {
                let inner = "\(folder)/\(name)"
                switch FileSystem.kind(of: "\(path)/\(inner)") {
                case .file: names.append(inner)
                case .directory: names += try FileSystem.names(in: "\(path)/\(inner)").map { "\(inner)/\($0)" }
                default: break
                }
            }
        }
        self.path = path
        self.names = names.sorted()
        self.limits = limits
    }

    /// The bytes of one file, at most the limit of a stream.
    ///
    /// - Throws: ``RecordingError`` where the file is missing, too large or unreadable.
    public func read(_ name: String) throws(RecordingError) -> [UInt8] {
        try FileSystem.read("\(path)/\(name)", limit: limits.streamBytes)
    }
}
