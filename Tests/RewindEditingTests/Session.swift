import ReplayTestSupport
import RewindEditing
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport

extension Timeline {
    /// What stands in it, a line each; of the steps, what is asked for.
    func rows(_ row: (Step) -> String? = { _ in nil }) throws -> [String] {
        var rows: [String] = []
        try forEach(in: steps, withLogs: true) { item in
            switch item {
            case .step(let step): rows += row(step).map { [$0] } ?? []
            case .gap(let steps, let reason):
                let why = [reason?.kind.rawValue ?? "lost", reason?.part, reason?.error].compactMap(\.self).joined(separator: " ")
                rows.append("\(steps.lowerBound)..\(steps.upperBound) \(why)")
            case .mark(let mark): rows.append(":\(mark.name) \(mark.step)")
            case .swallowed(let action): rows.append("swallowed \(action.type) \(action.step)")
            case .log(let log): rows.append("log \(log.message)")
            case .effect(let effect): rows.append("effect \(effect.name) \(effect.end?.word ?? "begin") \(effect.line.step)")
            }
        }
        return rows
    }

    /// What another tool gets of it.
    func exported(_ format: Export.Format, edit: (inout Export) -> Void = { _ in }) throws -> [UInt8] {
        var export = Export(of: self)
        edit(&export)
        var bytes: [UInt8] = []
        try export.write(format) { bytes += $0 }
        return bytes
    }
}

/// A session with a bit of everything: two segments, two stores, a gap, a mark, a swallowed action, lines from the future.
enum Session {
    static let stores = ["main", "cart"]

    /// Writes it as a directory; steps 1 to 12, of which 7 is missing; `cart` has steps 3, 8 and 11.
    static func written(in folder: TemporaryFolder, edit: (inout Manifest) -> Void = { _ in }) throws -> String {
        let builder = try RecordingBuilder(in: folder, stores: stores) {
            $0.unknown["later"] = true
            edit(&$0)
        }
        try builder.journal(["clock": ["t": 0, "wall": 1_795_261_802_000_000_000]])
        builder.keyframe(0, ["n": 0, "list": []])
        builder.keyframe(0, ["count": 0], store: "cart")
        for step in 1...12 {
            if step == 9 {
                try builder.roll(at: 8, ["n": 6, "list": [1, 2, 4, 5, 6]])
                builder.keyframe(8, ["count": 8], store: "cart")
            }
            try add(step, to: builder)
        }
        return try builder.finish()
    }

    private static func add(_ step: Int, to builder: RecordingBuilder) throws {
        if step == 7 {
            try builder.journal(["gap": ["from": 7, "to": 7, "kind": "unwritten", "reason": "full"]])
            return
        }
        let store = [3, 8, 11].contains(step) ? "cart" : "main"
        try builder.action(step, "\(store)/\(step % 2 == 0 ? "even" : "odd")", store: store) { line in
            line.unknown["more"] = [1]
            line.cause = step > 3 ? step - 2 : nil
        }
        if store == "cart" {
            try builder.patch(step, #"[{"op":"replace","path":"/count","value":\#(step)}]"#, store: store)
        } else {
            let append = #"{"op":"add","path":"/list/-","value":\#(step)}"#
            try builder.patch(step, #"[{"op":"replace","path":"/n","value":\#(step)},\#(append)]"#)
        }
        if step == 6 {
            try builder.journal(["mark": ["t": 61_000_000, "step": 6, "name": "six", "note": "half"]])
            try builder.journal(["swallowed": ["t": 62_000_000, "type": "stopped", "action": [:]]])
            try builder.journal(["future": ["after": 6]])
        }
    }
}
