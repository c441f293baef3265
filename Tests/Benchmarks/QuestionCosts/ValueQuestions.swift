import CustomDump
import Foundation
import RewindValue

/// What reading and comparing whole states costs, beside what people use today, in one run.
enum ValueQuestions {
    /// The parser beside `JSONSerialization`, on the JSON of a large state.
    static func parsing() throws -> Question {
        let bytes = [UInt8](try JSONEncoder().encode(AppState(.L)))
        let data = Data(bytes)
        var ours: [Int] = []
        var theirs: [Int] = []
        for _ in 0..<5 {
            ours.append(try median(of: 1) { _ = try JSONValue(parsing: bytes) })
            theirs.append(try median(of: 1) { _ = try JSONSerialization.jsonObject(with: data) })
        }
        let (own, peer) = (ours.sorted()[2], theirs.sorted()[2])
        let speeds = "\(rounded(Double(bytes.count) / Double(own) * 1000)) MB/s, \(rounded(Double(bytes.count) / Double(peer) * 1000)) MB/s"
        return Question(
            "JSON parsed into the tree, L (ours, JSONSerialization)", aim: "10 ×",
            figure: "\(rounded(Double(peer) / Double(own))) × (\(speeds))")
    }

    /// The tree diff beside customDump's, on states that share nothing.
    static func diffs() throws -> [Question] {
        var questions: [Question] = []
        for (size, aim, repeats) in [(Size.M, "50 ×", 9), (Size.L, "20 ×", 3)] {
            let old = AppState(size)
            let new = reduce(old, .toggle(id: size.todos / 2))
            let trees = try (tree(of: old), tree(of: new))
            let own = median(of: repeats * 3) { precondition(!TreeDiff(from: trees.0, to: trees.1).isEmpty) }
            let peer = median(of: size == .L ? 1 : repeats) { _ = diff(old, new) }
            questions.append(
                Question(
                    "tree diff, \(size), a to-do toggled, nothing shared (ours, customDump)", aim: aim,
                    figure: "\(rounded(Double(peer) / Double(own))) × (\(text(own)), \(text(peer)))"))
        }
        var numbers = Numbers(seed: 3)
        let old = AppState(.L)
        var new = old
        for place in new.todos.indices.reversed() { new.todos.swapAt(place, numbers.next(below: place + 1)) }
        let trees = try (tree(of: old), tree(of: new))
        let shuffled = median(of: 3) { precondition(!TreeDiff(from: trees.0, to: trees.1).isEmpty) }
        questions.append(Question("tree diff, L, all to-dos shuffled", aim: "an answer", figure: text(shuffled)))
        return questions
    }

    private static func tree(of state: AppState) throws -> JSONValue { try JSONValue(parsing: [UInt8](JSONEncoder().encode(state))) }
}
