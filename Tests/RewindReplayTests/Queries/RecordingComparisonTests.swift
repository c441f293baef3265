import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

@testable import RewindReplay

@Suite("Two recordings compared", .timeLimit(.minutes(5)))
struct RecordingComparisonTests {
    private let folders: [TemporaryFolder]

    init() throws { folders = (0..<4).map { _ in TemporaryFolder() } }

    private struct Line {
        var type = "add"
        var patch: String?
    }

    /// A recording of lines, the first of them step 1; one without a patch lost its state.
    private func timeline(_ number: Int, _ lines: [Line], restatedAt keyframe: Int? = nil, as state: JSONValue = [:]) throws -> Timeline {
        let builder = try RecordingBuilder(in: folders[number], state: ["n": 0, "search": ["query": "a"]])
        for (index, line) in lines.enumerated() {
            try builder.action(index + 1, line.type)
            if let patch = line.patch { try builder.patch(index + 1, patch) }
            if keyframe == index + 1 {
                try builder.roll(at: index + 1, state)
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
        #expect(same.isSame && same.comparesPartOnly && same.differences.isEmpty)
        #expect(same.after?.steps == 3...3 && same.after?.kind == .onlySecond)  // its step 2 is the first one's step 4
        #expect(try !one.compare(with: other).isEmpty)
        let changed = try timeline(
            2, steps(2) + [Line(type: "x", patch: Self.set("/search/query", 1)), Line(patch: Self.set("/n", 9)), Line(patch: "[]")])
        let differing = try one.compare(with: changed, at: search)
        #expect(differing.differences.map(\.step) == [3] && differing.count == 1)
        #expect(differing.differences.map(\.kind) == [.onlySecond])
        #expect(differing.endsEqual == false)
        // What one has alone differs where it changed that part.
        let longer = try timeline(3, steps(5) + [Line(patch: Self.set("/search/query", 1)), Line(patch: nil)])
        let alone = try longer.compare(with: one, at: search)
        #expect(alone.differences.map(\.step) == [6] && alone.differences.map(\.kind) == [.onlyFirst])
        #expect(alone.unknown == 1)
    }

    // MARK: Alignment

    /// Actions of one letter each, which put a member of that name into the state.
    private func timeline(_ number: Int, saying letters: String) throws -> Timeline {
        try timeline(number, letters.map { Line(type: "\($0)", patch: #"[{"op":"add","path":"/\#($0)","value":1}]"#) })
    }

    @Test(arguments: [
        ("abcdef", "abxcdef", ["+3"]),  // one more
        ("abcdef", "abdef", ["-3"]),  // one less
        ("abcdef", "abdecf", ["-3", "+5"]),  // one moved
        ("abcdef", "abxdef", ["3/3"]),  // another one in its place
        ("abcdef", "xyabcdef", ["+1", "+2"]),
        ("abcdef", "abcdefgh", ["+7", "+8"]),
        ("abcdef", "abxyzcdeqf", ["+3", "+4", "+5", "+9"]),
        ("abc", "xyz", ["1/1", "2/2", "3/3"]),
    ])
    func findTheirWayBackAfterActionsThatOnlyOneHas(one: String, other: String, differences: [String]) throws {
        let comparison = try timeline(0, saying: one).compare(with: timeline(1, saying: other))
        let words = comparison.differences.map { difference in
            switch (difference.first, difference.second) {
            case (let first?, let second?): "\(first)/\(second)"
            case (let first?, nil): "-\(first)"
            case (nil, let second): "+\(second ?? 0)"
            }
        }
        #expect(words == differences)
        #expect(comparison.count == differences.count && comparison.unknown == 0)
        #expect(comparison.isEqualWhereOverlapping == (other.hasPrefix(one)))
        #expect((comparison.after != nil) == (other.hasPrefix(one)))
    }

    @Test
    func eachStepIsPairedOnceAndInOrderHoweverFarTheyAreApart() throws {
        let alphabet = Array("abcdefgh")
        var seed: UInt64 = 7
        func random(_ count: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % count
        }
        let words = (0..<2 * StepPairing.reach).map { _ in alphabet[random(alphabet.count)] }
        // A burst in the first one, a gap in the second one, and an end that only one has.
        let one = String(words[0..<300]) + String(repeating: "z", count: 260) + String(words[300...])
        let other = String(words[0..<700]) + "yx" + String(words[820...]) + "yx"
        let (first, second) = (try timeline(0, saying: one), try timeline(1, saying: other))
        var pairing = StepPairing(of: first, and: second, after: 0, shapes: PlaceholderMatching())
        var pairs: [StepPairing.Pair] = []
        while let pair = try pairing.nextPair() { pairs.append(pair) }
        #expect(pairs.compactMap(\.first) == Array(1...one.count))
        #expect(pairs.compactMap(\.second) == Array(1...other.count))
        let together = pairs.count { $0.first != nil && $0.second != nil }
        #expect(together == words.count - 120, "\(together)")
    }
}
