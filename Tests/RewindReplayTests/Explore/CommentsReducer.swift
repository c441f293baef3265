import RewindFormat
import RewindValue

@testable import RewindReplay

/// The reducer of a list of comments, with the two bugs of the example app, or without.
///
/// Its actions are texts: `edit 7 b` is the user's, and `edited 7 b` the server's answer.
struct CommentsReducer: RecordedReducer {
    /// Whether it forgives an answer about a comment that is gone, and ignores the answer to an older edit.
    var isRight = false
    /// How many steps it takes at once.
    var batch = 100
    private var state: JSONValue = .null
    /// How many steps it reduced, and how often it crashed.
    private(set) var reduced = 0
    private(set) var crashes = 0

    init(isRight: Bool = false, batch: Int = 100) { (self.isRight, self.batch) = (isRight, batch) }

    static let initial: JSONValue = ["comments": [:], "newest": [:], "log": [], "count": 0, "shown": ""]
    static let crash = ReducerCrash(.signal("SIGILL"), lastLine: "no such comment")

    mutating func load(_ state: JSONValue, of store: String, after step: Int) throws(Never) -> LoadedState {
        self.state = state
        return .loaded(state)
    }

    mutating func reduce(_ steps: ArraySlice<Step>, of store: String, goesOn: Bool) throws(Never) -> [ReducedStep] {
        var results: [ReducedStep] = []
        for step in steps.prefix(batch) {
            let before = state
            reduced += 1
            guard perform(step.action?.string?.split(separator: " ").map(String.init) ?? []) else {
                crashes += 1
                return [.crashed(Self.crash)]
            }
            results.append(.patch(TreeDiff(from: before, to: state).patch))
        }
        return results
    }

    /// Does what an action says; `false` if that crashes.
    private mutating func perform(_ given: [String]) -> Bool {
        // A minimizer makes texts shorter.
        let words = given + Array(repeating: "", count: max(0, 3 - given.count))
        func set(_ place: String, _ value: JSONValue) { try? JSONPatch([.add(JSONPointer(parsing: place), value)]).apply(to: &state) }
        func remove(_ place: String) { try? JSONPatch([.remove(JSONPointer(parsing: place))]).apply(to: &state) }
        switch words[0] {
        case "posted": set("/comments/\(words[1])", ["text": .string(words[2])])
        case "edit": set("/newest/\(words[1])", .string(words[2]))
        case "edited":
            guard state["comments"]?[words[1]] != nil else { return isRight }
            if !isRight || state["newest"]?[words[1]]?.string == words[2] { set("/comments/\(words[1])/text", .string(words[2])) }
        case "deleted": remove("/comments/\(words[1])")
        case "logged": set("/log/-", .string(words[1]))
        case "added": set("/count", .number(JSONNumber((state["count"]?.int ?? 0) + (Int(words[1]) ?? 0))))
        case "show": set("/shown", .string(words[1]))
        default: break
        }
        return true
    }

    mutating func reduceDifferently(
        _ step: Step, of store: String, from state: JSONValue, reached: JSONValue
    ) throws(Never) -> String? { nil }
}

extension Candidate {
    /// A session of texts, numbered from 1, each with the number of its cause.
    static func comments(_ actions: [(text: String, cause: Int?)]) -> Candidate {
        Candidate(
            from: CommentsReducer.initial,
            actions.enumerated().map { index, action in
                var line = ActionLine(
                    step: index + 1, time: index, type: String(action.text.prefix { $0 != " " }), action: .string(action.text))
                line.cause = action.cause
                return Part(step: Step(number: index + 1, store: "main", line: line, outcome: .changed(JSONPatch())), change: nil)
            })
    }

    var texts: [String] { steps.compactMap { $0.step.action?.string } }
}
