import RewindValue

/// Masks the operations of one patch, which change a state that is followed along.
struct PatchMasking {
    var walk: RedactionWalk
    /// What the operations apply to, as it is not masked; `nil` where that is not known.
    var state: JSONValue?
    /// What the patches of its chain may still cost.
    private(set) var budget: PatchBudget
    /// Where sets are in the state; `nil` if it has none.
    let sets: TypedPlaces?
    private(set) var operations: [MaskedOperation] = []
    /// A set that operations are changing, and what it was before: as its order is another where it is masked, its change is made anew.
    private var open: (set: JSONPointer, before: JSONValue)?

    init(walk: RedactionWalk, state: JSONValue?, budget: PatchBudget, sets: TypedPlaces?) {
        (self.walk, self.state, self.budget, self.sets) = (walk, state, budget, sets)
    }

    mutating func mask(_ patch: JSONPatch) {
        for operation in patch.operations {
            let set = changedSet(operation)
            if let open, open.set != set { closeSet() }
            if let set {
                if open == nil, let before = state?[set] { open = (set, before) }
            } else {
                let written = walk.redact(operation, in: state).map { sorted($0, as: operation.pointer) }
                operations.append(MaskedOperation(own: operation, written: written, isPlaceKnown: state != nil))
            }
            guard var next = state.take() else { continue }
            if (try? JSONPatch([operation]).apply(to: &next, within: &budget)) != nil { state = next }
        }
        closeSet()
    }

    /// The set in which an operation changes something; the whole state, if it takes something out of one or into one.
    private func changedSet(_ operation: JSONPatch.Operation) -> JSONPointer? {
        guard let sets, let state else { return open?.set }
        let set = sets.outermostSet(on: operation.pointer, in: state)
        guard let source = operation.from else { return set }
        return sets.outermostSet(on: source, in: state) == set ? set : .root
    }

    /// What is written with its sets sorted.
    private func sorted(_ written: JSONPatch.Operation, as pointer: JSONPointer) -> JSONPatch.Operation {
        guard let sets, let state, let kind = sets.kind(at: pointer, in: state) else { return written }
        return switch written {
        case .add(let place, let value): .add(place, sets.places.sorted(value, kind))
        case .replace(let place, let value): .replace(place, sets.places.sorted(value, kind))
        case .test(let place, let value): .test(place, sets.places.sorted(value, kind))
        case .remove, .move, .copy: written
        }
    }

    private mutating func closeSet() {
        guard let (set, before) = open.take(), let state, let after = state[set] else { return }
        var earlier = walk  // what it finds was found before
        guard case .replace(_, let old)? = earlier.redact(.replace(set, before), in: state).first.map({ sorted($0, as: set) }),
            case .replace(let place, let new)? = walk.redact(.replace(set, after), in: state).first.map({ sorted($0, as: set) })
        else { return }
        let changes = TreeDiff(from: old, to: new).patch.moved(below: place).operations
        operations.append(MaskedOperation(own: .replace(set, after), written: changes, isPlaceKnown: true))
    }
}
