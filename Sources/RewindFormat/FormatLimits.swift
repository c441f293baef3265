package import RewindValue

/// Bounds on what a reader accepts from a recording; everything that the recorder writes is within the defaults.
package struct FormatLimits: Sendable {
    /// Bytes of `manifest.json`.
    package var manifestBytes = 8 << 20
    /// Bytes of one stream of one segment.
    package var streamBytes = 1 << 30
    /// Bytes of one line.
    package var lineBytes = 512 << 20
    /// Nesting of the JSON in one line: that of an encoded value plus what the line puts around it.
    package var depth = 160

    /// Files in a directory; this allows half as many segments.
    package var files = 40_000
    /// Components of a file's name in a directory; files nested deeper are ignored.
    package var nameDepth = 6
    /// Threads that read and check at once, at most; a machine with fewer processors uses fewer, and what the threads hold is in memory
    /// meanwhile.
    ///
    /// An app that reads or seals a recording while it works sets 1, to keep the other processors for itself.
    package var threads = 4

    /// The default limits: generous to recordings, tight to attacks.
    package static let `default` = FormatLimits()

    /// The parser's limits for one line.
    package var json: JSONParser.Limits { JSONParser.Limits(depth: depth) }
}

extension FormatLimits {
    // A number is checked against its bounds once, where it is parsed, so sums and differences of a few such numbers always fit into 64
    // bits. A line with a step or a segment beyond the bounds is not a line, and a manifest not a manifest; an absurd time is clamped, as
    // an action is no less useful for it.

    /// The numbers that a step may have, and 0 for the state before all of them; every double can hold them.
    package static let stepNumbers = 0...(1 << 53)
    package static let actionNumbers = 1...(1 << 53)
    /// The numbers that an effect may have.
    package static let effectNumbers = 1...(1 << 53)
    /// The numbers that a segment may have.
    package static let segmentNumbers = 0...(1 << 31)
    /// Monotonic nanoseconds: 36 years either way.
    package static let times = -(1 << 60)...(1 << 60)
    /// Nanoseconds since 1970 by a wall clock, to the year 2116.
    package static let wallTimes = 0...(1 << 62)
    /// Counts, sizes in bytes, and durations that are only shown.
    package static let counts = 0...(1 << 53)
    /// Bytes of the name of a mark, and of a note about it, that are recorded.
    package static let markBytes = 1 << 10, noteBytes = 32 << 10
    /// How many effects under way a recorder repeats where a segment begins.
    package static let effectsRepeated = 1_024
    /// How many steps one merged patch may cover; a recorder's queue is far shorter.
    package static let mergedSteps = 1 << 20
    /// How many steps one gap, or one line that counts what was left out, may cover.
    package static let gapSteps = 1 << 32
}

extension JSONValue {
    /// The number, if it is an integer within bounds.
    package func int(in bounds: ClosedRange<Int>) -> Int? { int.flatMap { bounds.contains($0) ? $0 : nil } }

    /// The number, if it is an integer, clamped to the bounds.
    package func int(clampedTo bounds: ClosedRange<Int>) -> Int? { int.map { min(max($0, bounds.lowerBound), bounds.upperBound) } }
}

extension ClosedRange<Int> {
    /// The pair of numbers, if both are integers within bounds and in order.
    init?(json: JSONValue?, in bounds: ClosedRange<Int>) {
        guard let pair = json?.array, pair.count == 2, let first = pair[0].int(in: bounds), let last = pair[1].int(in: bounds),
            first <= last
        else { return nil }
        self = first...last
    }

    /// The bounds as an array of two.
    package var json: JSONValue { [.number(JSONNumber(lowerBound)), .number(JSONNumber(upperBound))] }
}

extension JSONObject {
    /// The pointers under a key, skipping values that are not pointers.
    mutating func removePointers(forKey key: String) -> [JSONPointer] {
        (removeValue(forKey: key)?.array ?? []).compactMap { $0.string.flatMap { try? JSONPointer(parsing: $0) } }
    }
}
