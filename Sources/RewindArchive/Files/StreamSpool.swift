package import RewindFormat
import Synchronization

/// Keeps segment streams in a file beside the output until the output is written: a bundle's hashes precede its contents, and making a
/// segment twice costs more than reading it back.
///
/// The file has no name, so that the system frees it when this process ends for any reason: its contents may be private.
package final class StreamSpool: Sendable {
    private let file: AtomicFile
    private let places = Mutex(StreamOffsets())

    private struct StreamOffsets {
        var end = 0
        var streams: [String: (offset: Int, count: Int)] = [:]
    }

    /// Creates a spool for a recording that will be written to a path.
    package init(for output: String) throws(RecordingError) {
        file = try AtomicFile(path: output)
        file.removeName()
    }

    /// Stores the streams of a segment.
    package func append(actions: [UInt8], states: [UInt8], segment index: Int) throws(RecordingError) {
        try append(actions, SegmentName.actions(index))
        try append(states, SegmentName.states(index))
    }

    private func append(_ bytes: [UInt8], _ name: String) throws(RecordingError) {
        let written = places.withLock { places in
            Result { () throws(RecordingError) in
                try bytes.withBytes { (bytes) throws(RecordingError) in try file.write(bytes) }
                places.streams[name] = (places.end, bytes.count)
                places.end += bytes.count
            }
        }
        try written.get()
    }

    /// Reads back a stored stream by the name of its entry.
    package func read(_ name: String) throws(RecordingError) -> [UInt8] {
        guard let place = places.withLock({ $0.streams[name] }) else {
            throw RecordingError(.notFound, "\(name) was not kept", path: file.path)
        }
        let limit = FormatLimits.default.streamBytes
        guard place.count <= limit else {
            throw RecordingError(.limit, "\(name) has \(place.count) bytes, over the limit of \(limit)", path: file.path)
        }
        return try file.bytes(at: place.offset, count: place.count)
    }
}
