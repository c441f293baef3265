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
    /// Nesting of the JSON in one line: that of an encoded value plus what the line puts around it.
    public var depth = 160

    /// Files in a directory; this allows half as many segments.
    package var files = 40_000
    /// Components of a file's name in a directory; files nested deeper are ignored.
    package var nameDepth = 6
    /// Threads that read and check at once, at most; a machine with fewer processors uses fewer, and what the threads hold is in memory
    /// meanwhile.
    ///
    /// An app that reads or seals a recording while it works sets 1, to keep the other processors for itself.
    public var threads = 4

    /// The default limits: generous to recordings, tight to attacks.
    public static let `default` = FormatLimits()

    /// The parser's limits for one line.
    package var json: JSONParser.Limits { JSONParser.Limits(depth: depth) }
}
