import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Two recordings compared")
struct RecordingComparisonTests {
    private let folders: [TemporaryFolder]

    init() throws { folders = try (0..<4).map { _ in try TemporaryFolder() } }

    private struct Line {
        var type = "add"
        var patch: String?
    }

    /// A recording of lines, the first of them step 1; one without a patch lost its state.
    private func timeline(_ number: Int, _ lines: [Line], restatedAt keyframe: Int? = nil, as state: JSONValue = [:]) throws -> Timeline {
        let builder = try RecordingBuilder(in: folders[number])
        builder.keyframe(0, ["n": 0, "search": ["query": "a"]])
        for (index, line) in lines.enumerated() {
            try builder.action(index + 1, line.type)
            if let patch = line.patch { try builder.patch(index + 1, patch) }
            if keyframe == index + 1 {
                try builder.roll()
                builder.keyframe(index + 1, state)
            }
        }
        return try Timeline(Recording(directory: try builder.finish()))
    }

    private static func set(_ path: String, _ value: Int) -> String { #"[{"op":"replace","path":"\#(path)","value":\#(value)}]"# }

    private func steps(_ count: Int, lost: Int? = nil) -> [Line] {
        (1...count).map { Line(patch: $0 == lost ? nil : Self.set("/n", $0)) }
    }

    @Test
    func couldNotBeFromTheStepOnThatLostItsState() throws {
        let (lost, whole) = (try timeline(0, steps(11, lost: 5)), try timeline(1, steps(11)))
        for comparison in [try lost.compare(with: whole), try whole.compare(with: lost)] {
            #expect(comparison.isEmpty && !comparison.isSame)
            #expect(comparison.unknown == 7 && comparison.firstUnknown == 5)
            #expect(comparison.isUnknownToTheEnd)
            #expect(comparison.endsEqual == nil)
        }
    }

    @Test(arguments: [(7, false), (70, true)])
    func areComparedAgainWhereAStateIsKnownAgain(value: Int, differs: Bool) throws {
        let keyframe: JSONValue = ["n": .number(JSONNumber(value)), "search": ["query": "a"]]
        let lost = try timeline(0, steps(11, lost: 5), restatedAt: 7, as: keyframe)
        let comparison = try lost.compare(with: timeline(1, steps(11)))
        #expect(comparison.unknown == 2 && comparison.firstUnknown == 5 && !comparison.isUnknownToTheEnd)
        #expect(comparison.differences.map(\.step) == (differs ? [7] : []))
        #expect(comparison.differences.map(\.kind) == (differs ? [.state] : []))
        #expect(comparison.endsEqual == true)  // step 8 sets it
    }

    @Test
    func areJudgedByAPartOfTheStateAloneIfOneIsNamed() throws {
        let search = try JSONPointer(argument: ".search")
        let one = try timeline(0, steps(4))
        let other = try timeline(
            1,
            [
                Line(type: "other", patch: Self.set("/n", 7)), Line(patch: "[]"),
                Line(type: "third", patch: #"[{"op":"replace","path":"/search","value":{"query":"a"}}]"#),
            ])
        let same = try one.compare(with: other, at: search)
        #expect(same.isSame && same.isOfPart && same.differences.isEmpty)
        #expect(same.after?.steps == 4...4)
        #expect(try !one.compare(with: other).isEmpty)
        let changed = try timeline(
            2, steps(2) + [Line(type: "x", patch: Self.set("/search/query", 1)), Line(patch: Self.set("/n", 9)), Line(patch: "[]")])
        let differing = try one.compare(with: changed, at: search)
        #expect(differing.differences.map(\.step) == [3] && differing.count == 1)
        #expect(differing.differences.map(\.kind) == [.state])
        #expect(differing.endsEqual == false)
        // What one has alone differs where it changed that part.
        let longer = try timeline(3, steps(5) + [Line(patch: Self.set("/search/query", 1)), Line(patch: nil)])
        let alone = try longer.compare(with: one, at: search)
        #expect(alone.differences.map(\.step) == [6] && alone.differences.map(\.kind) == [.onlyFirst])
        #expect(alone.unknown == 1)
    }
}
