import Foundation
import ReplayTestSupport
import RewindArchive
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindReplay
import RewindValue
import TestSupport
import Testing

/// What the recorder writes, the reader accepts at its default limits, and finds equal.
@Suite("Whatever is recorded can be read", .timeLimit(.minutes(5))) struct AcceptanceTests {
    let folder = TemporaryFolder()

    @Test(arguments: 0..<16) func randomTrees(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        try check((0..<random.below(30) + 5).map { _ in (random.tree(), random.tree()) })
    }

    /// Values at and beyond each bound that the recorder has.
    static let extremes: [(String, JSONValue)] = [
        ("the deepest nesting that the encoder takes", nested(depth: 110)),
        ("nesting that it does not take", nested(depth: 200)),
        ("an action of just under 64 KiB", .string(String(repeating: "x", count: (64 << 10) - 100))),
        ("an action of just over 64 KiB", .string(String(repeating: "x", count: 64 << 10))),
        ("hundreds of KiB of control characters", .string(String(repeating: "\u{1}", count: 1 << 18))),
        ("one character of 50,000 scalars", .string("e" + String(repeating: "\u{301}", count: 50_000))),
        ("scalars that do not fit the prefix evenly", .string(String(repeating: "\u{1F600}", count: 30_000))),
        ("a key of 100,000 bytes", .object(JSONObject([(String(repeating: "k/~\"", count: 25_000), JSONValue.null)]))),
        ("20,000 keys", .object(JSONObject((0..<20_000).map { ("key \($0)", .number(JSONNumber($0))) }))),
        ("the extremes of integers", [.number(.int(.min)), .number(.int(.max)), .number(.uint(.max))]),
        ("an empty key and an empty value", ["": ["": [:]]]),
    ]

    @Test(arguments: extremes.indices) func valuesAtTheBounds(index: Int) throws {
        let value = Self.extremes[index].1
        try check([([:], ["before": 1]), (value, ["value": value]), (["after": true], ["after": true]), ([1], ["value": value])])
    }

    @Test func namesAndSitesOfAnyLength() throws {
        struct Named: Encodable, ActionNaming {
            var actionName: String
        }
        let long = "e" + String(repeating: "\u{301}", count: 20_000)
        let recorder = Recorder(.init(app: long, directory: folder.path))
        let store = recorder.store(initialState: 0)
        _ = store.reduce(Named(actionName: long), from: 0, site: CallSite(long)) { state, _ in state + 1 }
        recorder.finish()
        let recording = try sealed(recorder)
        #expect(recording.losses.isEmpty)
        #expect(try Timeline(recording).state(at: 1) == .known(1))
        #expect(try recording.segment(0).actions.first?.type.unicodeScalars.first == "e")
    }

    /// Records pairs of actions and the states they lead to, and compares what a reader finds.
    private func check(_ pairs: [(action: JSONValue, state: JSONValue)]) throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path))
        let store = recorder.store(initialState: JSONValue.null)
        var state = JSONValue.null
        for (action, next) in pairs { state = store.reduce(action, from: state) { _, _ in next } }
        recorder.finish()
        let recording = try sealed(recorder)
        let canAll = pairs.flatMap { [$0.action, $0.state] }.allSatisfy { (try? $0.checkNesting()) != nil }
        #expect(recording.losses.isEmpty == canAll)
        #expect(canAll || recording.losses.all.allSatisfy { $0.kind == .values })
        let timeline = try Timeline(recording)
        #expect(timeline.steps == 0...pairs.count)
        let redactor = Redactor()
        for (index, (action, state)) in pairs.enumerated() {
            let step = try #require(try timeline.step(at: index + 1))
            let canEncode = [action, state].map { value in (try? value.checkNesting()) != nil }
            if canEncode[0] {
                #expect(step.action == redactor.redact(action).value, "the action of step \(step.number)")
            } else {
                #expect(step.line?.error != nil)
            }
            switch try timeline.state(at: step.number) {
            case .known(let found): #expect(canEncode[1] && found == redactor.redact(state).value, "the state of step \(step.number)")
            case .unknown(let unknown):
                #expect(!canEncode[1])
                guard case .unencodable = unknown.reason else {
                    Issue.record("\(unknown)")
                    continue
                }
            }
        }
    }

    private func sealed(_ recorder: Recorder) throws -> Recording {
        let recording = try Sealing().seal(#require(recorder.directory), to: folder.path + "/sealed.rewind")
        #expect(try recording.segments.allSatisfy { try recording.segment($0.index).damage.isEmpty })
        return recording
    }

    private static func nested(depth: Int) -> JSONValue {
        (0..<depth).reduce(JSONValue.string("core")) { inner, level in level.isMultiple(of: 2) ? [inner] : ["in": inner] }
    }
}

/// Random trees with awkward keys and texts.
extension SeededGenerator {
    fileprivate mutating func tree(depth: Int = 6) -> JSONValue {
        switch below(depth > 0 ? 9 : 5) {
        case 0: return .null
        case 1: return .bool(below(2) == 0)
        case 2: return .number(.int(Int64(truncatingIfNeeded: next())))
        case 3: return JSONNumber(Double(bitPattern: next() & 0xFFEF_FFFF_FFFF_FFFF)).map(JSONValue.number) ?? .null
        case 4: return .string(text(longest: below(500) == 0 ? 80_000 : 30))
        case 5, 6: return .array((0..<below(6)).map { _ in tree(depth: depth - 1) })
        default: return .object(JSONObject((0..<below(6)).map { _ in (text(longest: below(20) == 0 ? 400 : 8), tree(depth: depth - 1)) }))
        }
    }

    private mutating func text(longest: Int) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "\u{0}", "\n", "\"", "\\", "/", "~", "0", "\u{E9}", "\u{301}", "\u{1F600}", "\u{2028}", "\u{202E}", "\u{FFFF}",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<below(longest + 1) { text.append(scalars[below(scalars.count)]) }
        return String(text)
    }
}
