package import RewindFormat
import RewindJournal
import RewindSystem

/// Streams of segments in files beside the output, until that is written: a bundle's hashes come before its contents, and making a segment twice
/// costs more than reading it again.
///
/// The folder goes with the last reference, and with an interruption.
package final class SpoolFolder: Sendable {
    private let path: String

    /// A folder for a recording that will be at a path.
    package init(for output: String) throws(RecordingError) { path = try UnfinishedFiles.makeFolder(beside: output) }

    deinit {
        try? DirectoryRemoval.removeTree(path)
        UnfinishedFiles.remove(path)
    }

    /// Keeps the streams of a segment.
    package func keep(actions: [UInt8], states: [UInt8], _ index: Int) throws(RecordingError) {
        try FileSystem.replace(file(index, .actions), with: actions)
        try FileSystem.replace(file(index, .states), with: states)
    }

    /// The bytes of a stream that was kept.
    package func read(_ index: Int, _ stream: Stream) throws(RecordingError) -> [UInt8] {
        try FileSystem.read(file(index, stream), limit: FormatLimits.default.streamBytes)
    }

    private func file(_ index: Int, _ stream: Stream) -> String { "\(path)/\(index).\(stream.rawValue)" }

    /// The two streams of a segment.
    package enum Stream: String { case actions, states }
}
