import RewindFormat
import RewindSystem

/// Which segments a recording has, and which of them its limits let go: the writer's thread keeps it.
struct SegmentRing {
    let limits: RecordingLimits
    private let sizes: RecorderSizes
    private(set) var segments: [SegmentRecord] = []

    struct SegmentRecord: Equatable {
        let index: Int
        /// Its first step, and when that was appended.
        let first: Int
        let time: Int
        /// Bytes of its lines; for a segment in use, they are passed in each time.
        var bytes = 0
        /// Bytes of its actions, once it is over.
        var actionBytes: Int?
    }

    /// Segments before the newest one whose states may be waited for.
    private static let mostOpen = 2

    init(limits: RecordingLimits, sizes: RecorderSizes) {
        (self.limits, self.sizes) = (limits, sizes)
        segments = [SegmentRecord(index: 0, first: 1, time: 0)]
    }

    var newest: SegmentRecord { segments[segments.count - 1] }  // there is always one: the newest is never dropped

    /// Notes segments that began.
    mutating func begin(_ parts: [SegmentRecord]) { segments += parts }

    /// For how many steps the next segment waits for an unfinished step of an older one.
    var patience: Int { max(4 * sizes.ringSteps, limits.steps ?? sizes.segmentSteps) }

    /// Whether the newest segment has reached a quarter of a limit.
    func wantsNext(lastStep: Int, now: Int, bytes: Int) -> Bool {
        let steps = lastStep - newest.first + 1
        guard steps > 0 else { return false }
        if let limit = limits.steps, steps >= max(sizes.ringSteps, limit / 4) { return true }
        if let limit = limits.bytes, bytes >= max(sizes.ringBytes, limit / 4) { return true }
        if let age = limits.age, now - newest.time >= max(1, age.nanoseconds / 4) { return true }
        return false
    }

    /// How many of the oldest segments the limits let go.
    private func countOver(lastStep: Int, now: Int) -> Int {
        var bytes = segments.reduce(0) { $0 + $1.bytes }
        for (place, next) in segments.dropFirst().enumerated() {
            let isOver =
                limits.steps.map { lastStep - next.first + 1 >= $0 } ?? false
                || limits.age.map { now - next.time >= $0.nanoseconds } ?? false
                || limits.bytes.map { bytes > $0 } ?? false
            guard isOver else { return place }
            bytes -= segments[place].bytes
        }
        return segments.count - 1
    }

    /// The first step that the limits keep, whether the segments before it can be dropped yet or not.
    func firstKept(lastStep: Int, now: Int) -> Int { segments[countOver(lastStep: lastStep, now: now)].first }

    /// The segments that the limits let go, oldest first.
    ///
    /// A segment whose states are still being written is not among them, so that one segment always has states, unless the disk refuses
    /// states and the app is far ahead.
    ///
    /// - Parameters:
    ///   - firstOpen: the first segment that is still written.
    ///   - isRefused: whether the disk refuses states.
    func over(lastStep: Int, now: Int, firstOpen: Int, isRefused: Bool) -> [SegmentRecord] {
        let end = max(min(firstOpen, newest.index), isRefused ? newest.index - Self.mostOpen : 0)
        return segments.prefix(countOver(lastStep: lastStep, now: now)).filter { $0.index < end }
    }

    /// Takes out the oldest segments.
    mutating func drop(_ count: Int) { segments.removeFirst(count) }

    /// The steps of a finished segment; `nil` if it has no steps, or is not kept.
    func steps(of index: Int) -> ClosedRange<Int>? {
        zip(segments, segments.dropFirst()).lazy.compactMap { segment, next in
            segment.index == index && segment.first < next.first ? segment.first...(next.first - 1) : nil
        }.first
    }

    /// Notes the bytes of actions in a finished segment.
    mutating func close(_ index: Int, bytes: Int) {
        if let place = segments.firstIndex(where: { $0.index == index }) { segments[place].actionBytes = bytes }
    }

    /// Looks whether the segments that are over are still there, and whole.
    ///
    /// - Parameter bytes: how many bytes of actions a segment has; `nil` for one that is gone.
    /// - Returns: the steps of those that are gone, which are taken out, and those that were cut since the last look.
    mutating func removeLost(bytes: (SegmentRecord) -> Int?) -> (removed: [ClosedRange<Int>], cut: [SegmentRecord]) {
        var (gone, cut): ([ClosedRange<Int>], [SegmentRecord]) = ([], [])
        var kept: [SegmentRecord] = []
        for var segment in segments.dropLast() {
            guard let present = bytes(segment) else {
                if let steps = steps(of: segment.index) { gone.append(steps) }
                continue
            }
            if let had = segment.actionBytes, present < had {
                segment.actionBytes = present
                cut.append(segment)
            }
            kept.append(segment)
        }
        segments = kept + segments.suffix(1)
        return (gone, cut)
    }

    /// Removes a finished segment that was reported as lost; one whose file is there but cut stays.
    mutating func forget(from first: Int, isThere: Bool) {
        guard !isThere, segments.count > 1 else { return }
        segments = segments.dropLast().filter { $0.first != first } + segments.suffix(1)
    }

    /// Sets the sizes of segments: those in use have no size until they are closed.
    mutating func measure(firstOpen: Int, _ bytes: (SegmentRecord) -> Int) {
        for place in segments.indices where segments[place].index >= firstOpen || segments[place].bytes == 0 {
            segments[place].bytes = bytes(segments[place])
        }
    }
}
