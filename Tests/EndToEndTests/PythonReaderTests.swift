import Foundation
import ReplayTestSupport
import RewindArchive
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

/// A reader of 180 lines, written from the article "The recording format" alone, against ours.
@Suite(
    "A Python reader written from the format's description",
    .timeLimit(.minutes(Effort.isLong ? 600 : 5)))
struct PythonReaderTests {
    private static let script = Repository.path("Tests/PythonReader/read_recording.py")

    private let folder = TemporaryFolder()

    private func python(_ path: String) throws -> Program.Run {
        try Program.python().run([Self.script, path])
    }

    /// Holds each line of the Python reader against the same step in ours.
    ///
    /// Of a damaged recording it may know a state that ours leaves open, from the keyframe that follows, if it is the true one.
    private func expectAgreement(_ path: String, truth: [Int: JSONValue] = [:], _ context: String = "") throws {
        let run = try python(path)
        #expect(run.status == 0, "\(context): \(run)")
        let timeline = try Timeline(openRecording(at: path))
        var ours: [JSONValue] = []
        try timeline.forEach { item in
            guard case .step(let step) = item else { return }
            var line: JSONObject = ["step": .number(JSONNumber(step.number)), "type": .string(step.type), "store": .string(step.store)]
            if let effects = try timeline.effectsUnderWay(after: step.number) {
                line["underWay"] = .array(effects.sorted { $0.id < $1.id }.map { .string($0.begin.name) })
            }
            if case .known(let state) = try timeline.state(at: step.number) { line["state"] = state } else { line["unknown"] = true }
            ours.append(.object(line))
        }
        let theirs = try run.output.split(separator: "\n").map { text -> JSONValue in
            guard case .object(var line) = try JSONValue(parsing: Array(text.utf8)) else { return .null }
            if line["unknown"] != nil { line["unknown"] = true }
            return .object(line)
        }
        #expect(theirs.count == ours.count, "\(context)")
        for (their, our) in zip(theirs, ours) {
            if our["unknown"] != nil, let step = our["step"]?.int, let state = truth[step], their["state"] == state { continue }
            #expect(their == our, "\(context): \(their.jsonText.prefix(300)) where ours is \(our.jsonText.prefix(300))")
        }
    }

    @Test(arguments: Fixture.sealed) func agreesWithOursOnEveryFixture(_ fixture: Fixture) throws {
        try expectAgreement(fixture.path)
    }

    @Test func agreesWithOursOnSeveralStoresInSeveralSegments() throws {
        _ = try Sample(journalBytes: 4 << 10, segments: 3, textLimit: 100, width: 4).sealed(in: folder)
        try expectAgreement(folder.path("whole.rewind"))
    }

