import Dispatch
import RewindFormat
import Synchronization

/// A segment that is being read on another thread.
final class PendingSegment: Sendable {
    private let result = Mutex<Result<SegmentSteps, RecordingError>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ read: @escaping @Sendable () throws(RecordingError) -> SegmentSteps) {
        DispatchQueue.global(qos: .userInitiated).async {
            let found = Result { () throws(RecordingError) in try read() }
            self.result.withLock { $0 = found }
            self.done.signal()
        }
    }

    /// Waits for the segment and returns it.
    ///
    /// May be called only once.
    func wait() throws(RecordingError) -> SegmentSteps? {
        done.wait()
        let found = result.withLock { result in
            defer { result = nil }
            return result
        }
        return try found?.get()
    }
}

/// Reads ahead the next segments when a caller goes through them in order: they are inflated, checked and parsed on other threads
/// meanwhile.
struct ReadAhead: SegmentSource {
    private let segments: RecordedSegments
    private var pending: [(position: Int, segment: PendingSegment)] = []
    /// The segment that was requested last.
    private var last: Int?

    /// The number of segments read at a time: more would only cost memory.
    private static let limit = 2

    /// The size of states in bytes from which on only one segment is read ahead, to save memory.
    private static let largeSegment = 8 << 20

    /// No segment is being read yet.
    init(_ segments: RecordedSegments) { self.segments = segments }

    /// The segment at a position, already read ahead or read now; reads ahead the next ones if this one is next to the last requested.
    mutating func segment(at position: Int) throws(RecordingError) -> SegmentSteps {
        let step = last.map { position - $0 } ?? 0
        last = position
        let begun = pending.firstIndex { $0.position == position }.map { pending.remove(at: $0).segment }
        if begun == nil { pending = [] }  // the caller leapt elsewhere
        if abs(step) == 1 {
            for distance in 1...(isLarge(position) ? 1 : Self.limit) {
                let next = position + step * distance
                if segments.spans.indices.contains(next) { expect(next) }
            }
        }
        if let segment = try begun?.wait() { return segment }
        return try segments.segment(at: position)
    }

    /// Begins to read a segment that will be requested soon.
    mutating func expect(_ position: Int) {
        guard pending.count < Self.limit, !pending.contains(where: { $0.position == position }) else { return }
        pending.append((position, PendingSegment { [segments] () throws(RecordingError) in try segments.segment(at: position) }))
    }

    private func isLarge(_ position: Int) -> Bool {
        let index = segments.spans[position].index
        return (segments.recording.manifest.segments.first { $0.index == index }?.states.bytes ?? 0) > Self.largeSegment
    }
}
