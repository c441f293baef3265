import RewindFormat
import RewindValue

/// Two answers that write the same place of the state, of which whichever comes last wins.
///
/// That is so if, in two orders of the same steps:
///
/// - the last state differs at the place, and not only in the order of an array's elements;
/// - the last steps that wrote the place are two answers of the same type, of which neither caused the other, from two effects;
/// - each order has the other answer earlier;
/// - and each answer leaves the same value there in both orders, which is the one that the order ends with in which it is last.
///
/// An element that is added to an array, or removed from it, writes no place: lists may be in the order of arrival, and counters add up in any.
struct LostUpdate {
    let place: StateDifference.Place
    /// The answer that wins in the first order, and in the second.
    let winners: (first: Step, second: Step)

    /// The effect whose answer wins in the second order, by when it was started; `nil` if one step started both.
    var winner: OrderFinding.Winner? {
        guard let first = winners.first.cause, let second = winners.second.cause, first != second else { return nil }
        return first < second ? .newer : .older
    }

    /// The first one in two orders of the same steps; `nil` if there is none.
    init?(
        in first: Recomputation, _ second: Recomputation, at patterns: Set<PointerPattern>? = nil, allowing tolerance: inout StateTolerance
    ) {
        guard let difference = StateDifference(from: first.state, to: second.state, allowing: &tolerance) else { return nil }
        for place in difference.places where place.kind == .value {
            if let patterns, !patterns.contains(PointerPattern(place.pointer)) { continue }
            let (one, two) = (Writes(of: place.pointer, in: first), Writes(of: place.pointer, in: second))
            guard let winner = one.last, let other = two.last, winner.step.number != other.step.number,
                Self.areRivals(winner.step, other.step, in: first),
                let early = one.at[other.step.number], early.place < winner.place, early.value == place.reached,
                let late = two.at[winner.step.number], late.place < other.place, late.value == place.recorded
            else { continue }
            (self.place, winners) = (place, (winner.step, other.step))
            return
        }
        return nil
    }

    private static func areRivals(_ one: Step, _ other: Step, in order: Recomputation) -> Bool {
        guard one.type == other.type, let cause = one.cause, let otherCause = other.cause else { return false }
        if let effect = one.effect, let otherEffect = other.effect { return effect != otherEffect }
        if cause == otherCause { return false }
        var causes: [Int: Int] = [:]
        for result in order.steps { causes[result.step.number] = result.step.cause }
        func isCaused(_ step: Step, by origin: Int) -> Bool {
            var next = step.cause
            while let number = next, number >= origin {
                if number == origin { return true }
                next = causes[number]
            }
            return false
        }
        return !isCaused(one, by: other.number) && !isCaused(other, by: one.number)
    }

    /// What the steps of an order do to a place.
    private struct Writes {
        struct Write {
            let step: Step
            /// Which step it is, counted from 0, and what it leaves at the place.
            let place: Int
            let value: JSONValue?
        }

        /// The last step that wrote the place.
        private(set) var last: Write?
        /// What each step leaves there, by its number.
        private(set) var at: [Int: Write] = [:]

        init(of pointer: JSONPointer, in order: Recomputation) {
            var state = order.initial
            for (place, result) in order.steps.enumerated() {
                guard let patch = result.patch else { return }
                let writes = patch.operations.contains { $0.writes(pointer, in: state) }
                try? patch.apply(to: &state)
                let write = Write(step: result.step, place: place, value: state[pointer])
                if result.step.cause != nil { at[result.step.number] = write }
                if writes { last = write }
            }
        }
    }
}

extension JSONPatch.Operation {
    /// Whether it gives a place a value, or removes it, and is no change of which elements an array has.
    fileprivate func writes(_ place: JSONPointer, in state: JSONValue) -> Bool {
        func meets(_ path: JSONPointer) -> Bool { path.isPrefix(of: place) || place.isPrefix(of: path) }
        func isElement(_ path: JSONPointer) -> Bool {
            guard let last = path.tokens.last, PointerPattern.isWild(last) else { return false }
            return state[JSONPointer(tokens: path.tokens.dropLast())]?.array != nil
        }
        switch self {
        case .replace(let path, _): return meets(path)
        case .add(let path, _), .remove(let path): return meets(path) && !isElement(path)
        case .copy(_, let path): return meets(path) && !isElement(path)
        case .move(let from, let to): return meets(from) && !isElement(from) || meets(to) && !isElement(to)
        case .test: return false
        }
    }
}
