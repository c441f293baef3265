import RewindCapture
import RewindValue
import TestSupport
import Testing

@testable import RewindRedaction

@Suite("A redactor takes secrets out and keeps the shape")
struct RedactorTests {
    @Test
    func belowASecretKeyLeavesLoseTheirValuesAndKeepTheirTypes() throws {
        let redactor = Redactor()
        let value: JSONValue = [
            "signIn": [
                "_0": [
                    "name": "ann",
                    "password": [
                        "text": "hunter2", "empty": "", "length": 7, "score": .number(.double(0.5)), "strong": false, "hint": nil,
                        "list": ["a", [1]],
                    ],
                ]
            ]
        ]
        let redacted = redactor.redact(value)
        let password = try #require(redacted.value["signIn"]?["_0"]?["password"])
        let text = try #require(password["text"]?.string)
        #expect(text.wholeMatch(of: /\[REDACTED [0-9a-f]{8}\]/) != nil)
        let item = try #require(password["list"]?.array?.first)
        #expect(
            password == ["text": .string(text), "empty": "", "length": 7, "score": 0, "strong": false, "hint": nil, "list": [item, [0]]])
        #expect(redacted.value["signIn"]?["_0"]?["name"] == "ann")
        #expect(redacted.pointers.map(\.description) == ["/signIn/_0/password"])
        #expect(redactor.counts == ["key password": 1])
        #expect(redactor.redact(redacted.value) == RedactedValue(value: redacted.value, pointers: []))
    }

    @Test
    func equalSecretsHaveEqualPseudonymsWithinOneRecordingAndOthersInTheNext() {
        let redactor = Redactor()
        let value = redactor.redact(["token": "a secret", "refreshToken": "a secret", "pin": "another"]).value
        #expect(value["token"] == value["refreshToken"])
        #expect(value["token"] != value["pin"])
        #expect(Redactor().redact(["token": "a secret"]).value["token"] != value["token"])
    }

    @Test
    func keysBelowASecretKeyBecomePseudonymsUnlessTheyLookLikeCode() throws {
        let redactor = Redactor()
        let redacted = redactor.redact(["tokens": ["ann@example.org": ["value": "x"], "_0": 1, "kind": "y", "12345678": nil, "12": nil]])
        let keys = try #require(redacted.value["tokens"]?.object.map { Array($0.keys) })
        #expect(keys[0].hasPrefix("[REDACTED ") && keys[3] != "12345678" && Int(keys[3]) != nil)
        #expect([keys[1], keys[2], keys[4]] == ["_0", "kind", "12"])
    }

    @Test
    func aValueIsCoveredByKeysAboveIt() {
        let redactor = Redactor()
        #expect(
            redactor.redact(5, at: .value(JSONPointer(tokens: ["user", "pin"])))
                == RedactedValue(value: 0, pointers: [JSONPointer(tokens: ["user", "pin"])]))
        #expect(redactor.redact("x", at: .value(JSONPointer(tokens: ["user", "name"]))).value == "x")
    }

    @Test
    func secretsAreFoundInsideTextsAndKeysWithTheirPlaces() {
        let redacted = Redactor().redact(["log": ["fine", "got ghp_abcdefghijklmnopqrst0123"], "AKIAIOSFODNN7EXAMPLE": 1])
        #expect(redacted.pointers.count == 2)
        #expect(redacted.pointers[0].description == "/log/1")
        #expect(redacted.value.jsonText.wholeMatch(of: /\{"log":\["fine","got \[REDACTED \w{8}\]"\],"\[REDACTED \w{8}\]":1\}/) != nil)
    }

    @Test
    func redactedPatchesHaveNoSecretInValuesOrPointers() throws {
        let redactor = Redactor()
        let (patch, pointers) = redactor.redact(
            encoded:
                JSONPatch([
                    .replace(JSONPointer(tokens: ["password"]), "hunter2"),
                    .add(JSONPointer(tokens: ["tokens", "ann@example.org"]), ["value": "hunter2"]),
                    .remove(JSONPointer(tokens: ["tokens", "hunter2@example.org"])), .add(JSONPointer(tokens: ["tokens", "3"]), 5_000),
                    .test(JSONPointer(tokens: ["a"]), "b"),
                    .move(from: JSONPointer(tokens: ["draft"]), to: JSONPointer(tokens: ["password"])),
                    .copy(from: JSONPointer(tokens: ["list", "1"]), to: JSONPointer(tokens: ["list", "0"])),
                ]))
        let names = patch.operations.map { "\($0.name) \($0.pointer)".replacing(/[0-9a-f]{8}/, with: "x") }
        #expect(
            names == [
                "replace /password", "add /tokens/[REDACTED x]", "remove /tokens/[REDACTED x]", "add /tokens/3", "test /a", "remove /draft",
                "add /password", "copy /list/0",
            ])
        #expect(patch.operations[6].value == "[REDACTED]")
        #expect(!patch.json.jsonText.contains("hunter2") && !patch.json.jsonText.contains("ann@"))
        #expect(
            pointers.map { $0.description.replacing(/[0-9a-f]{8}/, with: "x") } == [
                "/password", "/tokens/[REDACTED x]", "/tokens/3", "/password",
            ])
    }

    @Test
    func aRedactedPatchTurnsTheRedactedStateIntoTheNextRedactedState() throws {
        var random = SeededGenerator(seed: 5)
        let redactor = Redactor()
        func dressed(_ value: JSONValue) -> JSONValue {
            [
                "token": value, "plain": value, "list": [["id": 1, "password": value], ["id": 2]], "user@example.org": [value],
                "secrets": ["user@example.org": value],
            ]
        }
        try expectPatchesFit(redactor, random: &random, dressed: dressed)
    }

    @Test
    func anyThreadMayRedactAndNothingIsMiscounted() async {
        let redactor = Redactor()
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for step in 0..<500 { _ = redactor.redact(["password": "x", "key\(task)-\(step)": 1]) }
                }
            }
        }
        #expect(redactor.counts == ["key password": 4_000])
    }
}

/// Edits random values, dressed with places that rules cover, and applies each redacted patch to the redacted state.
func expectPatchesFit(_ redactor: Redactor, random: inout SeededGenerator, dressed: (JSONValue) -> JSONValue) throws {
    for _ in 0..<1_000 {
        let value = random.value()
        let old = dressed(value)
        let new = dressed(random.edited(value))
        var state = redactor.redact(old).value
        try redactor.redact(encoded: TreeDiff(from: old, to: new).patch).0.apply(to: &state)
        #expect(state == redactor.redact(new).value)
    }
}
