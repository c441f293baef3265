import RewindFormat

/// Limits on what a bundle may claim and hold, because bundles come from strangers.
///
/// The defaults refuse what would do harm and accept whatever the recorder writes. An error names the limit that was exceeded.
/// `FormatLimits` bounds what is inside the entries.
package struct ArchiveLimits: Sendable, Hashable {
    /// The largest bundle file: 2 GiB.
    package var bundleBytes: Int64 = 2 << 30
    /// The most that all entries together may inflate to: 8 GiB.
    package var inflatedBytes: Int64 = 8 << 30
    /// The most that one entry may inflate to: 1 GiB.
    ///
    /// Reading a whole entry needs as much memory.
    package var entryBytes: Int64 = 1 << 30
    /// How many times its compressed size an entry may inflate to: 200.
    ///
    /// The ratio counts only beyond ``ratioFreeBytes``. Sealing stores what compresses better, so that nothing recorded is refused.
    package var inflateRatio: Int64 = 200
    /// The size to which an entry may inflate whatever its ratio, because that does no harm: 16 MiB.
    package var ratioFreeBytes: Int64 = 16 << 20
    /// The most entries: 20,000.
    package var entries: Int = 20_000
    /// The largest central directory, which is read into memory whole: 4 MiB.
    package var directoryBytes: Int = 4 << 20
    /// The longest name of an entry: 128 bytes.
    package var nameBytes: Int = 128
    /// The longest name in a zip that another tool made from a recording, with folders around it and files beside it: 1,024 bytes.
    package var foreignNameBytes: Int = 1_024
    /// The largest recording in its own zip inside another zip: 256 MiB, held in memory while it is open.
    package var nestedBytes: Int64 = 256 << 20
    /// How many zips may be nested around a recording: 3.
    package var nesting: Int = 3
    /// The most components in a name: 6.
    package var nameDepth: Int = 6
    /// The most bytes of extra fields in one header: 1,024.
    package var extraBytes: Int = 1_024

    /// The limits of every reader that is given no others.
    package static let `default` = ArchiveLimits()

    /// The default limits; change the fields you need.
    package init() {}
}

extension ArchiveLimits {
    /// Throws an error that names the limit if the value is above it.
    func check<Value: BinaryInteger>(
        _ value: Value, _ limit: Value, _ name: String, _ what: String, entry: @autoclosure () -> String? = nil
    ) throws(RecordingError) {
        if value > limit {
            throw RecordingError(.limit, "\(what) of \(value) is too large: the limit \(name) is \(limit)", entry: entry())
        }
    }

    /// Throws if an entry of these sizes inflates out of proportion.
    func checkRatio(size: Int64, compressed: Int64, entry: @autoclosure () -> String) throws(RecordingError) {
        guard exceedsRatio(size: size, compressed: compressed) else { return }
        throw RecordingError(
            .limit, "the entry inflates from \(compressed) to \(size) bytes, over the limit inflateRatio of \(inflateRatio)",
            entry: entry())
    }

    /// Whether an entry of these sizes inflates out of proportion.
    func exceedsRatio(size: Int64, compressed: Int64) -> Bool { size > ratioFreeBytes && size / inflateRatio > compressed }
}
