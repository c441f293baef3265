import ReplayTestSupport
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport

/// A session of one store whose state changes at random, over several segments.
enum RandomSession {
    static func written(in folder: TemporaryFolder, seed: UInt64, steps: Int = 60) throws -> String {
        var random = SeededGenerator(seed: seed)
        let builder = try RecordingBuilder(in: folder)
        var state: JSONValue = ["a": 0, "list": [], "text": "", "deep": ["x": .null]]
        try builder.journal(["clock": ["t": 0, "wall": 1_795_261_802_000_000_000]])
        builder.keyframe(0, state)
        for step in 1...steps {
            if random.below(20) == 0 {
                try builder.roll(at: step - 1, state)
            }
            let next = changed(state, by: &random)
            try builder.action(step, "kind/\(random.below(4))", time: step * 1_000_003) { line in
                if step > 1, random.below(3) == 0 { line.cause = 1 + random.below(step - 1) }
                line.site = random.below(2) == 0 ? "File.swift:\(step)" : nil
            }
            try builder.patch(step, TreeDiff(from: state, to: next).patch.json.jsonText)
            state = next
        }
        return try builder.finish()
    }

    private static func changed(_ state: JSONValue, by random: inout SeededGenerator) -> JSONValue {
        var object = state.object ?? [:]
        switch random.below(5) {
        case 0: object["a"] = .number(JSONNumber(random.below(1_000)))
        case 1: object["list"] = .array((object["list"]?.array ?? []) + [.number(JSONNumber(random.below(9)))])
        case 2: object["list"] = .array(Array((object["list"]?.array ?? []).dropFirst()))
        case 3: object["text"] = .string(["=tea", "é", "a\"b", "\u{202E}x"][random.below(4)])
        default: object["deep"] = ["x": .bool(random.below(2) == 0), "new\(random.below(3))": []]
        }
        return .object(object)
    }
}
