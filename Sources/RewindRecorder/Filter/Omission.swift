import RewindFormat
import RewindValue

/// The actions of a store that were left out since its last recorded step, and the state that they led to.
struct Omission {
    private var counts: [String: Int] = [:]
    /// The state after the last of them; `nil` while its reducer runs, and after one that threw.
    var state: (any AnyObject & Sendable)?

    /// The name under which actions of further types count.
    private static var others: String { "@@OTHERS" }

    /// How many types are counted separately.
    private static var limit: Int { 256 }

    mutating func add(_ type: String) { counts[counts[type] != nil || counts.count < Self.limit ? type : Self.others, default: 0] += 1 }

    /// The step that takes what they changed.
    func line(store: String) -> ActionLine {
        var line = ActionLine(step: 0, time: 0, type: ActionLine.external, store: store)
        line.omitted = JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .number(JSONNumber($0.value))) })
        return line
    }
}
