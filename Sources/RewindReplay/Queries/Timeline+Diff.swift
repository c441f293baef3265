package import RewindValue

extension Timeline {
    #if !hasFeature(Embedded)
        /// The difference between the states after two steps of one store.
        ///
        /// - Throws: ``UnknownState`` if one of them is unknown, `RecordingError` if there is no such step or it can't be read.
        package func diff(from first: Int, to second: Int, store: String? = nil) throws -> TreeDiff {
            let store = try store ?? step(at: second)?.store ?? step(at: first)?.store ?? mainStore
            return TreeDiff(from: try state(at: first, store: store).get(), to: try state(at: second, store: store).get())
        }

        /// The changes of a step, found by comparing the states before and after it, whatever the recording wrote.
        ///
        /// - Throws: As ``diff(from:to:store:)``.
        package func changes(at number: Int) throws -> TreeDiff { try diff(from: max(steps.lowerBound, number - 1), to: number) }
    #endif
}
