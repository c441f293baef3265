import RewindReplay
package import RewindValue

/// What differs between two states, or one part of them, gathered before it is drawn.
package struct DiffReport {
    package let steps: Steps
    package let path: JSONPointer
    /// Whose states they are, where that has to be said.
    package var store: String?
    private let diff: TreeDiff
    private let patch: JSONPatch

    /// The steps after which the states are compared.
    package struct Steps: Equatable {
        package var from: Int
        package var to: Int

        package init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// Compares what two states hold at a path; where only one of them has something there, that was added or removed.
    ///
    /// - Parameter store: Whose states they are, where that has to be said.
    /// - Throws: `PathNotFound` if neither has anything there.
    package init(from old: JSONValue, to new: JSONValue, at path: JSONPointer, steps: Steps, store: String? = nil) throws {
        self.steps = steps
        self.store = store
        self.path = path
        switch (old[path], new[path]) {
        case (let old?, let new?): diff = TreeDiff(from: old, to: new)
        case (nil, let new?): diff = TreeDiff(.added(new))
        case (let old?, nil): diff = TreeDiff(.removed(old))
        case (nil, nil): throw PathNotFound(of: path, in: new, step: steps.to, store: store)
        }
        patch = diff.patch.moved(below: path)
    }

    /// Whether nothing differs.
    package var isEmpty: Bool { diff.isEmpty }

    /// For people: a tree.
    package var lines: [Line] {
        let place = (path.tokens.isEmpty ? "" : " at \(path)") + (store.map { " in \(TerminalText.escaped($0))" } ?? "")
        if diff.isEmpty { return [Line("nothing differs\(place) between the states after steps \(steps.from) and \(steps.to)", .faint)] }
        return [Line("step \(steps.from)", .removed) + Line(" → ") + Line("step \(steps.to)", .added) + Line(place)] + DiffLines(diff).lines
    }

    /// For people: two columns.
    package func sideBySide(columns: Int) -> [Line] {
        if diff.isEmpty { return lines }
        let head = Line(DisplayWidth.padded("step \(steps.from)", to: SideBySideLines.width(in: columns)), .removed)
        let whose = Line(store.map { " in \(TerminalText.escaped($0))" } ?? "")
        return [head + Line("   ") + Line("step \(steps.to)", .added) + whose] + SideBySideLines(diff, columns: columns).lines
    }

    /// How much differs, by the parts of the state.
    package var stat: DiffStat { DiffStat(diff, at: path) }

    /// The same for programs.
    package var statJSON: JSONValue {
        guard let store, var object = stat.json.object else { return stat.json }
        object["store"] = .string(store)
        return .object(object)
    }

    /// For other tools: a JSON Patch, an operation a line.
    package var patchLines: [Line] {
        let operations = patch.operations.map { JSONPatch([$0]).json.array?.first?.jsonText ?? "" }
        guard !operations.isEmpty else { return [Line("[]")] }
        return operations.enumerated().map { position, text in
            Line((position == 0 ? "[" : " ") + text + (position == operations.count - 1 ? "]" : ","))
        }
    }

    /// For programs: one object.
    package var json: JSONValue {
        var object: JSONObject = [
            "from": .number(JSONNumber(steps.from)), "to": .number(JSONNumber(steps.to)), "path": .string(path.description),
            "differs": .bool(!isEmpty), "patch": patch.json,
        ]
        object["store"] = store.map(JSONValue.string)
        return .object(object)
    }
}

extension TreeDiff {
    /// A difference that is one node.
    fileprivate init(_ node: Node) {
        self.init(from: .null, to: .null)
        root = node
    }
}
