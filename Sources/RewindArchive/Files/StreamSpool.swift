package import RewindFormat
import Synchronization

/// Keeps segment streams in a file beside the output until the output is written: a bundle's hashes precede its contents, and making a
/// segment twice costs more than reading it back.
///
/// The file has no name, so that the system frees it when this process ends for any reason: its contents may be private.
package final class StreamSpool: Sendable {
    private let file: AtomicFile
    private let places = Mutex(Places())

    private struct Places {
        var end: Int64 = 0
        var streams: [Key: (offset: Int64, count: Int)] = [:]
    }

    private struct Key: Hashable {
        var index: Int
        var stream: Stream
    }

    /// Creates a spool for a recording that will be written to a path.
    package init(for output: String) throws(RecordingError) {
        file = try AtomicFile(path: output)
        file.removeName()
    }

    /// Stores the streams of a segment.
    package func keep(actions: [UInt8], states: [UInt8], _ index: Int) throws(RecordingError) {
        try keep(actions, Key(index: index, stream: .actions))
        try keep(states, Key(index: index, stream: .states))
    }

    private func keep(_ bytes: [UInt8], _ key: Key) throws(RecordingError) {
        let written = places.withLock { places in
            Result { () throws(RecordingError) in
                try bytes.withBytes { (bytes) throws(RecordingError) in try file.write(bytes) }
                places.streams[key] = (places.end, bytes.count)
                places.end += Int64(bytes.count)
            }
        }
        try written.get()
    }

    /// Reads back a stored stream.
    package func read(_ index: Int, _ stream: Stream) throws(RecordingError) -> [UInt8] {
        guard let place = places.withLock({ $0.streams[Key(index: index, stream: stream)] }) else {
            throw RecordingError(.notFound, "the streams of segment \(index) were not kept", path: file.path)
        }
        let limit = FormatLimits.default.streamBytes
        guard place.count <= limit else {
            throw RecordingError(
                .limit, "a stream of segment \(index) has \(place.count) bytes, over the limit of \(limit)", path: file.path)
        }
        return try file.bytes(at: place.offset, count: place.count)
    }

    /// The two streams of a segment.
    package enum Stream: Sendable { case actions, states }
}
