package import RewindFormat
package import RewindReplay
import RewindValue

/// A session's rows in the dataset, each a JSON object in a line.
///
/// A row has names, times and places, and no value of an action or a state.
package struct SessionRows: Sendable {
    package let session: Session
    /// The rows of `steps` and of `changes`, in the order of the steps, and those of `effects`, in the order of their ends.
    package private(set) var steps: [UInt8] = []
    package private(set) var changes: [UInt8] = []
    package private(set) var effects: [UInt8] = []

    /// Reads a recording from its first step to its last.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package init(of timeline: Timeline, source: String, hash: String) throws(RecordingError) {
        session = try Session(of: timeline, source: source, hash: hash)
        var open: [Int: EffectUnderWay] = [:]
        try timeline.forEachItem(in: timeline.steps, withEffects: true) { (item) throws(RecordingError) in
            switch item {
            case .step(let step): if step.line != nil { add(step) }
            case .effect(let effect):
                let known = effect.underWay
                if let end = effect.end {
                    open[effect.line.id] = nil
                    if let known { add(known, took: effect.took, ending: end.word) }
                } else {
                    open[effect.line.id] = known
                }
            case .gap, .swallowed, .mark, .log: break
            }
        }
        for effect in try timeline.effectsUnderWayAtEnd() ?? [] {
            open[effect.id] = nil
            add(effect, ending: "under way")
        }
        // The ends of these are lost.
        for effect in open.values.sorted(by: { $0.id < $1.id }) { add(effect) }
    }

    private mutating func add(_ effect: EffectUnderWay, took: Int? = nil, ending: String? = nil) {
        var row = Row(session.id, "effect", effect.id)
        row.add("name", effect.begin.name)
        row.add("store", effect.begin.store)
        row.add("cause", effect.begin.cause)
        row.add("site", effect.begin.site)
        row.add("t", effect.began)
        row.add("took", took)
        row.add("ending", ending)
        row.end(&effects)
    }

    private mutating func add(_ step: Step) {
        var row = Row(session.id, "step", step.number)
        row.add("t", step.time)
        row.add("type", step.type)
        row.add("store", step.store)
        row.add("cause", step.cause)
        row.add("effect", step.effect)
        row.add("site", step.site)
        row.add("took", step.took)
        if !step.isChangeUnknown, let operations = step.patch?.operations {
            row.add("changed", !operations.isEmpty)
            row.add("ops", operations.count)
            for operation in operations {
                for (name, place) in operation.places {
                    var change = Row(session.id, "step", step.number)
                    change.add("path", place.withoutNumbers)
                    change.add("op", name)
                    change.end(&changes)
                }
            }
        }
        row.end(&steps)
    }

    /// All rows, each with its `table` and the columns of the partition.
    package var lines: [UInt8] {
        let place = "\"app\":\(JSONValue.string(session.app).jsonText),\"day\":\"\(session.day)\","
        var lines: [UInt8] = []
        func add(_ rows: [UInt8], _ table: FleetTable) {
            let start = Array("{\"table\":\"\(table.rawValue)\",\(place)".utf8)
            for row in rows.split(separator: UInt8(ascii: "\n")) { lines += start + row.dropFirst() + [UInt8(ascii: "\n")] }
        }
        add(steps, .steps)
        add(changes, .changes)
        add(effects, .effects)
        // The session comes last: where it is, all of it is.
        add(Array(JSONValue.object(session.row).jsonText.utf8), .sessions)
        return lines
    }

    /// A row under way, written without a JSON value for it: there are millions.
    private struct Row {
        private var bytes: [UInt8] = []

        init(_ session: String, _ name: StaticString, _ number: Int) {
            bytes.append(contentsOf: #"{"session":""#.utf8)
            bytes.append(contentsOf: session.utf8)
            bytes.append(UInt8(ascii: "\""))
            add(name, number)
        }

        private mutating func name(_ name: StaticString) {
            bytes.append(contentsOf: #",""#.utf8)
            name.withUTF8Buffer { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: #"":"#.utf8)
        }

        mutating func add(_ name: StaticString, _ text: String?) {
            guard let text else { return }
            self.name(name)
            JSONValue.string(text).write(into: &bytes)
        }

        mutating func add(_ name: StaticString, _ number: Int?) {
            guard let number else { return }
            self.name(name)
            bytes.append(contentsOf: String(number).utf8)
        }

        mutating func add(_ name: StaticString, _ flag: Bool) {
            self.name(name)
            bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        }

        mutating func end(_ rows: inout [UInt8]) {
            rows.append(contentsOf: bytes)
            rows.append(contentsOf: "}\n".utf8)
        }
    }
}

extension JSONPatch.Operation {
    /// The places that the operation changes, and how: `add`, `remove` or `replace`.
    var places: [(op: String, JSONPointer)] {
        switch self {
        case .add(let place, _), .copy(_, let place): [("add", place)]
        case .remove(let place): [("remove", place)]
        case .replace(let place, _): [("replace", place)]
        case .move(let from, let to): [("remove", from), ("add", to)]
        case .test: []
        }
    }
}

extension JSONPointer {
    /// The pointer with `*` for each index of an array, and for each key that is a number: `/cart/items/*/price`.
    var withoutNumbers: String {
        JSONPointer(tokens: tokens.map { $0 == "-" || !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } ? "*" : $0 }).description
    }
}
