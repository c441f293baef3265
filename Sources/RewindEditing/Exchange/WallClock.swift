import RewindFormat
import RewindValue

/// The wall clock time at a time of the recording, computed from the last pair of readings before it, as the format defines.
struct WallClock {
    private let pairs: [ClockLine]
    private let started: Int

    /// Reads the pairs of a recording from its action streams.
    init(of recording: Recording) throws(RecordingError) {
        var pairs: [ClockLine] = []
        for segment in recording.segments {
            let name = SegmentName.actions(segment.index)
            guard recording.source.names.contains(name) else { continue }
            for line in try recording.source.read(name).split(separator: UInt8(ascii: "\n")) where line.starts(with: Self.beginning) {
                guard let object = try? JSONValue(parsing: line).object, case .clock(let clock)? = JournalLine(json: object) else {
                    continue
                }
                pairs.append(clock)
            }
        }
        self.pairs = pairs.sorted { $0.time < $1.time }
        started = recording.manifest.started
    }

    /// Whether the wall clock time of the recording is known: an imported recording may have no times.
    var isKnown: Bool { started != 0 || !pairs.isEmpty }

    private static let beginning = Array(#"{"clock":"#.utf8)

    /// Nanoseconds since 1970 at a time of the recording.
    func wall(at time: Int) -> Int {
        let next = pairs.partitioningIndex { $0.time > time }
        guard next > 0 else { return pairs.first.map { $0.wall &- ($0.time &- time) } ?? (started &+ time) }
        return pairs[next - 1].wall &+ (time &- pairs[next - 1].time)
    }
}
