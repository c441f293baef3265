import RewindCapture
import RewindRedaction
import RewindValue
import Testing

@Suite("A key is secret by its words")
struct KeyTests {
    @Test(arguments: [
        "password", "Password", "PASSWORD", "setPassword", "passwordChanged", "user_password", "password2", "passwords", "PassWord",
        "passwd", "access-token", "authToken",
        "refreshTokens", "oauth2Token", "accesstoken", "apiKey", "api_key", "APIKey", "APIkey", "apikey", "X-API-Keys", "Authorization",
        "HTTPCookies", "pin", "userPIN", "PINs", "pinCode",
        "clientSecret", "jwt", "userJWTs", "otpCode", "cvv", "CVC2", "ssn", "iban", "credentials", "cardNumber", "card_numbers",
        "creditCard", "securityCode", "sessionId", "sessionID",
        "privateKey", "secretKey", "passphrase", "bearer", "auth.token", "Pässword token", "pass_word", "Pass-Word", "pässwörd",
        "PASSWORD2",
        "oldpassword", "DBPASSWORD", "PHPSESSID", "connect.sid", "smtpPass", "setPass", "passFieldChanged", "basicAuth", "contraseña",
        "nieuwWachtwoord", "нoвый_пароль", "用户密码",
    ])
    func secretKeysCoverWhatTheyHold(key: String) throws {
        let redactor = Redactor()
        let redacted = redactor.redact([key: "hunter2"])
        #expect(redacted.value[key]?.string?.hasPrefix("[REDACTED ") == true)
        #expect(redacted.pointers == [JSONPointer(tokens: [key])])
        #expect(redactor.counts.values.reduce(0, +) == 1)
    }

    @Test(arguments: [
        "author", "authors", "tokenizer", "tokenized", "pinned", "isPinned", "spinner", "compass", "passengers", "secretary",
        "cookiecutter", "api", "key", "keyboard", "access", "card", "number",
        "accessLevel", "apiVersion", "keyApi", "session", "sessionName", "bearing", "passes", "passport", "otpions", "shipping", "",
        "_0", "security", "codeSecurity", "numberCard", "é", "3A068E71-934C-A2EB-F287-00A0C12A7C5C",
        "b80ba344-7c5c-4d6f-9a67-da87942d39c5",
        "89d6a93c4c5c00a0c12a7c5c", "x7c5cq", "nextPageToken", "pageToken", "cancellationToken", "nextToken", "syncToken", "tokenCount",
        "token_type", "passwordLength", "forgotPasswordURL", "authorizationStatus", "ibanCountry", "pinColor", "mapPin", "passenger",
        "hasPassword", "maxTokens", "cookieConsent", "otpExpiresIn", "boardingPass", "authMethod", "密码长度",
    ])
    func ordinaryKeysCoverNothing(key: String) {
        let value: JSONValue = [key: ["hunter2", 1]]
        let redacted = Redactor().redact(value)
        #expect(redacted == RedactedValue(value: value, pointers: []))
    }

    private struct Pins: Codable, Equatable { var pins: [Int: Int] }

    /// A dictionary by number decodes, and its keys are no text of anybody's.
    @Test(arguments: [RedactionLevel.secrets, .masked])
    func keysThatAreWholeNumbersStayOnes(level: RedactionLevel) throws {
        let pins = Pins(pins: [3: 1, -3: 1, 4_711_000_000: 1, 49_170_555_123_456: 1, .max: 1, .min: 1, 12_345_678: 1])
        let clean = try RecordedForm(level: level).value(of: pins).value
        let keys = try clean.decode(Pins.self).pins.keys
        #expect(keys.count == 7 && keys.allSatisfy { abs($0 / 10) < 10_000_000 || !pins.pins.keys.contains($0) })
        #expect(keys.filter { Int32(exactly: $0) != nil }.count >= 3)
    }

    /// `auth` is what a header is called, and what a feature is.
    @Test
    func aFeatureThatIsCalledAuthKeepsWhatHasANameOfItsOwn() throws {
        let redactor = Redactor()
        let state: JSONValue = ["auth": ["attempts": 3, "user": "ann", "password": "hunter2", "list": [["n": 1]]]]
        #expect(redactor.redact(state).pointers.map(\.description) == ["/auth/password"])
        let action: JSONValue = ["auth": ["_0": ["tried": ["times": 3]]]]
        #expect(redactor.redact(action).value == action)
        for secret: JSONValue in [
            ["auth": "hunter2"], ["auth": 4711], ["auth": ["hunter2"]], ["auth": ["_0": "hunter2"]], ["auth": ["_0": ["_0": "hunter2"]]],
            ["auth": [["_0": "hunter2"]]], ["basicAuth": ["value": "hunter2"]],
        ] {
            let clean = redactor.redact(secret)
            #expect(!clean.value.jsonText.contains("hunter2") && !clean.value.jsonText.contains("4711") && clean.pointers.count == 1)
        }
        for (path, isHidden) in [
            ("/auth/attempts", false), ("/auth/_0/tried/times", false), ("/auth", true), ("/auth/_0", true), ("/auth/0", true),
            ("/auth/0/name", false), ("/auth/password", true),
        ] {
            let patch = JSONPatch([.replace(try JSONPointer(parsing: path), "hunter2")])
            #expect(redactor.redact(encoded: patch).1.count == (isHidden ? 1 : 0), "\(path)")
        }
    }

    @Test
    func numbersOfFewDigitsAreNoTokens() {
        let counts: JSONValue = ["sessionID": 77, "tokenBalance": 120, "secrets": 6, "cookies": 5]
        #expect(Redactor().redact(counts).value == counts)
        for secret: JSONValue in [["token": 123_456], ["pin": 47], ["cvv": 123], ["password": 7], ["sessionID": -4711]] {
            #expect(Redactor().redact(secret).pointers.count == 1, "\(secret)")
        }
    }

    @Test
    func whatIsWrongWithASecretFieldIsNoSecret() throws {
        let redactor = Redactor()
        let form: JSONValue = ["fieldErrors": ["password": "Must be at least 8 characters"], "password": "hunter2"]
        #expect(redactor.redact(form).pointers.map(\.description) == ["/password"])
        let patch = JSONPatch([.replace(try JSONPointer(parsing: "/fieldErrors/password"), "Is required")])
        #expect(redactor.redact(encoded: patch).1.isEmpty)
        #expect(redactor.redact(["errors": ["login": ["password": "hunter2"]]]).pointers.count == 1)
    }

    @Test
    func theRulesAreTheUsersToChoose() {
        let redactor = Redactor(rules: RedactionRules(keys: ["ship name"], shapes: []))
        #expect(
            redactor.redact(["shipName": 5, "password": "x", "t": "Bearer abcdefgh1234567890"]).value == [
                "shipName": 0, "password": "x", "t": "Bearer abcdefgh1234567890",
            ])
        #expect(redactor.counts == ["key ship name": 1])
    }
}
