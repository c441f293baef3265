import Dispatch
import RewindFormat
import Synchronization

/// A segment that is being read on another thread.
final class PendingSegment: Sendable {
    private let result = Mutex<Result<SegmentSteps, RecordingError>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    /// Begins to read it.
    init(_ read: @escaping @Sendable () throws(RecordingError) -> SegmentSteps) {
        DispatchQueue.global(qos: .userInitiated).async {
            let found = Result { () throws(RecordingError) in try read() }
            self.result.withLock { $0 = found }
            self.done.signal()
        }
    }

    /// The segment; waits for it.
    ///
    /// Once only.
    func take() throws(RecordingError) -> SegmentSteps? {
        done.wait()
        let found = result.withLock { result in
            defer { result = nil }
            return result
        }
        return try found?.get()
    }
}

/// The segments that will be wanted next, where somebody goes through one after the other: they are inflated, checked and parsed on other
/// threads meanwhile.
struct ReadAhead: Sendable {
    private var pending: [(position: Int, segment: PendingSegment)] = []
    /// The segment that was wanted last.
    private var last: Int?

    /// Segments under way at a time: more of them would only cost memory.
    static let limit = 2

    /// The segment at a place, from what was begun already or read now; begins with the next ones where this one is the next to the last.
    ///
    /// - Parameter limit: how many it begins with.
    mutating func segment(
        at position: Int, of count: Int, limit: Int, read: @escaping @Sendable (Int) throws(RecordingError) -> SegmentSteps
    ) throws(RecordingError) -> SegmentSteps {
        let step = last.map { position - $0 } ?? 0
        last = position
        let begun = pending.firstIndex { $0.position == position }.map { pending.remove(at: $0).segment }
        if begun == nil { pending = [] }  // somebody leapt elsewhere
        if abs(step) == 1 {
            for distance in 1...max(1, limit) {
                let next = position + step * distance
                if (0..<count).contains(next) { begin(next, read: read) }
            }
        }
        if let segment = try begun?.take() { return segment }
        return try read(position)
    }

    /// Begins with a segment that will be wanted soon.
    mutating func begin(_ position: Int, read: @escaping @Sendable (Int) throws(RecordingError) -> SegmentSteps) {
        guard pending.count < Self.limit, !pending.contains(where: { $0.position == position }) else { return }
        pending.append((position, PendingSegment { () throws(RecordingError) in try read(position) }))
    }
}