    @Test func agreesWithOursOnEveryKindOfStateLine() throws {
        let builder = try RecordingBuilder(in: folder, stores: ["main", "cart"])
        builder.keyframe(0, ["a/b": [1, 2, 3], "m~n": ["x": .number(.uint(18_446_744_073_709_551_615))], "tail": .null])
        builder.keyframe(0, "cart", store: "cart")
        for step in 1...14 where step != 12 { try builder.action(step, "step/\(step)", store: step == 5 ? "cart" : "main") }
        try builder.patch(1, #"[{"op":"add","path":"/a~1b/-","value":4.10},{"op":"test","path":"/m~0n/x","value":18446744073709551615}]"#)
        try builder.patch(
            4, #"[{"op":"move","from":"/a~1b/0","path":"/m~0n/y"},{"op":"copy","from":"/tail","path":"/new"}]"#, merged: 2...4)
        try builder.patch(5, #"[{"op":"replace","path":"","value":{"whole":1e400}}]"#, store: "cart")
        builder.line(6, "main", .failed("threw"))
        builder.line(7, "main", .unencodable("no"))
        builder.line(7, "main", .unknown(.notRecorded))
        try builder.patch(8, #"[{"op":"remove","path":"/tail"}]"#)
        builder.keyframe(9, ["again": true])
        try builder.patch(10, #"[{"op":"remove","path":"/nothing"}]"#)
        builder.keyframe(11, ["again": [[]]])
        try builder.patch(13, "[]")
        try builder.patch(14, "[]")
        try Sealing().seal(builder.die(), to: folder.path("kinds.rewind"))
        try expectAgreement(folder.path("kinds.rewind"))
    }

    @Test(arguments: ["v1-losses", "v1-sentences"]) func agreesWithOursOnWhatIsLost(name: String) throws {
        let path = Fixture(name: "golden/\(name).rewind").path
        let theirs = try Program.python().run([Self.script, path, "--losses"])
        #expect(theirs.status == 0, "\(theirs)")
        let ours = try openRecording(at: path).losses.sealed.map { loss in
            var loss = loss
            loss.unknown = [:]
            loss.reason?.unknown = [:]
            return loss
        }
        #expect(try theirs.output.split(separator: "\n").map { Loss(json: try JSONValue(parsing: Array($0.utf8))) } == ours)
    }

    @Test(arguments: [
        ["filter", "GOLDEN", "--type", "!write"], ["filter", "GOLDEN", "--type", "increment"], ["trim", "GOLDEN", "5..1000"],
        ["trim", "GOLDEN", "1100.."], ["merge", "GOLDEN", "CRASH"], ["filter", "CRASH", "--hide-noop", "--type", "!*/setDraft"],
    ]) func agreesWithOursOnWhatEditsMakeOfARecording(arguments: [String]) throws {
        let paths = ["GOLDEN": Fixture(name: "golden/v1.rewind").path, "CRASH": Fixture.crash.path]
        let run = try Command(folder: folder).here(all: arguments.map { paths[$0] ?? $0 } + ["-o", folder.path("edited.rewind")])
        #expect(run.status == 0, "\(run)")
        try expectAgreement(folder.path("edited.rewind"))
    }

    @Test func agreesWithOursOnEffectsAndOnWhatCutsLeaveOfThem() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        func line(_ id: Int, after step: Int, _ event: EffectLine.Event) throws {
            try builder.journal(EffectLine(time: step * 10_000_000 + id, step: step, id: id, event).json)
        }
        for step in 1...30 {
            try builder.count([step], "edit")
            try line(step, after: step, .begin(EffectLine.Begin(name: "save \(step)", cause: step)))
            if step > 3, step % 3 > 0 { try line(step - 3, after: step, .end(step % 2 == 0 ? .finished : .failed("no"))) }
            if step == 15 {
                try builder.roll(at: 15, ["count": 15])
                for open in 1...15 where open > 12 || (open + 3) % 3 == 0 {
                    try line(open, after: 15, .begin(EffectLine.Begin(name: "save \(open)", cause: open, isAgain: true)))
                }
            }
        }
        try Sealing().seal(builder.finish(), to: folder.path("effects.rewind"))
        let whole = try Timeline(openRecording(at: folder.path("effects.rewind")))
        #expect(whole.recordsEffects)
        try expectAgreement(folder.path("effects.rewind"))
        for (number, steps) in ["5..9", "12..22", "16..30", "20.."].enumerated() {
            let path = folder.path("part-\(number).rewind")
            #expect(try Command(folder: folder).here(all: ["trim", folder.path("effects.rewind"), steps, "-o", path]).status == 0)
            try expectAgreement(path)
            let part = try Timeline(openRecording(at: path))
            for step in part.steps.dropFirst() {
                let (found, expected) = (try part.effectsUnderWay(after: step), try whole.effectsUnderWay(after: step))
                #expect(found?.map(\.id) == expected?.map(\.id) && found?.map(\.began) == expected?.map(\.began), "\(steps): step \(step)")
            }
        }
    }

    @Test func agreesWithOursOnWhatRecoveryMakesOfDamagedBundles() throws {
        let whole = try Sample(journalBytes: 3 << 10, segments: 3, textLimit: 100, width: 4).sealed(in: folder)
        let original = try Timeline(openRecording(at: folder.path("whole.rewind")))
        let truth = try Dictionary(uniqueKeysWithValues: original.steps.map { ($0, try original.state(at: $0).get()) })
        var sealing = Sealing()
        sealing.overwrites = true
        var recovered = 0
        var random = SeededGenerator(seed: Effort.seed)
        for _ in 0..<(Effort.isLong ? 500 : 12) {
            var bytes = whole
            let place = random.below(bytes.count)
            bytes[place] ^= 1 << random.below(8)
            try folder.write(bytes, to: "damaged.rewind")
            try sealing.recover(folder.path("damaged.rewind"), to: folder.path("recovered.rewind"))
            recovered += 1
            try expectAgreement(folder.path("recovered.rewind"), truth: truth, "byte \(place)")
        }
        #expect(recovered > 0)
    }

    @Test func refusesWhatOursRefuses() throws {
        let whole = try Fixture.crash.bytes()
        var random = SeededGenerator(seed: Effort.seed)
        var refused = 0
        for _ in 0..<20 {
            var bytes = whole
            let place = random.below(bytes.count)
            bytes[place] ^= 1 << random.below(8)
            try folder.write(bytes, to: "damaged.rewind")
            let run = try python(folder.path("damaged.rewind"))
            #expect(run.status == 0 || run.status == 2, "\(run)")
            if run.status == 2 { refused += 1 }
            // It may accept what the zip's headers say twice; what it then prints must be right.
            if run.status == 0 { #expect(try run.output == python(Fixture.crash.path).output, "byte \(place)") }
        }
        #expect(refused > 0)
    }

    @Test func thePythonReaderIsShort() throws {
        let text = try String(contentsOfFile: Self.script, encoding: .utf8)
        #expect(text.count { $0 == "\n" } <= 180)
    }
}
