package import RewindValue

/// Bounds on the numbers of steps: what is beyond them is no line of a recording, so that nobody has to fear for sums and differences.
enum StepNumber {
    /// The numbers that a step may have; every double can hold them.
    static let range = 0...(1 << 53)
    /// How many steps one merged patch may stand for; a recorder's queue is far shorter.
    static let mergedLimit = 1 << 20
    /// How many steps one gap may stand for.
    static let gapLimit = 1 << 32
}

/// Bounds on what a reader takes from a recording; whatever the recorder writes is within the defaults.
public struct FormatLimits: Sendable {
    /// Bytes of `manifest.json`.
    public var manifestBytes = 8 << 20
    /// Bytes of one stream of one segment.
    public var streamBytes = 1 << 30
    /// Bytes of one line.
    public var lineBytes = 512 << 20
    /// Nesting of the JSON in one line: that of an encoded value, and what the line puts around it.
    public var depth = 160

    /// Files in a directory; twice as many as segments.
    public var files = 40_000
    /// Components of a file's name in a directory; files below are not seen.
    public var nameDepth = 6
    /// Threads that read and check at once: as many as there are processors, four at most.
    ///
    /// An app that reads or seals a recording beside its own work takes 1, and keeps the other processors for itself.
    public var threads = Processors.count

    /// The limits of design: generous to recordings, tight to attacks.
    public static let `default` = FormatLimits()

    /// The parser's limits for one line.
    package var json: JSONParser.Limits { JSONParser.Limits(depth: depth) }
}

extension FormatLimits {
    /// Throws ``RecordingError/Code/limit`` if a manifest has more bytes than it may have.
    package func checkManifest(size: Int64, path: String) throws(RecordingError) {
        guard size > Int64(manifestBytes) else { return }
        throw RecordingError(
            .limit, "the manifest has \(size) bytes, and the limit manifestBytes is \(manifestBytes)", path: path,
            entry: Manifest.entryName)
    }
}
