import RewindValue
import TestSupport
import Testing

@Suite("The tree diff shows what changed as what it is", .timeLimit(.minutes(5)))
struct TreeDiffTests {
    @Test(arguments: [
        ("1", "1", "[]"),
        ("1", #""1""#, #"[{"op":"replace","path":"","value":"1"}]"#),
        (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, "[]"),
        (
            #"{"a":1,"b":{"c":2,"d":3}}"#, #"{"a":1,"b":{"c":5},"e":6}"#,
            #"[{"op":"remove","path":"/b/d"},{"op":"replace","path":"/b/c","value":5},{"op":"add","path":"/e","value":6}]"#
        ),
        (#"{"a/b":{"m~n":1}}"#, #"{"a/b":{"m~n":2}}"#, #"[{"op":"replace","path":"/a~1b/m~0n","value":2}]"#),
        (
            #"["alpha beta gamma","b","charlie and others","d","e"]"#, #"["alpha beta gamma","b","d","e"]"#,
            #"[{"op":"remove","path":"/2"}]"#
        ),
        (
            #"["alpha beta gamma delta","charlie and others","e"]"#, #"["alpha beta gamma delta","new","charlie and others","e"]"#,
            #"[{"op":"add","path":"/1","value":"new"}]"#
        ),
        (
            #"[{"id":1,"title":"one episode of many"},{"id":2,"title":"another episode"},{"id":3,"title":"and a third one"}]"#,
            #"[{"id":3,"title":"and a third one"},{"id":1,"title":"one episode of many"},{"id":2,"title":"changed"}]"#,
            #"[{"op":"move","from":"/2","path":"/0"},{"op":"replace","path":"/2/title","value":"changed"}]"#
        ),
        (
            #"[{"title":"no identity, one"},{"title":"no identity, two"},{"title":"no identity, three"}]"#,
            #"[{"title":"no identity, one"},{"title":"2"},{"title":"no identity, three"}]"#,
            #"[{"op":"replace","path":"/1/title","value":"2"}]"#
        ),
        ("[1,2,3,4,5,6]", "[6,5,4,3,2,1]", #"[{"op":"replace","path":"","value":[6,5,4,3,2,1]}]"#),
        (
            #"{"a":[],"z":[1]}"#, #"{"a":[1],"z":[]}"#,
            #"[{"op":"add","path":"/a/0","value":1},{"op":"remove","path":"/z/0"}]"#
        ),
        (#"{"a":null}"#, "{}", #"[{"op":"remove","path":"/a"}]"#),
        ("[0.0]", "[-0.0]", #"[{"op":"replace","path":"/0","value":-0}]"#),
    ])
    func thePatchHasTheOperationsThatAPersonWouldWrite(from: String, to: String, patch: String) throws {
        let old = try JSONValue(parsing: from)
        let new = try JSONValue(parsing: to)
        let diff = TreeDiff(from: old, to: new)
        #expect(diff.patch.json.jsonText == patch)
        #expect(diff.isEmpty == (patch == "[]"))
        var value = old
        try diff.patch.apply(to: &value)
        #expect(value == new)
    }

    @Test
    func identitiesTellAMoveFromAnEdit() throws {
        let old: JSONValue = [["id": "a"], ["id": "b", "x": 1], ["id": "c"], ["id": "d"], ["id": "k"], ["id": "e"]]
        let new: JSONValue = [["id": "a"], ["id": "d"], ["id": "b", "x": 2], ["id": "k"], ["id": "n"], ["id": "e"]]
        let expected: [TreeDiff.Element] = [
            .unchanged(from: 0..<1, to: 0..<1), .moved(from: 3, to: 1, .unchanged(["id": "d"])),
            .changed(from: 1, to: 2, .object([.init(key: "id", node: .unchanged("b")), .init(key: "x", node: .changed(from: 1, to: 2))])),
            .removed(at: 2), .unchanged(from: 4..<5, to: 3..<4), .added(at: 4), .unchanged(from: 5..<6, to: 5..<6),
        ]
        guard case .array(let array) = TreeDiff(from: old, to: new).root else { throw Failure("two arrays differ as arrays") }
        #expect(array.elements == expected)
    }

    @Test(arguments: [0, 1, 2, 3])
    func thePatchTurnsTheOneValueIntoTheOtherExactly10_000RandomPairs(part: UInt64) throws {
        var random = SeededGenerator(seed: 100 + part)
        for _ in 0..<2_500 {
            let old = random.value(depth: 5)
            let new = random.below(4) == 0 ? random.value(depth: 5) : random.edited(old)
            let diff = TreeDiff(from: old, to: new)
            var value = old
            try JSONPatch(json: JSONValue(parsing: diff.patch.json.jsonText)).apply(to: &value)
            #expect(value == new)
            #expect(diff.isEmpty == (old == new))
        }
    }

    @Test("A list of heavy elements is edited, never replaced as a whole, and ends up right", arguments: 0..<40)
    func listsOfHeavyElementsAreNeverReplaced(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let text = String(repeating: "a long title ", count: 40)
        func element(_ id: Int, _ version: Int) -> JSONValue {
            seed % 2 == 0
                ? ["id": .number(.init(id)), "title": .string(text), "version": .number(.init(version))] : .string(text + "\(id)")
        }
        let old = (0..<60).map { element($0, 0) }
        var new = (0..<60).filter { _ in random.below(8) > 0 }.map { element($0, random.below(4) / 3) }
        for _ in 0..<random.below(20) { new.insert(new.remove(at: random.below(new.count)), at: random.below(new.count)) }
        for id in 60..<60 + random.below(4) { new.insert(element(id, 0), at: random.below(new.count + 1)) }
        let patch = TreeDiff(from: .array(old), to: .array(new)).patch
        #expect(!patch.operations.contains { $0.name == "replace" && $0.pointer == .root })
        var value = JSONValue.array(old)
        try patch.apply(to: &value)
        #expect(value == .array(new))
    }

    @Test(arguments: [true, false])
    func aShuffleOfManyElementsIsFoundAndApplied(hasIdentities: Bool) throws {
        var random = SeededGenerator(seed: 9)
        let old = (0..<20_000).map { (index) -> JSONValue in
            hasIdentities ? ["id": .number(.init(index)), "body": "some body of text"] : .string("element \(index)")
        }
        let new = old.shuffled(using: &random)
        var value = JSONValue.array(old)
        try TreeDiff(from: value, to: .array(new)).patch.apply(to: &value)
        #expect(value == .array(new))
    }
}
