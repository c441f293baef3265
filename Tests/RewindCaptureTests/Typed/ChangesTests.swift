import Foundation
import RewindRedaction
import TestSupport
import Testing

@testable import RewindCapture
@testable import RewindValue

@Suite(.timeLimit(.minutes(5))) struct ChangesTests {
    struct State: Codable {
        struct Home: Codable {
            var isLoading = false
            var count = 0
            var error: String?
        }
        struct Item: Codable, Identifiable {
            var id: Int
            var title: String
            init(_ id: Int, _ title: String) {
                self.id = id
                self.title = title
            }
        }
        enum Screen: Codable { case splash, details(id: Int) }

        var home = Home()
        var items = [Item(1, "one"), Item(2, "two"), Item(3, "three"), Item(4, "four")]
        var notes: [String: String] = ["a/b": "x", "c": "y"]
        var screen = Screen.splash
        var scores: [Screen.Name: Int] = [.home: 1, .search: 2]
        var tags: Set<String> = ["a", "c"]
        var price = Decimal(string: "0.1") ?? 0
        var ratio = 0.0
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let edit: @Sendable (inout State) -> Void
        let patch: String

        init(_ name: String, _ patch: String, edit: @escaping @Sendable (inout State) -> Void) {
            testDescription = name
            self.patch = patch
            self.edit = edit
        }
    }

    static let examples = [
        Example("nothing", "[]") { _ in },
        Example("an equal value made anew", "[]") { $0.items = $0.items.map { State.Item($0.id, "\($0.title)") } },
        Example("a field", #"[{"op":"replace","path":"/home/isLoading","value":true}]"#) { $0.home.isLoading = true },
        Example("an optional that appears", #"[{"op":"add","path":"/home/error","value":"offline"}]"#) { $0.home.error = "offline" },
        Example("a field of an element", #"[{"op":"replace","path":"/items/2/title","value":"drei"}]"#) { $0.items[2].title = "drei" },
        Example("an element taken away", #"[{"op":"remove","path":"/items/0"}]"#) { $0.items.remove(at: 0) },
        Example("an element put in", #"[{"op":"add","path":"/items/1","value":{"id":9,"title":"new"}}]"#) {
            $0.items.insert(State.Item(9, "new"), at: 1)
        },
        Example("an element replaced by another", #"[{"op":"replace","path":"/items/1","value":{"id":9,"title":"two"}}]"#) {
            $0.items[1] = State.Item(9, "two")
        },
        Example("an element moved", #"[{"op":"move","from":"/items/0","path":"/items/3"}]"#) { $0.items.append($0.items.remove(at: 0)) },
        Example(
            "an element moved and edited",
            #"[{"op":"move","from":"/items/3","path":"/items/0"},{"op":"replace","path":"/items/0/title","value":"vier"}]"#
        ) {
            $0.items.insert($0.items.remove(at: 3), at: 0)
            $0.items[0].title = "vier"
        },
        Example(
            "keys of a dictionary",
            #"[{"op":"remove","path":"/notes/c"},{"op":"add","path":"/notes/d","value":"z"},{"op":"replace","path":"/notes/a~1b","value":"w"}]"#
        ) { $0.notes = ["a/b": "w", "d": "z"] },
        Example("a value under a key that is no text", #"[{"op":"replace","path":"/scores/3","value":5}]"#) { $0.scores[.search] = 5 },
        Example("an element of a set", #"[{"op":"add","path":"/tags/1","value":"b"}]"#) { $0.tags.insert("b") },
        Example("another case of an enum", #"[{"op":"replace","path":"/screen","value":{"details":{"id":7}}}]"#) {
            $0.screen = .details(id: 7)
        },
        Example("the last digit of a decimal", #"[{"op":"replace","path":"/price","value":1.0000000000000000000000000000001e-1}]"#) {
            $0.price = Decimal(string: "0.10000000000000000000000000000001") ?? 0
        },
        Example("the sign of zero", #"[{"op":"replace","path":"/ratio","value":-0}]"#) { $0.ratio = -0.0 },
        Example("an array that was emptied", #"[{"op":"replace","path":"/items","value":[]}]"#) { $0.items = [] },
    ]

    @Test(arguments: examples) func aPatchSaysWhatChanged(_ example: Example) throws {
        let old = State()
        var new = old
        example.edit(&new)
        #expect(try changes(from: old, to: new).json.jsonText == example.patch)
        try ChangesOracleTests.check(old, new)
    }

    @Test func aChangeOfKindReplacesTheWholeValue() throws {
        enum Either: Encodable {
            case list([Int]), text(String)
            func encode(to encoder: any Encoder) throws {
                switch self {
                case .list(let list): try list.encode(to: encoder)
                case .text(let text): try ["text": text].encode(to: encoder)
                }
            }
        }
        #expect(try changes(from: Either.list([1]), to: .text("a")).json.jsonText == #"[{"op":"replace","path":"","value":{"text":"a"}}]"#)
    }

    @Test func twinsThatChangePlacesChangeNothing() throws {
        let twins = (0..<2).map { _ in String(repeating: "twin", count: 10) }
        #expect(try changes(from: twins, to: twins.reversed()).isEmpty)
    }

    @Test func aLargeArrayInAnotherOrderIsReplacedAsAWhole() throws {
        struct Row: Codable, Sendable, Equatable {
            var id: Int
            var title: String
        }
        let rows = (0..<3_000).map { Row(id: $0, title: "a title that takes some room in a list of rows, number \($0)") }
        let reversed = try changes(from: rows, to: rows.reversed())
        #expect(reversed.operations == [.replace(.root, try JSONValue(encoding: Array(rows.reversed())))])
        let few = try changes(from: rows, to: rows.suffix(3) + rows.dropLast(3))
        #expect(few.operations.count == 3 && few.operations.allSatisfy { if case .move = $0 { true } else { false } })
        let twins = (0..<3_000).map { "\($0 % 2)" + String(repeating: "twin", count: 10) }
        #expect(try changes(from: twins, to: twins.map { String($0) }).isEmpty)
    }

    @Test func twoSpellingsOfATextAreTwoTexts() throws {
        let patch = try changes(from: ["\u{e9}": "\u{e9}"], to: ["e\u{301}": "e\u{301}"])
        #expect(
            patch.json.jsonText == #"[{"op":"remove","path":"/\#u{e9}"},{"op":"add","path":"/e\#u{301}","value":"e\#u{301}"}]"#)
    }

    @Test func anInstanceThatChangedBehindEqualBitsIsNotSkipped() throws {
        final class Counter: Codable { var value = 0 }
        struct Payload: Codable { var counter: Counter }
        enum Holder: Codable { case some([Payload]) }
        // An instance that encodes another value each time stands for one that changed between two looks at it.
        struct Changing: Encodable {
            let counter = Counter()
            func encode(to encoder: any Encoder) throws {
                counter.value += 1
                try counter.value.encode(to: encoder)
            }
        }
        let changing = ["a": [Changing()]]
        #expect(try changes(from: changing, to: changing).json.jsonText == #"[{"op":"replace","path":"/a/0","value":2}]"#)
        let holder = Holder.some([Payload(counter: Counter())])
        #expect(try changes(from: holder, to: holder).isEmpty)
    }

    @Test func changesThrowWhereEncodingWould() throws {
        struct Silent: Encodable {
            var number: Int
            func encode(to encoder: any Encoder) throws { if number > 0 { try number.encode(to: encoder) } }
        }
        #expect(throws: EncodingError.self) { try JSONValue(encoding: Silent(number: 0)) }
        #expect(throws: EncodingError.self) { try changes(from: Silent(number: 1), to: Silent(number: 0)) }
        #expect(throws: EncodingError.self) { try changes(from: Silent(number: 0), to: Silent(number: 1)) }
        var bytes: [UInt8] = []
        let straight = StateBytes(RecordedForm(rules: RedactionRules(keys: [], shapes: [])))
        #expect(!straight.appendPatch(from: Silent(number: 1), to: Silent(number: 0), to: &bytes))
        #expect(
            try changes(from: [Silent(number: 1)], to: [Silent(number: 0)]).json.jsonText == #"[{"op":"replace","path":"/0","value":{}}]"#)
    }

    @Test func keysThatWriteOneTextMakeNoPatchBetweenEqualStates() throws {
        struct Name: Hashable, Encodable, CodingKeyRepresentable {
            var salt: Int
            init(salt: Int) { self.salt = salt }
            init?(codingKey: some CodingKey) { nil }
            var codingKey: any CodingKey { Key(stringValue: "one") }
        }
        for seed in 0..<50 {
            var random = SeededGenerator(seed: UInt64(seed))
            let entries = (0..<6).map { (Name(salt: $0), $0) }
            var left = Dictionary(uniqueKeysWithValues: entries)
            left.reserveCapacity(random.below(300))
            let right = Dictionary(uniqueKeysWithValues: entries.shuffled(using: &random))
            #expect(try changes(from: left, to: right).isEmpty)
            #expect(try JSONValue(encoding: left) == JSONValue(encoding: right))
        }
    }

    @Test func aValueThatWritesItsIndexIsComparedAtItsIndex() throws {
        var random = SeededGenerator(seed: 3)
        let old = (0..<5).map { _ in Numbered(random: &random) }
        let before = try JSONValue(encoding: old)  // as a recorder does with its first state
        var patched = before
        try changes(from: old, to: Array(old.dropFirst(2))).apply(to: &patched)
        #expect(try patched == JSONValue(encoding: Array(old.dropFirst(2))))
    }

    @Test func aValueThatContainsItselfIsRefused() throws {
        final class Node: Encodable { var next: [Node] = [] }
        let node = Node()
        node.next = [node]
        defer { node.next = [] }
        #expect(throws: NestingLimitExceeded.self) { try JSONValue(encoding: node) }
        #expect(throws: NestingLimitExceeded.self) { try changes(from: node, to: node) }
    }
}

extension ChangesTests.State.Screen {
    enum Name: String, Codable { case home, search }
}
