import RewindValue

/// Which parts are tried first, and how they are named together.
struct PartOrder {
    let parts: [InterventionPart]
    let hopeless: [Dependency.Source]
    let leftOut: Int
    /// Leaves first, then the parts that have others in them, the outermost first.
    let depths: [Int?]
    /// Parts of the state that have to do with the value: they are equal to something in it, or around it, or the step changed them.
    private let near: Set<Int>

    init(_ all: InterventionParts, value: JSONValue?, at place: JSONPointer, changed patch: JSONPatch) {
        (parts, hopeless, leftOut) = (all.parts, all.hopeless, all.leftOut)
        depths = [nil] + Set(parts.compactMap(\.depth)).sorted().map { $0 }
        var equal: Set<JSONValue> = []
        value?.addLeaves(to: &equal)
        let changed = patch.operations.flatMap(\.changed) + [place]
        let isRoot = changed.contains { $0.tokens.isEmpty }
        let heads = Set(changed.map { Array($0.tokens.prefix(2)) })
        near = Set(
            all.parts.indices.filter { position in
                let part = all.parts[position]
                if part.source.isAction { return false }
                if let value = part.value, equal.contains(value) { return true }
                return isRoot || heads.contains(Array(part.source.place.tokens.prefix(2)))
            })
    }

    /// The parts of one depth, by their positions.
    func of(depth: Int?) -> [Int] { parts.indices.filter { parts[$0].depth == depth } }

    /// Groups of parts of one depth, the most promising first.
    func tiers(of depth: Int?) -> [[Int]] {
        let own = of(depth: depth)
        let groups = [
            own.filter { parts[$0].source.isAction }, own.filter { near.contains($0) },
            own.filter { !parts[$0].source.isAction && !near.contains($0) },
        ]
        return groups.filter { !$0.isEmpty }
    }

    /// The largest places in which all parts are among some.
    func largest(of some: Set<Int>) -> [Dependency.Source] {
        var mixed = Set(hopeless.flatMap(\.outwards))
        for position in parts.indices where !some.contains(position) { mixed.formUnion(parts[position].source.outwards) }
        var known: Set<Dependency.Source> = []
        return some.sorted().compactMap { position in
            guard let largest = parts[position].source.outwards.last(where: { !mixed.contains($0) }) else { return nil }
            return known.insert(largest).inserted ? largest : nil
        }
    }
}

extension Dependency.Source {
    /// The part, what it is in, and so on to the whole action or state.
    fileprivate var outwards: [Dependency.Source] {
        (0...place.tokens.count).reversed().map { at(JSONPointer(tokens: Array(place.tokens.prefix($0)))) }
    }
}

extension JSONValue {
    /// Adds the leaves in it, the first ones of many, apart from those that stand everywhere.
    fileprivate func addLeaves(to leaves: inout Set<JSONValue>) {
        if leaves.count >= 200 { return }
        switch self {
        case .null, .bool: break
        case .number, .string: leaves.insert(self)
        case .array(let elements): for element in elements { element.addLeaves(to: &leaves) }
        case .object(let object): for (_, member) in object { member.addLeaves(to: &leaves) }
        }
    }
}
