import RewindAge
package import RewindFormat
import Synchronization

/// Keeps segment streams in a file beside the output until the output is written: a bundle's hashes precede its contents, and making a
/// segment twice costs more than reading it back.
///
/// Its contents may be private: the file has no name, so that the system frees it when this process ends for any reason, and what is in it
/// is encrypted with a key that is in this process only.
package final class StreamSpool: Sendable {
    private let file: AtomicFile
    private let key = PassingKey()
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

    private func append(_ plain: [UInt8], _ name: String) throws(RecordingError) {
        let bytes = try key.seal(plain)
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
        guard place.count <= limit + PassingKey.addedBytes else {
            throw RecordingError(.limit, "\(name) has \(place.count) bytes, over the limit of \(limit)", path: file.path)
        }
        guard let plain = key.open(try file.bytes(at: place.offset, count: place.count)) else {
            throw RecordingError(.damaged, "the temporary file was changed", path: file.path, entry: name)
        }
        return plain
    }
}
