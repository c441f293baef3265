import RewindValue

/// Gathers the patches that an index keeps while it is built: those of places that few steps change, and the last one of every place.
struct ExcerptMaker {
    private var excerpt = Excerpt()
    /// The places that each step with a kept patch changed, as nodes of the index.
    private var places: [Int: [Int]] = [:]
    /// The last step that changed the place of a node.
    private var newest: [Int: Int] = [:]
    private var bytes = 0
    private var last = -1
    /// The number of changes of one place from which on they are too many to be kept.
    private var rareLimit = 256
    private var keepsNewest = true

    /// The size limit in bytes of one kept patch, and of all.
    private static let patchLimit = 1 << 10
    private static let limit = 1 << 20

    /// Begins with the first state; gathers nothing if that is unknown.
    init(first state: JSONValue?) { excerpt.first = state.map { StateOutline(of: $0) } ?? StateOutline() }

    /// Takes the patch of a step, with the nodes of the places that it changed; steps come in order.
    mutating func add(_ patch: JSONPatch, of step: Step, places nodes: [Int], in table: PathIndex.Table) {
        defer { last = step.number }
        guard excerpt.first.state != nil, case .changed(patch) = step.outcome else { return }
        if step.number == last { return drop(last) }  // two lines of one step are more than a patch tells
        for node in nodes { newest[node] = step.number }
        guard wants(step.number, nodes, table) else { return }
        var json: [UInt8] = []
        patch.write(into: &json)
        guard json.count <= Self.patchLimit else { return }
        excerpt.patches[step.number] = Excerpt.Patch(json: json, took: step.took)
        places[step.number] = nodes
        bytes += json.count
        while bytes > Self.limit {
            thin(by: table)
            guard bytes > Self.limit / 2 else { break }
            keepsNewest = rareLimit > 0
            rareLimit /= 2
        }
    }

    /// Notes a step that replaced the state without a patch.
    mutating func passWhole(at step: Int) {
        drop(step)
        last = step
    }

    /// The excerpt at the end, with the last state; `nil` if that is unknown.
    mutating func finish(last state: JSONValue?, by table: PathIndex.Table) -> Excerpt {
        thin(by: table)
        if let state { excerpt.last = StateOutline(of: state) }
        return excerpt
    }

    private func wants(_ step: Int, _ nodes: [Int], _ table: PathIndex.Table) -> Bool {
        nodes.contains { table.nodes[$0].changes.count <= rareLimit || keepsNewest && newest[$0] == step }
    }

    /// Drops the patches that are no longer needed.
    private mutating func thin(by table: PathIndex.Table) {
        for (step, nodes) in places where !wants(step, nodes, table) { drop(step) }
    }

    private mutating func drop(_ step: Int) {
        bytes -= excerpt.patches.removeValue(forKey: step)?.json.count ?? 0
        places[step] = nil
    }
}
