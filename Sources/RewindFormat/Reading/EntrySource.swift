/// Where the files of a recording come from: a live directory, or a sealed bundle.
public protocol EntrySource: Sendable {
    /// The recording as the user named it, for messages.
    var path: String { get }

    /// Which of the two forms it is.
    var form: Recording.Form { get }

    /// The names of all entries, `segments/000000/actions.ndjson` among them, sorted.
    var names: [String] { get }

    /// What is unusual about the files and does no harm, a sentence each: that another tool packed them, say.
    var notes: [String] { get }

    /// The bytes of one entry, checked against whatever the form has for checking.
    ///
    /// - Throws: ``RecordingError`` if it is not there, can't be read, is larger than a limit, or is not what its hash says.
    func read(_ name: String) throws(RecordingError) -> [UInt8]
}

extension EntrySource {
    /// Nothing is unusual.
    public var notes: [String] { [] }
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

    /// Lists the directory: the manifest, the status page, the segments' streams, and whatever else is in it.
    ///
    /// Symbolic links are left out: a directory from a stranger must not bring files of ours into a bundle.
    ///
    /// - Throws: ``RecordingError`` where it can't be listed, or holds more files than a recording has.
    public init(path: String, limits: FormatLimits = .default) throws(RecordingError) {
        self.path = path
        self.limits = limits
        var names: [String] = []
        try Self.list("", below: path, depth: 1, limits, into: &names)
        self.names = names.sorted()
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
                throw RecordingError(.limit, "more files than the limit files allows, which is \(limits.files)", path: path)
            }
        }
    }

    /// The bytes of one file, at most the limit of a stream.
    ///
    /// - Throws: ``RecordingError`` where the file is missing, too large or unreadable.
    public func read(_ name: String) throws(RecordingError) -> [UInt8] {
        try FileSystem.read("\(path)/\(name)", limit: limits.streamBytes)
    }
}
