import Foundation
import TestSupport
import Testing

@testable import RewindCapture
@testable import RewindValue

/// The bytes that values write straight are those of the value that is built from their parts.
@Suite(.timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 600))) struct ByteEncodingTests {
    /// - Parameter isRegular: whether the straight way must have worked, where that is known.
    static func check<T: Encodable>(_ value: T, isRegular: Bool? = nil, _ comment: String = "") throws {
        let byParts = try JSONValue(encoding: value, at: CodingPath(), isOutermost: true).jsonText
        let bytes = try encodedBytes(of: value, at: CodingPath())
        if String(decoding: bytes, as: UTF8.self) != byParts {
            Issue.record("\(comment)\n\(String(decoding: bytes, as: UTF8.self))\n\(byParts)")
        }
        if let isRegular {
            let encoding = ByteEncoding()
            let hasRun = (try? encoding.run(value, at: CodingPath())) != nil
            #expect((hasRun && !encoding.isIrregular) == isRegular, "\(T.self)")
        }
    }

    struct Species: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let check: @Sendable (_ seeds: Range<UInt64>) throws -> Void

        init<T: ZooAnimal>(_ type: T.Type, isRegular: Bool? = true) {
            testDescription = "\(type)"
            check = { seeds in
                for seed in seeds {
                    var random = SeededGenerator(seed: seed)
                    try ByteEncodingTests.check(T(random: &random), isRegular: isRegular, "\(type), seed \(seed)")
                }
            }
        }
    }

    static let zoo = [
        Species(Ark.self, isRegular: nil), Species(Padded.self), Species([Todo].self), Species([Shape].self), Species([Double].self),
        Species([Float?].self), Species([String: String].self), Species([String: [Todo]?].self), Species([Int: Padded].self),
        Species([Colour: [Int]].self), Species([Double: Shape?].self), Species([Label: [Int]].self, isRegular: nil),
        Species([Blurred: String].self), Species(Set<String>.self), Species(Set<Padded>.self), Species(Pair<Int??, [Bool??]>.self),
        Species([URL: Data].self), Species([Decimal].self), Species(Kennel.self), Species([AnyThing].self), Species(Listing<Padded>.self),
        Species([Listing<AnyThing>].self), Species([Chameleon].self, isRegular: nil), Species(Careless.self), Species([Careless].self),
        Species(Oddities.self), Species(Session.self), Species([[[Int]]].self),
    ]

    @Test(arguments: zoo) func theZooWritesTheSameBytesStraightAndByParts(_ species: Species) throws {
        try species.check(0..<(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 60 : 2_000))
    }

    @Test func whatEveryCoderHandlesIsWrittenStraight() throws {
        for sample in EncodingTests.samples {
            guard !(sample.value is [String: EncodingTests.Silent]), !(sample.value is EncodingTests.Nested) else { continue }
            try Self.check(sample.value, isRegular: true, sample.testDescription)
        }
        try Self.check(["a": EncodingTests.Silent()], isRegular: true)
        try Self.check(EncodingTests.Nested(), isRegular: false)  // it comes back to a container under the same key
        for (value, _) in EncodingTests.texts { try Self.check(value, isRegular: true) }
    }

    @Test func aChildThatFailsHalfWayLeavesNothingBehind() throws {
        struct Half: Encodable {
            struct Failure: Error {}
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode([1, 2], forKey: Key(stringValue: "before"))
                var nested = container.nestedUnkeyedContainer(forKey: Key(stringValue: "nested"))
                try nested.encode("x")
                throw Failure()
            }
        }
        struct Patient: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(1, forKey: Key(stringValue: "one"))
                try? container.encode(Half(), forKey: Key(stringValue: "half"))
                try? container.encode([Half()], forKey: Key(stringValue: "halves"))
                var list = container.nestedUnkeyedContainer(forKey: Key(stringValue: "list"))
                try? list.encode(Half())
                try list.encode(list.count)
                try container.encode(2, forKey: Key(stringValue: "half"))
            }
        }
        try Self.check(Patient(), isRegular: true)
        let bytes = try encodedBytes(of: Patient(), at: CodingPath())
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"one":1,"list":[0],"half":2}"#)
        #expect(throws: Half.Failure.self) { try encodedBytes(of: [Half()], at: CodingPath()) }
    }

    @Test func aRedactedPropertyIsOneOnEitherWayHoweverItIsWritten() throws {
        struct Login: Encodable {
            struct Handed: Encodable {
                @Redacted var secret = "hunter2"
                func encode(to encoder: any Encoder) throws { try _secret.encode(to: encoder) }
            }
            @Redacted var password = "hunter2"
            @Redacted var codes = ["hunter2"]
            var handed = Handed()
            var list = [Handed()]
        }
        try Self.check(Login(), isRegular: true)
        try Self.check([Login()], isRegular: true)
        let bytes = try encodedBytes(of: ["a": Login()], at: CodingPath())
        #expect(!String(decoding: bytes, as: UTF8.self).contains("hunter2"))
    }

    struct Script: Encodable, Sendable, CustomTestStringConvertible {
        let testDescription: String
        let isRegular: Bool
        let body: @Sendable (any Encoder) throws -> Void

        init(_ name: String, isRegular: Bool, _ body: @escaping @Sendable (any Encoder) throws -> Void) {
            (testDescription, self.isRegular, self.body) = (name, isRegular, body)
        }

        func encode(to encoder: any Encoder) throws { try body(encoder) }
    }

    static func key(_ name: String) -> Key { Key(stringValue: name) }

    static let scripts = [
        Script("a key twice", isRegular: false) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            for index in 0..<3 { try container.encode(index, forKey: key("a\(index % 2)")) }
        },
        Script("a key in two spellings", isRegular: false) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: key("\u{e9}"))
            try container.encode(2, forKey: key("e\u{301}"))
        },
        Script("a container filled after its neighbour", isRegular: false) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedUnkeyedContainer(forKey: key("first"))
            var second = container.nestedUnkeyedContainer(forKey: key("second"))
            try second.encode(2)
            try first.encode(1)
        },
        Script("a parent that goes on while its child is open", isRegular: false) { encoder in
            var list = encoder.unkeyedContainer()
            var inner = list.nestedContainer(keyedBy: Key.self)
            try inner.encode(1, forKey: key("a"))
            try list.encode("next")
            try inner.encode(2, forKey: key("b"))
        },
        Script("containers within containers, in order", isRegular: true) { encoder in
            var list = encoder.unkeyedContainer()
            var inner = list.nestedContainer(keyedBy: Key.self)
            var deep = inner.nestedUnkeyedContainer(forKey: key("deep"))
            try deep.encodeNil()
            try deep.encode(contentsOf: ["a", "b"])
            try "base".encode(to: list.superEncoder())
            _ = list.superEncoder()
            try list.encode(list.count)
        },
        Script("a nested encoder of nothing", isRegular: true) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            _ = container.superEncoder()
            _ = container.nestedUnkeyedContainer(forKey: key("list"))
        },
        Script("one container asked for twice", isRegular: true) { encoder in
            var first = encoder.container(keyedBy: Key.self)
            try first.encode(1, forKey: key("a"))
            var second = encoder.container(keyedBy: Key.self)
            try second.encode(2, forKey: key("b"))
            try first.encode(3, forKey: key("c"))
        },
        Script("keys that need escapes", isRegular: true) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode("\u{2028}\"", forKey: key("a\"\n/\\"))
        },
        Script("5,000 keys", isRegular: false) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            for index in 0..<5_000 { try container.encode(index, forKey: key("k\(index)")) }
        },
    ]

    @Test(arguments: scripts) func anyOrderOfWritingGivesTheSameBytes(_ script: Script) throws {
        try Self.check(script, isRegular: script.isRegular)
        try Self.check([[script], [script]], isRegular: script.isRegular)
        try Self.check(["a": script], isRegular: script.isRegular)
    }

    @Test func aCodingPathIsTheSameOnEitherWay() throws {
        final class Seen: @unchecked Sendable { var paths: [String] = [] }
        struct Probe: Encodable {
            let seen: Seen
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                var list = container.nestedUnkeyedContainer(forKey: ByteEncodingTests.key("list"))
                var object = list.nestedContainer(keyedBy: Key.self)
                for path in [encoder.codingPath, container.codingPath, list.codingPath, object.codingPath] {
                    seen.paths.append(path.map(\.stringValue).joined(separator: "."))
                }
                try object.encode([0], forKey: ByteEncodingTests.key("a"))
            }
        }
        let seen = Seen()
        let value = ["x": [1: [Probe(seen: seen)]]]
        try ByteEncoding().run(value, at: CodingPath())
        let straight = seen.paths
        seen.paths = []
        _ = try JSONValue(encoding: value, at: CodingPath())
        #expect(straight == seen.paths)
        #expect(straight.last == "x.1.Index 0.list.Index 0")
    }
}
