import RewindCapture
import RewindRedaction
import RewindValue
import TestSupport
import Testing

@Suite("Rules of one's own: places and closures")
struct RulesTests {
    static func rules(_ patterns: PointerPattern...) -> RedactionRules { RedactionRules(keys: [], shapes: [], pointers: patterns) }

    @Test(arguments: [
        ("/users/*/notes", "/users/3/notes"), ("/users/*/notes", "/users/ann/notes/0"), ("/users/0/notes", "/users/7/notes"),
        ("users/-/notes", "/users/1/notes"), ("/a~1b/*", "/a~1b/x"), ("", "/anything"), ("/*", "/x/y"),
    ])
    func aPatternCoversWhatIsAtAndBelowThePlacesItNames(pattern: String, place: String) throws {
        let redactor = Redactor(rules: Self.rules(PointerPattern(pattern)))
        let pointer = try JSONPointer(parsing: place)
        #expect(redactor.redact("plain text", at: .value(pointer)).value.string?.hasPrefix("[REDACTED ") == true)
        #expect(redactor.counts == ["path \(PointerPattern(pattern))": 1])
    }

    @Test(arguments: [
        ("/users/*/notes", "/users/notes"), ("/users/*/notes", "/users/3/note"), ("/users/*", "/users"), ("/a/b", "/A/b"),
        ("/a", "/b/a"),
    ])
    func aPatternLeavesAllOtherPlacesAlone(pattern: String, place: String) throws {
        let redactor = Redactor(rules: Self.rules(PointerPattern(pattern)))
        #expect(redactor.redact("plain text", at: .value(try JSONPointer(parsing: place))).value == "plain text")
    }

    @Test
    func aClosureOverrulesTheOtherRulesAndSeesEveryIndexAsAStar() {
        var rules = RedactionRules.default
        rules.add("staff") { pointer, value in
            if pointer.description == "/pinCount" { return .harmless }
            return pointer.description == "/people/*/name" && value.string?.hasSuffix("@example.com") == true ? .secret : .undecided
        }
        let redactor = Redactor(rules: rules)
        let redacted = redactor.redact([
            "pinCount": 4, "pin": 1234, "people": [["name": "ann@example.com"], ["name": "bob@example.org"]],
        ])
        #expect(redacted.value["pinCount"] == 4)
        #expect(redacted.value["pin"] == 0)
        #expect(redacted.pointers.map(\.description) == ["/pin", "/people/0/name"])
        #expect(redacted.value["people"]?.array?[1] == ["name": "bob@example.org"])
        #expect(redactor.counts == ["key pin": 1, "rule staff": 1])
    }

    @Test
    func cardNumbersGoAsNumbersToo() {
        let redactor = Redactor()
        #expect(
            redactor.redact(["a": 4_111_111_111_111_111, "b": 4_111_111_111_111_112, "c": 378_282_246_310_005]).value
                == ["a": 0, "b": 4_111_111_111_111_112, "c": 0])
        #expect(redactor.counts == ["shape card number": 2])
    }

    @Test
    func aWholeTextBecomesOneOfItsKindSoThatItStillDecodes() {
        func kind(_ secret: String) -> String? {
            Redactor().redact(["token": .string(secret)]).value["token"]?.string?.replacing(/[0-9a-f]{8}(?=]?$)/, with: "x")
        }
        #expect(kind("a secret") == "[REDACTED x]")
        #expect(kind("cGFzc3dvcmQ=") == "REDACTEDx")
        #expect(kind("550e8400-e29b-41d4-a716-446655440000") == "00000000-0000-0000-0000-0000x")
        #expect(kind("https://example.org/a?b") == "redacted://x")
    }

    @Test
    func withPlacesAndClosuresTooARedactedPatchTurnsTheRedactedStateIntoTheNextRedactedState() throws {
        var random = SeededGenerator(seed: 11)
        var rules = RedactionRules.default
        rules.pointers = ["/list/*/note", "/tree/a", "/map/*"]
        rules.add("odd") { pointer, value in
            guard case .number(.int(let number)) = value else { return .undecided }
            return number % 2 == 1 ? .secret : pointer.tokens.last == "token" ? .harmless : .undecided
        }
        let redactor = Redactor(rules: rules)
        func dressed(_ value: JSONValue) -> JSONValue {
            [
                "list": [["id": 1, "note": value], ["id": 2, "note": "n"]], "tree": value, "map": ["x": value], "token": value,
                "open": value,
            ]
        }
        try expectPatchesFit(redactor, random: &random, dressed: dressed)
    }

    @Test
    func aMoveIntoAPlaceThatARuleCoversInPartBringsNothingAlong() {
        let redactor = Redactor(rules: Self.rules("/shown/*/note"))
        let (patch, _) = redactor.redact(
            encoded:
                JSONPatch([
                    .move(from: JSONPointer(tokens: ["hidden"]), to: JSONPointer(tokens: ["shown", "1"])),
                    .move(from: JSONPointer(tokens: ["shown", "1"]), to: JSONPointer(tokens: ["shown", "0"])),
                ]))
        #expect(patch.operations.map(\.name) == ["remove", "add", "move"])
        #expect(patch.operations[1].value == "[REDACTED]")
    }

    @Test
    func whatWasFoundIsListedByRuleAndPlaceIfSomebodyAsks() {
        let redactor = Redactor(Redaction(.default, level: .secrets, listsFindings: true))
        _ = redactor.redact(["users": [["pin": 1], ["pin": 2]], "log": "Bearer abcdefgh12345678"])
        #expect(
            redactor.takeFindings() == [
                RedactionFinding(rule: "key pin", place: "/users/*/pin"): 2, RedactionFinding(rule: "shape bearer", place: "/log"): 1,
            ])
        #expect(redactor.takeFindings().isEmpty)
    }
}
