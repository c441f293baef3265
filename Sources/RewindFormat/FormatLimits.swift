import RewindValue

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

    /// The limits of design: generous to recordings, tight to attacks.
    public static let `default` = FormatLimits()

    /// The parser's limits for one line.
    var json: JSONParser.Limits { JSONParser.Limits(depth: depth) }
}
