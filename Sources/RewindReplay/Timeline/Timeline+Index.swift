import RewindFormat
import RewindValue

extension Timeline {
    /// The number of segments from which on an index is worth building.
    private static let indexedSegments = 4

    /// Whether the recording is long enough for an index.
    var isLong: Bool { segmentCount >= Self.indexedSegments }

    /// The index of paths, if one was kept or built.
    var index: PathIndex? { reader.index }

    /// The positions of the segments in which a step of a range may have changed one of some places of a store's state; `nil` if they are
    /// unknown.
    func segments(changing places: [JSONPointer], store: String, in range: ClosedRange<Int>) -> SegmentChoice? {
        guard isLong, let table = index?.stores[store] else { return nil }
        return SegmentChoice(of: (0..<segmentCount).map(stepsOfSegment), changing: places, in: range, by: table)
    }
    /// The index's table of a store whose states are all known; `nil` if a state is unknown or the index can't tell.
    func wholeTable(of store: String) -> PathIndex.Table? {
        guard isLong, let table = index?.stores[store], table.irregular.isEmpty else { return nil }
        return table
    }

    /// Whether the states of a store are known at all steps; also `false` if that is unknown without reading them.
    package func knowsAllStates(of store: String) -> Bool { wholeTable(of: store) != nil }
}
