import RewindFormat
import RewindValue

extension Timeline {
    /// The changes of some places up to a step, as one segment of patches that the index keeps; `nil` if it does not have them all.
    ///
    /// Its states are correct only at these places.
    func excerpt(of places: [JSONPointer], store: String, upTo end: Int) -> SegmentSteps? {
        let places = places.map { $0.outsideArrays }
        guard let table = wholeTable(of: store), var state = table.excerpt.first.state(with: places),
            let kept = table.keptChanges(of: places, upTo: end), kept.areAll
        else { return nil }
        let beginning = StateTrack.Event(step: steps.lowerBound, kind: .keyframe(state))
        for change in kept.changes { do { try change.patch.apply(to: &state) } catch { return nil } }
        let events = kept.changes.map { StateTrack.Event(step: $0.step, kind: .patch($0.patch)) }
        return SegmentSteps(excerpt: [beginning] + events, of: store, in: steps)
    }

    /// The last changes of some places up to a step, latest first, as far as the index keeps their patches, and whether these are all
    /// changes.
    func lastChanges(
        of places: [JSONPointer], store: String, upTo end: Int
    ) -> (changes: ReversedCollection<[KeptChange]>, areAll: Bool)? {
        let places = places.map { $0.outsideArrays }
        guard let table = wholeTable(of: store), table.excerpt.last.state(with: places) != nil,
            let kept = table.keptChanges(of: places, upTo: end)
        else { return nil }
        return (kept.changes.reversed(), kept.areAll)
    }

    /// A state that is correct only at one place, made from what the index keeps; `nil` if the index does not have all of it.
    func partialState(with place: JSONPointer, at step: Int, store: String) throws(RecordingError) -> JSONValue? {
        guard steps.contains(step), let table = wholeTable(of: store) else { return nil }
        let wide = place.outsideArrays
        if let last = table.excerpt.last.state(with: [wide]) {
            var changesLater = false
            table.forEachStep(changing: wide) { changesLater = changesLater || $0 > step }
            if !changesLater { return last }
        }
        guard let excerpt = excerpt(of: [place], store: store, upTo: step) else { return nil }
        var cursor = StateCursor(excerpt.track(of: store), from: StateCursor.Head())
        return cursor.end().value
    }
}

/// The part of a step's patch that affects the requested places.
struct KeptChange {
    let step: Int
    let patch: JSONPatch
}

extension PathIndex.Table {
    /// The last changes of some places up to a step, in order, as far as their patches are kept, and whether these are all changes.
    ///
    /// `nil` if one of them moves or copies a value in from elsewhere.
    fileprivate func keptChanges(of places: [JSONPointer], upTo end: Int) -> (changes: [KeptChange], areAll: Bool)? {
        var steps: Set<Int> = []
        var missing = -1
        for place in places {
            forEachStep(changing: place) { step in
                guard step <= end, step > missing else { return }
                if excerpt.patches[step] == nil { missing = step } else { steps.insert(step) }
            }
        }
        var changes: [KeptChange] = []
        for step in steps.sorted() where step > missing {
            guard let patch = excerpt.patch(at: step) else { return nil }
            let part = JSONPatch(patch.operations.filter { $0.mayChange(anyOf: places) })
            if part.operations.contains(where: { $0.from != nil }) { return nil }
            changes.append(KeptChange(step: step, patch: part))
        }
        return (changes, missing < 0)
    }
}

extension JSONPointer {
    /// The place, or the outermost array around it: a value in an array depends on all changes of the array.
    fileprivate var outsideArrays: JSONPointer { JSONPointer(tokens: Array(tokens.prefix { Int($0) == nil && $0 != "-" })) }
}
