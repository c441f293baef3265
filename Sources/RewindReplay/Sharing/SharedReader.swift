public import RewindFormat
import Synchronization

extension Timeline {
    /// A timeline over a recording that was opened; reads no segment yet.
    ///
    /// - Throws: `RecordingError` if the manifest contradicts itself.
    public convenience init(_ recording: Recording) throws(RecordingError) { try self.init(recording, indexStore: nil) }

    /// The same, with an index of paths for questions about parts of the state (``prepareIndex()``), which is kept in that store.
    ///
    /// - Parameter rules: the app's rules for the states of earlier versions, by the names of the stores. An index is of a recording as it
    ///   is, so none is kept of one whose states they change.
    package convenience init(
        _ recording: Recording, indexStore: (any PathIndexStore)?, rules: [String: [StateRule]] = [:]
    ) throws(RecordingError) {
        let segments = try RecordedSegments(recording, rules: rules)
        self.init(segments, reader: SharedReader(segments, indexStore: segments.rules.isEmpty ? indexStore : nil))
    }

    /// The same recording, with its states read by rules.
    ///
    /// - Throws: `RecordingError` if the manifest contradicts itself.
    package func read(by rules: [String: [StateRule]]) throws(RecordingError) -> Timeline {
        try Timeline(recording, indexStore: nil, rules: rules)
    }
}

/// The reader that the threads using a timeline share: they take turns, and the next segments are read ahead on other threads.
final class SharedReader: TimelineReader {
    private let cursors: Mutex<Cursors<ReadAhead>>
    private let indexStore: (any PathIndexStore)?
    private let indexState = Mutex(IndexState.unasked)

    /// The index of paths, if it exists.
    private enum IndexState: Sendable {
        /// The index was not asked for yet.
        case unasked
        case missing
        case known(PathIndex)

        var index: PathIndex? { if case .known(let index) = self { index } else { nil } }
    }

    init(_ segments: RecordedSegments, indexStore: (any PathIndexStore)?) {
        cursors = Mutex(Cursors(of: segments, from: ReadAhead(segments)))
        self.indexStore = indexStore
    }

    // Segments are read under the lock on purpose: another thread would want the same segment, or drop it from the cache.

    func segment(at position: Int) throws(RecordingError) -> SegmentSteps {
        try cursors.withLock { cursors throws(RecordingError) in try cursors.segment(at: position) }
    }

    func step(at number: Int, segment position: Int) throws(RecordingError) -> Step? {
        let index = indexState.withLock { $0.index }
        return try cursors.withLock { cursors throws(RecordingError) in try cursors.step(number, segment: position, by: index) }
    }

    func state(at step: Int, store: String, segment position: Int) throws(RecordingError) -> StateAnswer {
        try cursors.withLock { cursors throws(RecordingError) in try cursors.state(at: step, store: store, segment: position) }
    }

    func expectSegment(at position: Int) { cursors.withLock { $0.expectSegment(at: position) } }

    var keepsIndex: Bool { indexStore != nil }

    var index: PathIndex? {
        indexState.withLock { state in
            if case .unasked = state {
                state = indexStore?.load().flatMap { PathIndex(bytes: $0) }.map { .known($0) } ?? .missing
            }
            return state.index
        }
    }

    func keep(_ index: PathIndex) {
        indexState.withLock { $0 = .known(index) }
        indexStore?.save(index.bytes)
    }
}

/// Keeps an index of paths from one process to the next, outside the recording.
///
/// Each index belongs to exactly one recording; a store of this kind must ensure that, for example by the hash of the manifest.
package protocol PathIndexStore: Sendable {
    /// The bytes that were kept; `nil` if no bytes were kept, or they can't be read.
    func load() -> [UInt8]?

    /// Keeps bytes if possible: an index that can't be kept is built again the next time.
    func save(_ bytes: [UInt8])
}
