import RewindValue
import TestSupport
import Testing

@testable import RewindFormat

@Suite("The outline of a segment says what its lines say", .timeLimit(.minutes(5)))
struct SegmentOutlineTests {
    @Test func ofPlainLines() {
        let outline = outline(
            actions: [
                #"{"step":4,"t":10,"type":"a","action":{"a":{}}}"#, #"{"step":5,"t":12,"type":"b","store":"cart","action":[1,2]}"#,
                #"{"step":8,"t":19,"type":"@@EXTERNAL","action":null,"cause":5}"#,
            ],
            states: [
                #"{"step":3,"keyframe":{"n":0}}"#, #"{"step":4,"took":3,"patch":[{"op":"replace","path":"/n","value":1}]}"#,
                #"{"step":8,"patch":[]}"#,
            ])
        #expect(outline.steps == 4...8)
        #expect(outline.times == 10...19)
        #expect(outline.skipped == [6...7])
        #expect(outline.uncovered == [5...5], "the store cart has no state line")
        #expect(outline.counts.steps == 3)
        #expect(outline.counts.external == 1)
        #expect(outline.types == [8: "@@EXTERNAL"])
        #expect(outline.damage.isEmpty)
    }

    @Test func ofPatchesWithoutAKeyframeBefore() {
        let states = [#"{"step":1,"patch":[]}"#, #"{"step":2,"patch":[]}"#, #"{"step":3,"keyframe":1}"#]
        let actions = (1...3).map { #"{"step":\#($0),"t":1,"type":"a","action":1}"# }
        #expect(outline(actions: actions, states: states).unknown == [Losses.UnknownStates(store: "main", steps: 1...2)])
    }

    @Test func ofStatesThatFollowFromALostOne() {
        func action(_ step: Int, _ store: String) -> String { #"{"step":\#(step),"t":1,"type":"a","store":"\#(store)","action":1}"# }
        func patch(_ step: Int, _ store: String) -> String { #"{"step":\#(step),"store":"\#(store)","patch":[]}"# }
        func keyframe(_ step: Int, _ store: String) -> String { #"{"step":\#(step),"store":"\#(store)","keyframe":1}"# }
        let outline = outline(
            actions: (1...9).map { action($0, $0 == 4 ? "b" : "a") },
            states: [
                keyframe(0, "a"), keyframe(0, "b"), patch(1, "a"), patch(3, "a"), patch(4, "b"), patch(5, "a"), keyframe(6, "a"),
                patch(7, "a"),
                patch(9, "a"),
            ])
        #expect(outline.uncovered == [2...2, 8...8])
        #expect(outline.unknown == [.init(store: "a", steps: 3...5), .init(store: "a", steps: 9...9)])
        var losses = Losses()
        losses.unknown = outline.unknown
        #expect(losses.all == [Loss(.knowledge, of: 3...5, store: "a"), Loss(.knowledge, of: 9...9, store: "a")])
    }

    @Test func ofStatesWhoseActionsAreAllLost() {
        let states = [#"{"step":3,"keyframe":{"n":0}}"#, #"{"step":6,"merged":[4,6],"patch":[]}"#, #"{"step":7,"failed":"thrown"}"#]
        let outline = outline(actions: [#"{"clock":{"t":1,"wall":17}}"#], states: states)
        #expect(outline.steps == 4...7 && outline.times == nil && outline.skipped == [4...7])
        // What the recorder could not write, it said.
        let gap = self.outline(actions: [#"{"gap":{"from":4,"to":7}}"#], states: states)
        #expect(gap.steps == nil && gap.skipped.isEmpty)
        #expect(self.outline(actions: [], states: [states[0]]).steps == nil)
    }

    @Test func ofStatesWhoseLastActionsAreLost() {
        let actions = [#"{"step":4,"t":1,"type":"a","action":1}"#]
        let states = [
            #"{"step":3,"keyframe":1}"#, #"{"step":3,"store":"late","unencodable":"?"}"#, #"{"step":4,"patch":[]}"#,
            #"{"step":7,"merged":[5,7],"patch":[]}"#, #"{"step":8,"patch":[]}"#,
        ]
        let outline = outline(actions: actions, states: states)
        #expect(outline.steps == 4...8 && outline.times == 1...1 && outline.skipped == [5...8])
        let gap = self.outline(actions: actions + [#"{"gap":{"from":6,"to":8}}"#], states: states)
        #expect(gap.steps == 4...5 && gap.skipped == [5...5])
        // The state of what nobody dispatched to may not be encodable either.
        #expect(self.outline(actions: [], states: [#"{"step":0,"unencodable":"?"}"#]).steps == nil)
    }

    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"{"a":{"b":1,"c":2,"b":3}}"#, "01", "1.", "-", "1e9999999999", "[1,]", "[1 2]", "{\"a\" 1}", "tru", #""\x""#,
        #""\ud800""#, "\"\u{1}\"", #""open"#, String(repeating: "[", count: 400) + String(repeating: "]", count: 400), "",
    ])
    func aValueThatIsNoJSONMakesItsLineDamage(value: String) {
        let good = #"{"step":1,"t":1,"type":"a","action":1}"#
        let bad = #"{"step":2,"t":2,"type":"a","action":\#(value)}"#
        let outline = outline(actions: [good, bad], states: [#"{"step":2,"patch":[{"op":"add","path":"/a","value":\#(value)}]}"#])
        #expect(outline.counts.steps == 1)
        #expect(outline.damage.map(\.reason) == [.malformed, .malformed])
    }

    @Test func bytesThatAreNoUTF8MakeTheirLineDamage() {
        var line = Array(#"{"step":1,"t":1,"type":"a","action":"?"}"#.utf8)
        line[line.count - 3] = 0xff
        LiveLine.close(&line, from: 0)
        #expect(SegmentOutline(index: 0, actions: line, states: []).damage.map(\.reason) == [.malformed])
    }

    /// Lines of every kind, some of them with a byte changed before the checksum was made, so that only what they say is wrong.
    @Test(arguments: 0..<40) func whateverTheLinesAre(seed: UInt64) {
        var lines = LineMaker(seed: seed)
        let (actions, states) = (lines.stream(of: LineMaker.actions), lines.stream(of: LineMaker.states))
        let outline = SegmentOutline(index: 2, actions: actions, states: states, naming: [3, 5])
        let segment = Segment(index: 2, actions: actions, states: states, isLive: true)

        #expect(outline.damage == segment.damage)
        #expect(outline.isEmpty == (segment.journal.isEmpty && segment.states.isEmpty))
        var counts = RecordingCounts()
        counts.add(segment)
        #expect(outline.counts == counts)
        #expect(outline.steps?.lowerBound == segment.actions.map(\.step).min())
        #expect(outline.steps?.upperBound == segment.actions.map(\.step).max())
        #expect(outline.times?.lowerBound == segment.actions.map(\.time).min())
        #expect(outline.times?.upperBound == segment.actions.map(\.time).max())
        let pairs = zip(segment.actions, segment.actions.dropFirst())
        #expect(outline.skipped == pairs.filter { $1.step > $0.step + 1 }.map { ($0.step + 1)...($1.step - 1) })
        #expect(outline.uncovered == StateCoverage(segment).lost)
        #expect(outline.cut == segment.actions.filter { $0.action == nil && $0.bytes != nil }.map { $0.step...$0.step })
        #expect(
            outline.redacted == segment.actions.reduce(0) { $0 + $1.redacted.count } + segment.states.reduce(0) { $0 + $1.redacted.count })
        #expect(outline.gap == segment.journal.compactMap { if case .gap(let gap) = $0 { gap.steps } else { nil } }.last)
        let named = segment.actions.filter { [3, 5].contains($0.step) }.map { ($0.step, $0.type) }
        #expect(outline.types == Dictionary(named, uniquingKeysWith: { $1 }))
    }

    private func outline(actions: [String], states: [String]) -> SegmentOutline {
        SegmentOutline(index: 0, actions: live(actions), states: live(states), naming: [8])
    }

    private func live(_ lines: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            let start = bytes.count
            bytes += line.utf8
            LiveLine.close(&bytes, from: start)
        }
        return bytes
    }
}

/// Makes streams of lines picked at random.
private struct LineMaker {
    private var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    static let values = [
        "1", "-0", "1.5e3", "123456789012345678901234567890", "true", "null", #""text""#, #""an \"escape\"\n""#, #""\u00e9\ud83d\ude00""#,
        #""größe 😀""#, "[]", "[1,[2,{\"a\":[]}],\"x\"]", "{}", #"{"a":1,"b":{"c":[true,false,null]}}"#, #"{ "a" : 1 , "b" : [ 2 ] }"#,
        #"{"größe":1,"a":2}"#, #"{"a\n":1}"#, "{" + (0..<20).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}",
        "{" + (0..<40).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}",
        String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
    ]

    static let actions = [
        #"{"step":STEP,"t":STEP,"type":"home/didReceive","action":VALUE}"#,
        #"{"step":STEP,"t":STEP,"type":"a","store":"cart","action":VALUE,"cause":1,"site":"Home.swift:42","thread":"main"}"#,
        #"{"step":STEP,"t":STEP,"type":"größe\n","action":VALUE}"#, #"{"step":STEP,"t":STEP,"type":"@@EXTERNAL","omitted":{"a":2}}"#,
        #"{"step":STEP,"t":STEP,"type":"x"}"#, #"{"step":STEP,"t":STEP,"type":"x","error":"no JSON","more":VALUE}"#,
        #"{"step":STEP,"t":STEP,"type":"x","action":VALUE,"redacted":["/a","/b~1c"]}"#,
        #"{"step":STEP,"t":STEP,"type":"x","bytes":70000,"prefix":"{\"a\":"}"#,
        #"{"swallowed":{"t":STEP,"type":"y","error":"none"}}"#, #"{"clock":{"t":STEP,"wall":17}}"#, #"{"gap":{"from":STEP,"to":90}}"#,
        #"{"step":STEP,"t":STEP,"type":"x","action":VALUE,"cause":1,"effect":2}"#,
        #"{"effect":{"t":STEP,"step":2,"id":2,"begin":"x","again":true}}"#, #"{"effect":{"t":STEP,"step":2,"id":2,"end":"cancelled"}}"#,
        #"{"mark":{"t":STEP,"step":2,"name":"here"}}"#, #"{"later":VALUE}"#, #"{"step":-1,"t":STEP,"type":"x"}"#, "VALUE",
    ]

    static let states = [
        #"{"step":STEP,"took":12,"patch":[{"op":"replace","path":"/a/b","value":VALUE},{"op":"remove","path":"/c~0d"}]}"#,
        #"{"step":STEP,"patch":[{"op":"move","from":"/a","path":"/b"},{"op":"add","path":"/größe","value":VALUE}]}"#,
        #"{"step":STEP,"patch":[{"op":"add","path":"a","value":1}]}"#, #"{"step":STEP,"patch":[{"op":"add","path":"/~2","value":1}]}"#,
        #"{"step":STEP,"patch":[{"op":"test","path":"","value":VALUE}]}"#, #"{"step":STEP,"patch":[]}"#, #"{"step":STEP,"keyframe":VALUE}"#,
        #"{"step":STEP,"store":"cart","took":1,"patch":[]}"#, #"{"step":9,"merged":[6,9],"patch":[],"redacted":["/a"]}"#,
        #"{"step":9,"merged":[7,9],"sparse":true,"patch":[]}"#, #"{"step":STEP,"failed":"thrown"}"#, #"{"step":STEP,"unencodable":"why"}"#,
        #"{"step":STEP,"action":VALUE,"redacted":["/a","/b","/c"]}"#, #"{"later":VALUE}"#, "VALUE",
    ]

    /// A live stream of these kinds of lines.
    mutating func stream(of kinds: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<60 {
            var line = Array(
                kinds[pick(kinds.count)].replacing("STEP", with: "\(pick(12))").replacing(
                    "VALUE", with: Self.values[pick(Self.values.count)]
                ).utf8)
            if pick(4) == 0 { line[pick(line.count)] = Array(#"0129.-e"\{}[]:, ntu~/"#.utf8)[pick(21)] }
            let start = bytes.count
            bytes += line
            LiveLine.close(&bytes, from: start)
            if pick(12) == 0 { bytes[start + pick(bytes.count - start)] ^= 1 }
        }
        return bytes
    }

    private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
}
