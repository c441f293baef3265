public import RewindFormat
import RewindValue

/// Where an index of paths is kept from one process to the next, beside a recording and never in it.
///
/// Each index belongs to exactly one recording; a store of this kind must ensure that, for example by the hash of the manifest.
public protocol PathIndexStore: Sendable {
    /// The bytes that were kept; `nil` where there are none, or none that can be read.
    func load() -> [UInt8]?

    /// Keeps bytes, or leaves it: an index that can't be kept is made again the next time.
    func save(_ bytes: [UInt8])
}

/// The index of a timeline, as far as there is one.
enum IndexState: Sendable {
    /// Nobody asked yet.
    case unasked
    /// None was kept.
    case missing
    case known(PathIndex)
}

extension Timeline {
    /// Segments from which on an index is worth its making.
    private static let indexedSegments = 4

    /// Makes sure that the index of paths exists, which takes one pass over the recording the first time.
    ///
    /// The index makes questions about parts of the state fast; their answers are the same without it. Does nothing for a short recording,
    /// or if no place to keep the index was given.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    public func prepareIndex() throws(RecordingError) {
        guard isIndexed, index == nil else { return }
        let made = try PathIndex(of: self)
        setIndex(made)
        indexStore?.save(made.fileBytes)
    }

    /// Whether the recording is one of which an index is kept.
    var isIndexed: Bool { indexStore != nil && segmentCount >= Self.indexedSegments }

    /// The places of the segments in which a step of a range may have changed one of some places of a store's state; `nil` where nobody can
    /// tell.
    func segments(changing places: [[PathIndex.Token]], store: String, in range: ClosedRange<Int>) -> SegmentChoice? {
        guard isIndexed, let table = index?.stores[store] else { return nil }
        var choice = SegmentChoice(isWanted: Array(repeating: false, count: segmentCount), table: table)
        for position in table.irregular where position < segmentCount { choice.isWanted[position] = true }
        for place in places {
            table.forEachList(changing: place) { steps in
                var position = 0
                steps.forEach { step in
                    guard range.contains(step) else { return }
                    while position < segmentCount - 1, stepsOfSegment(at: position).upperBound < step { position += 1 }
                    choice.isWanted[position] = true
                    // A keyframe that begins a segment has the number of the step before it.
                    if stepsOfSegment(at: position).upperBound == step, choice.isReplaced(at: step), position + 1 < segmentCount {
                        choice.isWanted[position + 1] = true
                    }
                }
            }
        }
        return choice
    }
}

/// The segments that matter for a question.
struct SegmentChoice: Sendable {
    fileprivate(set) var isWanted: [Bool]
    private let dependent: Set<Int>
    /// The steps at which the state became another without a patch.
    private let replaced: Set<Int>

    fileprivate init(isWanted: [Bool], table: PathIndex.Table) {
        self.isWanted = isWanted
        dependent = table.dependent
        var replaced: Set<Int> = []
        table.nodes[0].steps.forEach { replaced.insert($0) }
        self.replaced = replaced
    }

    /// The next place after one that has to be gone through, with those before it that it needs to begin with; the number of segments if
    /// none.
    func next(after position: Int) -> Int {
        guard var next = isWanted[(position + 1)...].firstIndex(of: true) else { return isWanted.count }
        while next > position + 1, dependent.contains(next) { next -= 1 }
        return next
    }

    /// The last place before one that matters; -1 if none.
    func last(before position: Int) -> Int { isWanted[..<position].lastIndex(of: true) ?? -1 }

    /// Whether the keyframe of a step only says again what was known.
    func isRestated(at step: Int) -> Bool { !isReplaced(at: step) }

    fileprivate func isReplaced(at step: Int) -> Bool { replaced.contains(step) }
}
