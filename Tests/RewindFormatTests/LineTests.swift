import RewindValue
import Testing

@testable import RewindFormat

@Suite("Live lines", .timeLimit(.minutes(5)))
struct LiveLineTests {
    @Test func aLineEndsWithTheChecksumOfWhatIsBeforeIt() {
        let line = live(#"{"step":1,"t":9,"type":"a"}"#)
        #expect(String(decoding: line, as: UTF8.self) == #"{"step":1,"t":9,"type":"a","crc":"f1659176"}"# + "\n")
    }

    @Test func everyFlippedBitOfALineIsSeen() {
        let line = live(#"{"step":1,"t":9,"type":"home/appear","action":{"home":{"_0":{"appear":{}}}}}"#)
        for bit in 0..<(line.count * 8) {
            var flipped = line
            flipped[bit / 8] ^= 1 << (bit % 8)
            let (lines, damage) = scan(flipped)
            #expect(lines.isEmpty && !damage.isEmpty, "bit \(bit)")
        }
    }

    @Test func zeroBytesEndAStreamOnlyIfNothingFollows() {
        let line = live(#"{"a":1}"#)
        let (whole, nothing) = scan(line + [0, 0, 0])
        #expect(whole.count == 1 && nothing.isEmpty)
        let (lines, damage) = scan(line + [0, 0, 0] + line)
        #expect(lines.count == 2)
        #expect(damage == [Damage(entry: "s", offset: line.count, count: 3, reason: .zeros)])
    }

    @Test func aLineBehindTheZeroBytesOfACutLineIsSound() {
        let line = live(#"{"a":1}"#)
        let (lines, damage) = scan(line + line.prefix(5) + [0, 0, 0] + line + line)
        #expect(lines.count == 3)
        #expect(damage == [Damage(entry: "s", offset: line.count, count: 8, reason: .zeros)])
    }

    @Test func aTornLineAtTheEndIsDroppedAndReported() {
        let line = live(#"{"a":1}"#)
        for count in 1..<line.count {
            let (lines, damage) = scan(line + line.prefix(count) + [0, 0])
            #expect(lines.count == 1)
            #expect(damage == [Damage(entry: "s", offset: line.count, count: count, reason: .torn)])
        }
    }

    @Test func readingGoesOnAfterDamageInTheMiddle() {
        let line = live(#"{"a":1}"#)
        var middle = line
        middle[3] = UInt8(ascii: "b")
        let (lines, damage) = scan(line + middle + line)
        #expect(lines.count == 2)
        #expect(damage == [Damage(entry: "s", offset: line.count, count: line.count, reason: .checksum)])
    }

    private func live(_ json: String) -> [UInt8] {
        var bytes = Array(json.utf8)
        LiveLine.close(&bytes, from: 0)
        return bytes
    }

    private func scan(_ bytes: [UInt8]) -> ([String], [Damage]) {
        var lines: [String] = []
        let damage = bytes.withUnsafeBytes {
            LineScanner(entry: "s", isLive: true).scan($0) { line in
                lines.append(String(decoding: line, as: UTF8.self))
                return true
            }
        }
        return (lines, damage)
    }
}

@Suite("Lines and what they say", .timeLimit(.minutes(5)))
struct LineContentTests {
    @Test(arguments: [
        #"{"step":1,"t":12,"type":"home/didReceive","action":{"a":[1,2]},"cause":0,"site":"Home.swift:42","thread":"main"}"#,
        #"{"step":2,"t":13,"type":"x","store":"second","action":null,"redacted":["/a/b","/c~1d"]}"#,
        #"{"step":3,"t":14,"type":"x","bytes":70000,"prefix":"{\"a\":"}"#,
        #"{"step":4,"t":15,"type":"x","error":"no JSON","later":{"unknown":true}}"#,
        #"{"clock":{"t":5,"wall":1795000000000000000}}"#,
        #"{"gap":{"from":3,"to":9,"kind":"unwritten","reason":"no space"}}"#,
        #"{"gap":{"from":3,"to":9,"kind":"left-out"}}"#, #"{"gap":{"from":3,"to":9,"kind":"in-no-part","part":"phone"}}"#,
        #"{"step":5,"t":16,"type":"home/loaded","action":{},"cause":4,"effect":7,"site":"Home.swift:42"}"#,
        #"{"effect":{"t":5,"step":64,"id":7,"begin":"comments/edit","cause":64,"site":"Comments.swift:12"}}"#,
        #"{"effect":{"t":5,"step":70,"id":7,"begin":"load","store":"second","again":true}}"#,
        #"{"effect":{"t":6,"step":71,"id":7,"end":"finished"}}"#,
        #"{"effect":{"t":6,"step":71,"id":7,"end":"failed","reason":"no network"}}"#,
        #"{"effect":{"t":6,"step":71,"id":7,"end":"cancelled"}}"#,
        #"{"kind":"of a later version"}"#,
    ])
    func aJournalLineReadsAsItWasWritten(text: String) throws {
        let json = try JSONValue(parsing: text)
        let object = try #require(json.object)
        let line = try #require(JournalLine(json: object))
        #expect(written(line) == text)
    }

    @Test(arguments: [
        #"{"step":0,"keyframe":{"a":1}}"#,
        #"{"step":1,"took":412,"patch":[{"op":"replace","path":"/a","value":2}]}"#,
        #"{"step":7,"store":"second","took":1,"merged":[5,7],"patch":[]}"#,
        #"{"step":8,"failed":"no such episode"}"#,
        #"{"step":9,"unencodable":"NaN"}"#, #"{"step":9,"unknown":"not-captured"}"#,
        #"{"step":10,"action":{"big":true}}"#,
        #"{"step":11,"patch":[],"redacted":["/token"],"later":1}"#,
    ])
    func aStateLineReadsAsItWasWritten(text: String) throws {
        let json = try JSONValue(parsing: text)
        let object = try #require(json.object)
        let line = try #require(StateLine(json: object))
        var bytes: [UInt8] = []
        line.write(into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test(arguments: [
        #"{"step":-1,"t":1,"type":"x"}"#, #"{"step":"1","t":1,"type":"x"}"#, #"{"step":1,"type":"x"}"#, #"{"step":1,"t":1}"#,
        #"{"clock":{"t":1}}"#, #"{"gap":{"from":3,"to":2}}"#, #"{"swallowed":{"t":1}}"#, #"{"effect":{"t":1,"step":1,"id":2}}"#,
        #"{"effect":{"t":1,"step":1,"begin":"x"}}"#, #"{"effect":{"t":1,"step":1,"id":0,"end":"finished"}}"#,
        #"{"swallowed":7,"step":1,"t":1,"type":"x"}"#,
    ])
    func whatClaimsToBeAStepAndIsNoneIsRefused(text: String) throws {
        let object = try #require(try JSONValue(parsing: text).object)
        #expect(JournalLine(json: object) == nil)
    }

    @Test(arguments: ["left out on purpose", "in none of the parts that were put together", "no space left on device"])
    func noWordsTellTheKindOfAGap(words: String) throws {
        for kind in [nil, "of-a-later-version", "left-out"] as [String?] {
            var gap: JSONObject = ["from": 3, "to": 9, "reason": .string(words)]
            gap["kind"] = kind.map(JSONValue.string)
            let told = GapLine.Reason(kind == "left-out" ? .leftOut : .unwritten, error: words)
            #expect(JournalLine(json: ["gap": .object(gap)]) == .gap(GapLine(steps: 3...9, reason: told)))
        }
    }

    @Test func anActionThatNamesItsEffectIsAnAction() throws {
        let json = try #require(try JSONValue(parsing: #"{"step":5,"t":16,"type":"x","effect":7}"#).object)
        guard case .action(let action)? = JournalLine(json: json) else { return #expect(Bool(false), "\(json)") }
        #expect(action.effect == 7)
        // What is no number of an effect is kept as it is.
        let later = try #require(try JSONValue(parsing: #"{"step":5,"t":16,"type":"x","effect":{"id":"7"}}"#).object)
        guard case .action(let kept)? = JournalLine(json: later) else { return #expect(Bool(false), "\(later)") }
        #expect(kept.effect == nil && kept.unknown == ["effect": ["id": "7"]])
    }

    @Test func anEffectThatEndsInAWayOfALaterVersionHasEnded() {
        let line = JournalLine(json: ["effect": ["t": 1, "step": 2, "id": 3, "end": "timed-out"]])
        #expect(line == .effect(EffectLine(time: 1, step: 2, id: 3, .end(.finished))))
    }

    private func written(_ line: JournalLine) -> String {
        var bytes: [UInt8] = []
        switch line {
        case .action(let action):
            ActionLine.writeHead(step: action.step, time: action.time, into: &bytes)
            action.writeMembers(into: &bytes)
        case .swallowed(let swallowed):
            SwallowedLine.writeHead(time: swallowed.action.time, into: &bytes)
            swallowed.action.writeMembers(into: &bytes)
            bytes.append(UInt8(ascii: "}"))
        case .clock(let clock): clock.json.write(into: &bytes)
        case .gap(let gap): gap.json.write(into: &bytes)
        case .mark(let mark): mark.json.write(into: &bytes)
        case .log(let log): log.json.write(into: &bytes)
        case .effect(let effect): effect.json.write(into: &bytes)
        case .unknown(let object): JSONValue.object(object).write(into: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
