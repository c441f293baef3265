package import RewindFormat
import RewindSystem

/// One segment's state stream while it is written: live lines, gathered and written in one go by the recorder's own thread.
///
/// Not thread-safe: the recorder's thread owns it.
package final class StateStream {
    private let file: File
    private var pending: [UInt8] = []
    /// Bytes that are in the file.
    package private(set) var count = 0

    /// Makes the file.
    package init(creating path: String) throws(RecordingError) {
        file = try File(opening: path, .createNew)
    }

    /// Adds a line for the next ``flush()``, and returns its size in bytes.
    ///
    /// A line that no reader would accept is replaced by one that reports this.
    package func append(_ line: StateLine) -> Int {
        let start = pending.count
        line.write(into: &pending)
        if pending.count - start > FormatLimits.default.lineBytes - 64 {
            let bytes = pending.count - start
            pending.removeSubrange(start...)
            var short = line
            short.change = .unencodable("it takes \(bytes) bytes, and the limit lineBytes is \(FormatLimits.default.lineBytes)")
            short.redacted = []
            if case .action = line.change { return 0 }  // the journal has its beginning
            short.write(into: &pending)
        }
        LiveLine.close(&pending, from: start)
        return pending.count - start
    }

    /// Adds a line whose keyframe or patch the caller writes as bytes.
    ///
    /// - Parameters:
    ///   - head: the line without its change; it has neither redacted places nor unknown members.
    ///   - key: `keyframe` or `patch`.
    ///   - write: appends the change, and returns whether it did.
    /// - Returns: the size of the line in bytes; `nil`, and nothing added, if the change was not written or no reader would take the line.
    package func append(_ head: StateLine.Head, _ key: StaticString, write: (inout [UInt8]) -> Bool) -> Int? {
        let start = pending.count
        head.write(into: &pending)
        StateLine.key(key, into: &pending)
        guard write(&pending), pending.count - start <= FormatLimits.default.lineBytes - 64 else {
            pending.removeSubrange(start...)
            return nil
        }
        pending.append(UInt8(ascii: "}"))
        LiveLine.close(&pending, from: start)
        return pending.count - start
    }

    /// Bytes that ``flush()`` would write.
    package var pendingCount: Int { pending.count }

    /// Whether the file is where it was, with all that was written: not removed, moved or cut.
    package var isIntact: Bool { file.isIntact(with: count) && file.isStill(at: file.path) }

    /// Waits until the disk has what was flushed.
    package func synchronise() throws(RecordingError) { try file.sync() }

    /// Bytes that are in the file.
    package func read(_ range: Range<Int>) throws(RecordingError) -> [UInt8] {
        let bytes = try file.read(at: range.lowerBound, count: range.count)
        guard bytes.count == range.count else { throw RecordingError(fileIsGone: file.path) }
        return bytes
    }

    /// Writes the added lines; on an error the lines are kept for another try, and the file is cut back to whole lines.
    package func flush() throws(RecordingError) {
        guard !pending.isEmpty else { return }
        try file.checkIntact(with: count)  // one that was cut must not grow over what is lost
        var failure: RecordingError?
        pending.withUnsafeBytes { bytes in
            do throws(RecordingError) { try file.write(bytes) } catch { failure = error }
        }
        if let failure {
            try? file.truncate(to: count)
            file.seek(to: count)
            throw failure
        }
        count += pending.count
        pending.removeAll(keepingCapacity: pending.capacity < 1 << 20)
    }
}
