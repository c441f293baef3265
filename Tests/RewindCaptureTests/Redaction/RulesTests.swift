import RewindCapture
import RewindFormat
import RewindRedaction
import RewindValue
import TestSupport
import Testing

@testable import RewindRedaction

private func at(_ path: String) -> JSONPointer { JSONPointer(tokens: path.split(separator: "/").map(String.init)) }

/// A redactor takes out what its rules cover, by keys, places and closures, and keeps the shape.
@Suite("Rules", .timeLimit(.minutes(5))) struct RulesTests {
    // MARK: Keys

    @Test(arguments: [
        "password", "Password", "PASSWORD", "setPassword", "passwordChanged", "user_password", "password2", "passwords", "PassWord",
        "passwd", "access-token", "authToken", "refreshTokens", "oauth2Token", "accesstoken", "apiKey", "api_key", "APIKey", "APIkey",
        "apikey", "X-API-Keys", "Authorization", "HTTPCookies", "pin", "userPIN", "PINs", "pinCode", "clientSecret", "jwt", "userJWTs",
        "otpCode", "cvv", "CVC2", "ssn", "iban", "credentials", "cardNumber", "card_numbers", "creditCard", "securityCode", "sessionId",
        "sessionID", "privateKey", "secretKey", "passphrase", "bearer", "auth.token", "Pässword token", "pass_word", "Pass-Word",
        "pässwörd", "PASSWORD2", "oldpassword", "DBPASSWORD", "PHPSESSID", "connect.sid", "smtpPass", "setPass", "passFieldChanged",
        "basicAuth", "contraseña", "nieuwWachtwoord", "нoвый_пароль", "用户密码",
    ])
    func secretKeysCoverWhatTheyHold(key: String) throws {
        let redactor = Redactor()
        let redacted = redactor.redact([key: "hunter2"])
        #expect(redacted.value[key]?.string?.hasPrefix("[REDACTED ") == true)
        #expect(redacted.pointers == [JSONPointer(tokens: [key])] && redactor.counts.values.reduce(0, +) == 1)
    }

    @Test(arguments: [
        "author", "authors", "tokenizer", "tokenized", "pinned", "isPinned", "spinner", "compass", "passengers", "secretary",
        "cookiecutter", "api", "key", "keyboard", "access", "card", "number", "accessLevel", "apiVersion", "keyApi", "session",
        "sessionName", "bearing", "passes", "passport", "otpions", "shipping", "", "_0", "security", "codeSecurity", "numberCard", "é",
        "3A068E71-934C-A2EB-F287-00A0C12A7C5C", "b80ba344-7c5c-4d6f-9a67-da87942d39c5", "89d6a93c4c5c00a0c12a7c5c", "x7c5cq",
        "nextPageToken", "pageToken", "cancellationToken", "nextToken", "syncToken", "tokenCount", "token_type", "passwordLength",
        "forgotPasswordURL", "authorizationStatus", "ibanCountry", "pinColor", "mapPin", "passenger", "hasPassword", "maxTokens",
        "cookieConsent", "otpExpiresIn", "boardingPass", "authMethod", "密码长度",
    ])
    func ordinaryKeysCoverNothing(key: String) {
        let value: JSONValue = [key: ["hunter2", 1]]
        #expect(Redactor().redact(value) == RedactedValue(value: value, pointers: []))
    }

    private struct Pins: Codable, Equatable { var pins: [Int: Int] }

    /// A dictionary by number decodes, and its keys are no text of anybody's.
    @Test(arguments: [RedactionLevel.secrets, .masked])
    func keysThatAreWholeNumbersStayOnes(level: RedactionLevel) throws {
        let pins = Pins(pins: [3: 1, -3: 1, 4_711_000_000: 1, 49_170_555_123_456: 1, .max: 1, .min: 1, 12_345_678: 1])
        let keys = try RecordedForm(level: level).value(of: pins).value.decode(Pins.self).pins.keys
        #expect(keys.count == 7 && keys.allSatisfy { abs($0 / 10) < 10_000_000 || !pins.pins.keys.contains($0) })
        #expect(keys.filter { Int32(exactly: $0) != nil }.count >= 3)
    }

    @Test func keysBelowASecretKeyBecomePseudonymsUnlessTheyLookLikeCode() throws {
        let value = Redactor().redact(["tokens": ["ann@example.org": ["value": "x"], "_0": 1, "kind": "y", "12345678": nil, "12": nil]])
            .value
        let keys = try #require(value["tokens"]?.object.map { Array($0.keys) })
        #expect(keys[0].hasPrefix("[REDACTED ") && keys[3] != "12345678" && Int(keys[3]) != nil)
        #expect([keys[1], keys[2], keys[4]] == ["_0", "kind", "12"])
    }

    /// What is below a word or a place of the app's own is hidden, whatever it is.
    @Test func theAppChoosesItsRules() {
        let redactor = Redactor(rules: RedactionRules(keys: ["ship name"], shapes: [], pointers: ["/password"]))
        let open: JSONValue = ["password": "x", "t": "Bearer abcdefgh1234567890"]
        let redacted = redactor.redact(["shipName": ["type": 5], "in": open, "password": ["count": 7]])
        #expect(redacted.value == ["shipName": ["type": 0], "in": open, "password": ["count": 0]])
        #expect(redactor.counts == ["key ship name": 1, "path /password": 1])
    }

    // MARK: Values

    /// What is hidden of a value, as pointers; or that nothing is.
    @Test(
        arguments: [
            (["sessionID": 77, "tokenBalance": 120, "secrets": 6, "cookies": 5], []), (["token": 123_456_789], ["/token"]),
            (["card": ["number": 7], "login": ["setCode": ["_0": 417]]], []), (["pin": 4711], ["/pin"]),
            (["password": 4_711_000], ["/password"]),
            (["sessionID": 4_711_000_815], ["/sessionID"]), (["securityCode": 123], ["/securityCode"]),
            (["fieldErrors": ["password": "Must be at least 8 characters"], "password": "hunter2"], ["/password"]),
            (["errors": ["login": ["password": "hunter2"]]], ["/errors/login/password"]),
            (["auth": ["attempts": 3, "password": "hunter2", "basicAuth": "x"]], ["/auth/password", "/auth/basicAuth"]),
            (["log": ["fine", "got ghp_abcdefghijklmnopqrst0123"]], ["/log/1"]),
            (["a": 4_111_111_111_111_111, "b": 4_111_111_111_111_112, "c": 378_282_246_310_005], ["/a", "/c"]),
        ] as [(JSONValue, [String])])
    func whatIsHiddenIsListedByPlace(value: JSONValue, places: [String]) {
        let redactor = Redactor()
        let redacted = redactor.redact(value)
        #expect(redacted.pointers.map(\.description) == places && (redacted.value == value) == places.isEmpty)
        #expect(redactor.redact(redacted.value) == RedactedValue(value: redacted.value, pointers: []), "again")
    }

    @Test func belowASecretKeyLeavesLoseTheirValuesAndKeepTheirTypes() throws {
        let password: JSONValue = [
            "text": "hunter2", "empty": "", "length": 7, "score": .number(.double(0.5)), "strong": false, "hint": nil, "list": ["a", [1]],
        ]
        let redactor = Redactor()
        let redacted = redactor.redact(["signIn": ["_0": ["name": "ann", "password": password]]])
        let clean = try #require(redacted.value["signIn"]?["_0"]?["password"])
        let text = try #require(clean["text"]?.string)
        #expect(text.wholeMatch(of: /\[REDACTED [0-9a-f]{8}\]/) != nil)
        let item = try #require(clean["list"]?.array?.first)
        #expect(
            clean == [
                "text": .string(text), "empty": "", "length": 7, "score": .number(.double(0.5)), "strong": false, "hint": nil,
                "list": [item, [1]],
            ])
        #expect(redacted.value["signIn"]?["_0"]?["name"] == "ann" && redactor.counts == ["key password": 1])
    }

    @Test("Equal secrets have equal pseudonyms within one recording and others in the next")
    func equalSecretsHaveEqualPseudonyms() {
        let value = Redactor().redact(["token": "a secret", "refreshToken": "a secret", "pin": "another"]).value
        #expect(value["token"] == value["refreshToken"] && value["token"] != value["pin"])
        #expect(Redactor().redact(["token": "a secret"]).value["token"] != value["token"])
    }

    @Test(arguments: [
        ("a secret", "[REDACTED x]"), ("cGFzc3dvcmQ=", "REDACTEDx"),
        ("550e8400-e29b-41d4-a716-446655440000", "00000000-0000-0000-0000-0000x"), ("https://example.org/a?b", "redacted://x"),
    ])
    func aWholeTextBecomesOneOfItsKindSoThatItStillDecodes(secret: String, kind: String) {
        let clean = Redactor().redact(["token": .string(secret)]).value["token"]?.string
        #expect(clean?.replacing(/[0-9a-f]{8}(?=]?$)/, with: "x") == kind)
    }

    @Test func anyThreadMayRedactAndNothingIsMiscounted() async {
        let redactor = Redactor()
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask { for step in 0..<500 { _ = redactor.redact(["password": "x", "key\(task)-\(step)": 1]) } }
            }
        }
        #expect(redactor.counts == ["key password": 4_000])
    }

    // MARK: Places and closures

    @Test(arguments: [
        ("/users/*/notes", "/users/3/notes", true), ("/users/*/notes", "/users/ann/notes/0", true),
        ("/users/0/notes", "/users/7/notes", true), ("users/-/notes", "/users/1/notes", true), ("/a~1b/*", "/a~1b/x", true),
        ("", "/anything", true), ("/*", "/x/y", true), ("/users/*/notes", "/users/notes", false),
        ("/users/*/notes", "/users/3/note", false), ("/users/*", "/users", false), ("/a/b", "/A/b", false), ("/a", "/b/a", false),
    ])
    func aPatternCoversWhatIsAtAndBelowThePlacesItNames(pattern: String, place: String, isHidden: Bool) throws {
        let redactor = Redactor(rules: RedactionRules(keys: [], shapes: [], pointers: [PointerPattern(pattern)]))
        let clean = redactor.redact("plain text", at: .value(try JSONPointer(parsing: place))).value
        #expect((clean.string?.hasPrefix("[REDACTED ") == true) == isHidden && (clean == "plain text") != isHidden)
        #expect(redactor.counts == (isHidden ? ["path \(PointerPattern(pattern))": 1] : [:]))
    }

    @Test func aClosureOverrulesTheOtherRulesAndSeesEveryIndexAsAStar() {
        var rules = RedactionRules.default
        rules.add("staff") { pointer, value in
            if pointer.description == "/pinCount" { return .harmless }
            return pointer.description == "/people/*/name" && value.string?.hasSuffix("@example.com") == true ? .secret : .undecided
        }
        let redactor = Redactor(rules: rules)
        let redacted = redactor.redact([
            "pinCount": 4, "pin": 1234, "people": [["name": "ann@example.com"], ["name": "bob@example.org"]],
        ])
        #expect(redacted.value["pinCount"] == 4 && redacted.value["pin"] == 0)
        #expect(redacted.pointers.map(\.description) == ["/pin", "/people/0/name"])
        #expect(redacted.value["people"]?.array?[1] == ["name": "bob@example.org"])
        #expect(redactor.counts == ["key pin": 1, "rule staff": 1])
    }

    // MARK: Patches

    /// An operation, what is recorded of it, and the place that is listed.
    @Test(
        arguments: [
            (.replace(at("password"), "hunter2"), [.replace(at("password"), "█")], "/password"),
            (.add(at("tokens/ann@example.org"), ["value": "hunter2"]), [.add(at("tokens/█"), ["value": "█"])], "/tokens/█"),
            (.remove(at("tokens/hunter2@example.org")), [.remove(at("tokens/█"))], nil),
            (.add(at("tokens/3"), 5_000_000_000), [.add(at("tokens/3"), 0)], "/tokens/3"),
            (.test(at("a"), "b"), [.test(at("a"), "b")], nil),
            (.move(from: at("draft"), to: at("password")), [.remove(at("draft")), .add(at("password"), "[REDACTED]")], "/password"),
            (.copy(from: at("list/1"), to: at("list/0")), [.copy(from: at("list/1"), to: at("list/0"))], nil),
            (.replace(at("fieldErrors/password"), "Is required"), [.replace(at("fieldErrors/password"), "Is required")], nil),
            // Into a place that a rule covers in part nothing is brought along.
            (.move(from: at("hidden"), to: at("shown/1")), [.remove(at("hidden")), .add(at("shown/1"), "[REDACTED]")], "/shown/1"),
            (.move(from: at("shown/1"), to: at("shown/0")), [.move(from: at("shown/1"), to: at("shown/0"))], nil),
        ] as [(JSONPatch.Operation, [JSONPatch.Operation], String?)])
    func redactedPatchesHaveNoSecretInValuesOrPointers(
        operation: JSONPatch.Operation, clean: [JSONPatch.Operation], place: String?
    ) {
        var rules = RedactionRules.default
        rules.pointers = ["/shown/*/note"]
        let (patch, pointers) = Redactor(rules: rules).redact(encoded: JSONPatch([operation]))
        func normal(_ text: String) -> String { text.replacing(/\[REDACTED [0-9a-f]{8}\]/, with: "█") }
        #expect(normal(patch.json.jsonText) == JSONPatch(clean).json.jsonText)
        #expect(pointers.map { normal($0.description) } == [place].compactMap(\.self))
    }

    @Test(
        arguments: [
            ("key password", RuleName(.key, "password")), ("shape github token", RuleName(.shape, "github token")),
            ("path /a b", RuleName(.path, "/a b")), ("type Redacted", RuleName.marking), ("key", nil), ("recovered", nil), ("word x", nil),
        ] as [(String, RuleName?)])
    func namesHaveAKindAndASubject(text: String, name: RuleName?) {
        #expect(RuleName(text) == name && (name.map(\.description) ?? text) == text)
    }

    @Test(arguments: [
        ("key password", "key password"), ("key wooden leg", "key"), ("path /wooden/leg", "path"), ("rule leg", "rule"),
        ("shape jwt", "shape jwt"), ("type Redacted", "type Redacted"), ("key", "key"), ("recovered", "recovered"),
    ])
    func namesOfTheAppAreMasked(name: String, masked: String) { #expect(Redaction.masked(rule: name) == masked) }

    /// By keys, and by places and closures too.
    @Test(arguments: [false, true])
    func aRedactedPatchTurnsTheRedactedStateIntoTheNextRedactedState(hasPlaces: Bool) throws {
        var rules = RedactionRules.default
        if hasPlaces {
            rules.pointers = ["/list/*/note", "/tree/a", "/map/*"]
            rules.add("odd") { pointer, value in
                guard case .number(.int(let number)) = value else { return .undecided }
                return number % 2 == 1 ? .secret : pointer.tokens.last == "token" ? .harmless : .undecided
            }
        }
        var random = SeededGenerator(seed: 11)
        let redactor = Redactor(rules: rules)
        func dressed(_ value: JSONValue) -> JSONValue {
            [
                "list": [["id": 1, "note": value, "password": value], ["id": 2, "note": "n"]], "tree": value, "map": ["x": value],
                "token": value, "open": value, "user@example.org": [value], "secrets": ["user@example.org": value],
            ]
        }
        for _ in 0..<1_000 {
            let value = random.value()
            let (old, new) = (dressed(value), dressed(random.edited(value)))
            var state = redactor.redact(old).value
            try redactor.redact(encoded: TreeDiff(from: old, to: new).patch).0.apply(to: &state)
            #expect(state == redactor.redact(new).value)
        }
    }
}
