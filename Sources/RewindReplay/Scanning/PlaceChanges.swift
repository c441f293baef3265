import RewindFormat
package import RewindValue

/// Finds the steps at which some parts of the state changed, by comparing the values before and after where a patch reaches them.
///
/// A patch alone is not enough: it may replace the surroundings of a part and leave the part as it was, or move elements that are not
/// there.
struct PlaceChanges {
    private let timeline: Timeline
    private let places: [JSONPointer]
    private let first: Int
    private let last: Int
    private var walks: [String: StateWalk] = [:]

    /// The changes of some places in a range; steps have to be asked about in order.
    init(of places: [JSONPointer], in range: ClosedRange<Int>, of timeline: Timeline) {
        self.timeline = timeline
        self.places = places
        first = max(range.lowerBound - 1, timeline.steps.lowerBound)
        last = range.upperBound
    }

    /// Whether any of them changed at a step; `nil` if the state before or after the step is unknown.
    mutating func changed(at step: Step) throws(RecordingError) -> Bool? {
        var touched = places
        if case .keyframe = step.outcome {
        } else {
            guard let patch = step.patch else { return nil }
            touched = places.flatMap { patch.touched(at: $0) }
        }
        if touched.isEmpty { return false }
        var walk: StateWalk
        if let known = walks.removeValue(forKey: step.store) {
            walk = known
        } else {
            walk = try StateWalk(timeline, store: step.store, from: first, to: last, places: places)
        }
        defer { walks[step.store] = walk }
        try walk.advance(to: step.number - 1)
        // Only the parts that may change are kept, so that the patch is applied in place.
        let before = (walk.state ?? walk.suspended ?? (step.patch == nil ? walk.lastKnown : nil)).map { state in touched.map { state[$0] } }
        try walk.advance(to: step.number)
        if let before, let state = walk.state { return zip(touched, before).contains { state[$0] != $1 } }
        // What a patch names inside a part has changed there, whatever the rest of the state is.
        return step.patch?.namesAnything(inside: places) == true ? true : nil
    }
}

extension JSONPatch {
    /// Whether an operation names something at or below one of some places.
    fileprivate func namesAnything(inside places: [JSONPointer]) -> Bool {
        operations.contains { operation in places.contains { place in operation.changed.contains { place.isPrefix(of: $0) } } }
    }

    /// The places whose values tell whether applying the patch changes the value at a place: the places below it that the patch names, or
    /// else the place itself; empty if the patch does not reach it.
    fileprivate func touched(at place: JSONPointer) -> [JSONPointer] {
        var touched: [JSONPointer] = []
        for operation in operations where operation.mayChange(anyOf: [place]) {
            let below = operation.changed.compactMap { $0.container(within: place, of: operation) }
            if below.count < operation.changed.count || below.contains(place) { return [place] }
            touched += below
        }
        return touched
    }
}

extension JSONPatch.Operation {
    package var changed: [JSONPointer] {
        switch self {
        case .add(let at, _), .remove(let at), .replace(let at, _), .copy(_, let at): [at]
        case .move(let from, let to): [from, to]
        case .test: []
        }
    }
}

extension JSONPointer {
    /// The pointer, or the array whose elements an operation there moves, if that is within a place; `nil` if it is not below the place.
    fileprivate func container(within place: JSONPointer, of operation: JSONPatch.Operation) -> JSONPointer? {
        guard place.isPrefix(of: self), let last = tokens.last, tokens.count > place.tokens.count else { return nil }
        if case .replace = operation { return self }
        return Int(last) != nil || last == "-" ? JSONPointer(tokens: Array(tokens.dropLast())) : self
    }
}
