package import RewindFormat
import RewindValue

extension Timeline {
    /// Makes sure that the index of paths exists, which takes one pass over the recording the first time.
    ///
    /// The index makes questions about parts of the state fast; it does not change their answers. Does nothing for a short recording, or if
    /// there is no place to keep the index.
    ///
    /// - Parameter isStopped: whether to give up; asked between segments.
    /// - Throws: `RecordingError` if a segment can't be read.
    package func prepareIndex(isStopped: () -> Bool = { false }) throws(RecordingError) {
        guard isLong, reader.keepsIndex, index == nil, let made = try PathIndex(of: self, isStopped: isStopped) else { return }
        reader.keep(made)
    }
}

extension PathIndex {
    /// Builds the index of a recording, in one pass over its segments; `nil` if that is stopped.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    init?(of timeline: Timeline, isStopped: () -> Bool) throws(RecordingError) {
        let names = timeline.recording.manifest.stores.map { $0.name }
        var makers: [Maker] = []
        for name in Set(names + [timeline.mainStore]).sorted() { makers.append(try Maker(name, timeline)) }
        // All stores process one segment before the next is read.
        for position in 0..<timeline.segmentCount {
            if isStopped() { return nil }
            for index in makers.indices { try makers[index].pass(segment: position, of: timeline) }
        }
        for index in makers.indices { stores[makers[index].store] = makers[index].finish() }
    }

    /// Goes through the changes of one store.
    private struct Maker {
        let store: String
        private var table = Table()
        private var excerpt: ExcerptMaker
        private var walk: StateWalk

        init(_ store: String, _ timeline: Timeline) throws(RecordingError) {
            self.store = store
            walk = try StateWalk(timeline, store: store)
            excerpt = ExcerptMaker(first: walk.state)
            if walk.state == nil { table.irregular.insert(0) }
        }

        mutating func pass(segment position: Int, of timeline: Timeline) throws(RecordingError) {
            let steps = timeline.stepsOfSegment(at: position)
            let segment = try timeline.segment(at: position)
            if !segment.track(of: store).beginsWithKeyframe { table.dependent.insert(position) }
            let before = walk.state == nil
            while let change = try walk.next(upTo: steps.upperBound) {
                switch change.kind {
                case .patch(let patch):
                    let places = table.add(patch, at: change.step)
                    if let step = segment.step(change.step), step.store == store { excerpt.add(patch, of: step, places: places, in: table) }
                case .replaced:
                    table.addWhole(at: change.step)
                    excerpt.passWhole(at: change.step)
                case .lost: table.irregular.insert(position)
                }
                if change.steps.count > 1 { table.irregular.insert(position) }
            }
            if before || walk.state == nil { table.irregular.insert(position) }
        }

        /// The table, after all segments were passed.
        mutating func finish() -> Table {
            table.excerpt = excerpt.finish(last: walk.state, by: table)
            return table
        }
    }
}
