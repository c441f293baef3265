import Foundation
import RewindFormat
import RewindRedaction
import TestSupport
import Testing

@testable import RewindCapture
@testable import RewindValue

/// For any two values, applying the patch to what the old one encodes to gives exactly what the new one encodes to.
@Suite(.timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 600))) struct ChangesOracleTests {
    struct Species: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let check: @Sendable (_ seeds: Int) throws -> Void
        let record: @Sendable (_ runs: Int) throws -> Void

        init<T: ZooAnimal>(_ type: T.Type) {
            testDescription = "\(type)"
            record = { runs in try ChangesOracleTests.record(T.self, runs: runs) }
            check = { seeds in try ChangesOracleTests.check(T.self, seeds: seeds) }
        }
    }

    static let zoo: [Species] = [
        Species(Ark.self), Species(Pair<Padded, [Padded]>.self), Species([Todo].self), Species(Shape.self), Species([Shape].self),
        Species(Pair<Double, [Double]>.self), Species([Float?].self), Species([String: String].self), Species([String: [Todo]?].self),
        Species([Int: Padded].self), Species([Colour: [Int]].self), Species([Double: Shape?].self), Species([Label: [Int]].self),
        Species([Blurred: String].self), Species([Blurred].self),
        Species(Set<String>.self), Species(Set<Padded>.self),
        Species(Pair<Int??, [Bool??]>.self),
        Species(Pair<Date, [Date]>.self), Species([URL: Data].self), Species([Decimal].self), Species(Kennel.self), Species([Kennel].self),
        Species([AnyThing].self), Species(Listing<Padded>.self), Species(Listing<Todo>.self), Species([Listing<AnyThing>].self),
        Species(Listing<Int>.self), Species(Chameleon.self), Species([Chameleon].self), Species(Careless.self), Species([Careless].self),
        Species(Oddities.self), Species([Oddities].self), Species([Shared<Padded>].self), Species(Pair<Session, [Oddities]?>.self),
        Species(Identified<Todo>.self), Species(Pair<Identified<Observed>, [Observed]>.self), Species([Furnished].self),
        Species([Secretive].self), Species([Screen].self), Species(Tables<UUID>.self), Species(Tables<Int>.self),
        Species(Tables<Colour>.self), Species(Tables<String>.self), Species(Tables<Label>.self), Species(Tables<Blurred>.self),
        Species([Borrowed].self), Species([Numbered].self), Species(Pair<[Int: Numbered], [[Numbered]]>.self), Species([Place].self),
        Species([[[Int]]].self), Species(Pair<Pair<UInt8, Int>, Pair<Bool, Pair<Bool, Double>>>.self),
    ]

    /// Each makes a state and its next two, two pairs to compare, or three: 2,500 pairs in every run.
    static var seeds: Int { ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 600 : 500_000 }

    @Test(arguments: zoo) func aPatchMakesTheNewValueFromTheOldOne(_ species: Species) throws {
        try species.check(Self.seeds / Self.zoo.count + 1)
    }

    private static func check<T: ZooAnimal>(_ type: T.Type, seeds: Int) throws {
        let straight = StateBytes(RecordedForm(rules: RedactionRules(keys: [], shapes: [])))
        let masking = Redactor(level: .masked)
        let maskingStraight = StateBytes(RecordedForm(masking))
        for seed in 0..<seeds {
            var random = SeededGenerator(seed: UInt64(seed))
            let old = T(random: &random)
            var new = old
            if random.oneIn(10) { new = T(random: &random) } else { for _ in 0...random.below(2) { new.change(&random) } }
            try check(old, new, "\(type), seed \(seed)")
            try check(old, new, straight, "\(type), seed \(seed)")
            try check(old, new, masking, maskingStraight, "\(type), seed \(seed), masked")
            // What is known of the step before must not show in the next ones.
            var newer = new
            for _ in 0...random.below(2) { newer.change(&random) }
            try check(new, newer, straight, "\(type), seed \(seed), second step")
            if random.oneIn(4) { try check(old, newer, straight, "\(type), seed \(seed), a step back") }
        }
    }

    @Test(arguments: zoo) func aRunOfStatesThatAreLookedAtLaterIsRecordedAsItWas(_ species: Species) throws {
        try species.record(Self.seeds / Self.zoo.count / 20 + 3)
    }

    /// As a recorder does: keeps each state as it is, or what it encodes to, and writes patches when the app is steps ahead.
    private static func record<T: ZooAnimal>(_ type: T.Type, runs: Int) throws {
        let form = RecordedForm(rules: RedactionRules(keys: [], shapes: []))
        for seed in 0..<runs {
            var random = SeededGenerator(seed: UInt64(seed))
            var state = T(random: &random)
            var steps: [(kept: KeptState<T>, expected: JSONValue)] = []
            for _ in 0..<6 {
                steps.append((KeptStateTests.kept(state, form), try JSONValue(encoding: state)))
                for _ in 0...random.below(2) { state.change(&random) }
            }
            let straight = StateBytes(form)
            for (before, after) in zip(steps, steps.dropFirst()) {
                var patched = before.expected
                if before.kept.isValue, !after.kept.isValue { Issue.record("\(type), seed \(seed): first kept as it is, then not") }
                try before.kept.changes(to: after.kept, in: form, straight).0.apply(to: &patched)
                if patched != after.expected {
                    Issue.record("\(type), seed \(seed)\n\(before.expected.jsonText)\n\(after.expected.jsonText)\n\(patched.jsonText)")
                }
            }
        }
    }

    /// The straight way to bytes, where it goes: its patch makes the new value too, and its keyframe is the value.
    private static func check<T: Encodable>(_ old: T, _ new: T, _ straight: StateBytes, _ comment: @autoclosure () -> String) throws {
        var bytes: [UInt8] = []
        let after = try JSONValue(encoding: new)
        if straight.appendPatch(from: old, to: new, to: &bytes) {
            var patched = try JSONValue(encoding: old)
            let patch = try JSONPatch(json: JSONValue(parsing: bytes))
            try patch.apply(to: &patched)
            let text = String(decoding: bytes, as: UTF8.self)
            if patched != after { Issue.record("\(comment()), straight\n\(after.jsonText)\n\(text)") }
            #expect(patch.isEmpty == (try changes(from: old, to: new)).isEmpty)
        } else {
            #expect(bytes.isEmpty)
        }
        bytes = []
        if straight.appendKeyframe(of: new, to: &bytes) { #expect(String(decoding: bytes, as: UTF8.self) == after.jsonText) }
    }

    /// Under masking: the masked patch makes the masked new value from the masked old one, on every way.
    private static func check<T: Encodable>(
        _ old: T, _ new: T, _ redactor: Redactor, _ straight: StateBytes, _ comment: @autoclosure () -> String
    ) throws {
        let before = try RecordedForm(redactor).value(of: old).value
        let after = try RecordedForm(redactor).value(of: new).value
        func applied(_ patch: JSONPatch) throws -> JSONValue {
            var patched = before
            try patch.apply(to: &patched)
            return patched
        }
        func expect(_ patch: JSONPatch, _ way: String) throws {
            if try applied(patch) == after { return }
            Issue.record("\(comment()), \(way)\n\(before.jsonText)\n\(after.jsonText)\n\(patch.json.jsonText)")
        }
        try expect(try RecordedForm(redactor).changes(from: old, to: new).0, "by values")
        let form = RecordedForm(redactor)
        let (first, second) = (KeptStateTests.kept(old, form), KeptStateTests.kept(new, form))
        if try first.value(in: form).0 == before {  // what it refers to may have changed since
            try expect(try first.changes(to: second, in: form, straight).0, "kept")
        }
        var bytes: [UInt8] = []
        if straight.appendPatch(from: old, to: new, to: &bytes) { try expect(try JSONPatch(json: JSONValue(parsing: bytes)), "straight") }
        bytes = []
        if straight.appendKeyframe(of: new, to: &bytes) {
            if String(decoding: bytes, as: UTF8.self) != after.jsonText {
                Issue.record("\(comment()), keyframe\n\(after.jsonText)\n\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    static func check<T: Encodable>(
        _ old: T, _ new: T, _ comment: @autoclosure () -> String = "",
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let before = try JSONValue(encoding: old)
        let after = try JSONValue(encoding: new)
        let patch = try changes(from: old, to: new)
        #expect(KeptStateTests.kept(old).encodesLike(KeptStateTests.kept(new)) == patch.isEmpty, sourceLocation: location)
        var patched = before
        try patch.apply(to: &patched)
        if patched != after {
            Issue.record("\(comment())\n\(before.jsonText)\n\(after.jsonText)\n\(patch.json.jsonText)", sourceLocation: location)
        }
        if before == after, !patch.isEmpty {
            Issue.record("\(comment()): a patch for equal values\n\(before.jsonText)\n\(patch.json.jsonText)", sourceLocation: location)
        }
    }

    struct Row: Codable, Identifiable {
        var id: Int
        var isDone = false
    }

    @Test(arguments: [10_000, 100_000]) func longArraysWithEditsMovesAndBulkChanges(count: Int) throws {
        var random = SeededGenerator(seed: 7)
        let old = (0..<count).shuffled(using: &random).map { Row(id: $0) }
        var new = old
        for _ in 0..<5 { new[random.below(count)].isDone.toggle() }
        for _ in 0..<5 { new.insert(new.remove(at: random.below(count)), at: random.below(count)) }
        new.removeSubrange(100..<200)
        try Self.check(old, new)
        try Self.check(old.map(\.id), new.map(\.id))
        if count == 10_000 {
            try Self.check(old, Array(old.prefix(count / 10)))
            try Self.check(old, old.shuffled(using: &random))
        }
    }
}
