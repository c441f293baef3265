import Foundation
import RewindCapture
import RewindValue
import TestSupport
import Testing

@testable import RewindRedaction

@Suite("Secrets inside texts go, ordinary texts stay", .timeLimit(.minutes(5)))
struct SecretTextTests {
    private static func normal(_ text: String) -> String {
        text.replacing(/\[REDACTED [0-9a-f]{8}\]/, with: "█").replacing(/REDACTED-[0-9a-f]{8}/, with: "▒")
    }

    @Test(arguments: [
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dGVzdA", "█"),
        ("Bearer abc", "Bearer █"), ("header: bearer s3cr3t-t0ken.", "header: bearer █"), ("Basic dXNlcjpwYXNzd29yZA==", "Basic █"),
        ("key AKIAIOSFODNN7EXAMPLE.", "key █."), ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "█"),
        ("github_pat_11ABCDEFG0123456789_abcdef", "█"),
        ("sk-proj-abcdefghij0123456789", "█"), ("(sk_live_abcdefgh12345678)", "(█)"),
        ("a -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- b", "a █ b"),
        ("-----BEGIN PRIVATE KEY-----\nMIIE", "█"),
        ("https://ann:hunter2@example.org/a", "https://ann:▒@example.org/a"),
        ("postgres://u:p@ss@host/db?x=1", "postgres://u:▒@host/db?x=1"),
        (
            "https://example.org/cb?code=5&access_token=abc.def&x=1#id_token=z",
            "https://example.org/cb?code=5&access_token=▒&x=1#id_token=▒"
        ),
        ("GET /v1?api-key=k1 HTTP/1.1", "GET /v1?api-key=▒ HTTP/1.1"), ("/a?pin=1", "/a?pin=▒"),
        ("https://0123456789abcdefghij@host/x", "https://▒@host/x"),
        ("https://0123456789abcdefghij:x-oauth@host/x", "https://▒@host/x"),
        ("card 4111 1111 1111 1111, ok", "card █, ok"), ("5500-0055-5555-5559", "█"), ("378282246310005", "█"),
        ("4111111111111111 12/30", "█ 12/30"),
        ("xoxb-12345678901-abcdef", "█"), ("AIzaSyA1234567890abcdefghijklmnopqrstuv", "█"), ("glpat-0123456789abcdefghij", "█"),
        ("what? token = abc", "what? token = █"), (#"{"user":"ann","password":"x y"}"#, #"{"user":"ann","password":"█"}"#),
        ("acct-DE89370400440532013000, acct-DE89-3704-0044-0532-0130-00", "acct-█, acct-█"),
        ("the password was hunter2, I think", "the password was █, I think"),
        ("shop://auth/callback?code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj", "shop://auth/callback?code=▒&state=af0ifjsldkj"),
        ("com.example.app://x?code=4/0AX4XfWhabcd1234&scope=email", "com.example.app://x?code=▒&scope=email"),
        ("set password to: lovelace99", "set password to: █"), ("my PIN is: 48213", "my PIN is: █"),
        ("I signed in with password ZebraHunter77 twice", "I signed in with password █ twice"),
        ("login failed for password=hunter2 at 10:30", "login failed for password=█ at 10:30"),
        ("secret=ab[REDACTED 01234567]cd e", "secret=█ e"), ("token=<[REDACTED 01234567]>", "token=<█>"),
        ("password=hunter2 user=ann", "password=█ user=ann"), ("login(user: ann, password: hunter2)", "login(user: ann, password: █)"),
        (#"{"user":"ann","password":"hun\"ter2","n":1}"#, #"{"user":"ann","password":"█","n":1}"#),
        (#"body: {\"token\":\"abc\",\"n\":1}"#, #"body: {\"token\":\"█\",\"n\":1}"#),
        (#"User(name: "ann", password: Optional("a, b)c"), age: 5)"#, "User(name: \"ann\", password: █, age: 5)"),
        ("apiKey = 'abc'", "apiKey = '█'"),
        ("Authorization: Basic abc, def\nAccept: x", "Authorization: █\nAccept: x"), ("Set-Cookie: a=b; c=d\r\n", "Set-Cookie: █\r\n"),
        ("run --api-key x7Kq21Zz --verbose", "run --api-key █ --verbose"),
        ("passphrase: correct horse battery\nnext", "passphrase: █\nnext"),
        (#"tokens: ["a", "b"], n: 1"#, "tokens: █, n: 1"),
        ("pin: nil, secret: [REDACTED 01234567]", "pin: nil, secret: █"),
        ("secret: Optional(\"never closed", "secret: █"), ("  - password : \"x\"", "  - password : \"█\""),
        ("got Bearer abcdefgh12345678", "got Bearer █"), ("env[\"API_TOKEN\"] = \"x\"", "env[\"API_TOKEN\"] = \"█\""),
        ("curl -u dana:correct-horse-9 https://example.org", "curl -u dana:█ https://example.org"),
        ("curl -s --user 'ann:pa ss' h", "curl -s --user 'ann:█' h"), ("curl -U\"ann:hunter2\" h", "curl -U\"ann:█\" h"),
        (#"["curl", "-u", "ann:hunter2", "h"]"#, #"["curl", "-u", "ann:█", "h"]"#),
        (#"["--api-key","abcdefgh","-v"]"#, #"["--api-key","█","-v"]"#),
        (#"{"params": [{"name": "password", "value": "correct-horse-9"}]}"#, #"{"params": [{"name": "password", "value": "█"}]}"#),
        (#"{\"name\": \"X-Api-Key\", \"value\": \"9f8e\"}"#, #"{\"name\": \"X-Api-Key\", \"value\": \"█\"}"#),
        (#"{"value":"hunter2","key":"password"}"#, #"{"value":"█","key":"password"}"#),
        ("{\"name\" : \"access_token\",\n  \"value\" : \"abc\"}", "{\"name\" : \"access_token\",\n  \"value\" : \"█\"}"),
        ("Header(name: \"X-Api-Key\", value: \"9f8e\")", "Header(name: \"X-Api-Key\", value: \"█\")"),
        ("Field(key: .password, value: Optional(\"x\"))", "Field(key: .password, value: █)"),
        ("card 4111\u{202F}1111\u{202F}1111\u{202F}1111, ok", "card █, ok"), ("4111–1111–1111–1111", "█"),
        ("4111\u{2009}1111\u{2009}1111\u{2009}1111", "█"),
        ("DE89\u{A0}3704\u{A0}0044\u{A0}0532\u{A0}0130\u{A0}00", "█"),
        (
            "go https://a.example/?next=https%3A%2F%2Fb.example%2F%3Ftoken%3Dabc%26x%3D1",
            "go https://a.example/?next=https%3A%2F%2Fb.example%2F%3Ftoken%3D▒%26x%3D1"
        ),
        ("https%3A%2F%2Fann%3Ahunter2%40example.org%2F", "https%3A%2F%2Fann%3A▒%40example.org%2F"),
        ("https://a.example/?api%5Fkey=abc&x=1", "https://a.example/?api%5Fkey=▒&x=1"),
        ("https://a.example/#key=a1b2c3d4e5f6a7b8c9d0", "https://a.example/#key=▒"), ("got Basic YW5uOmFiY2RlZmdo, ok", "got Basic █, ok"),
        (#"{"kty":"EC","x":"f83OJ3D2xF1Bg8vub9tL","d":"jpsQnnGQmL-YBIffH1136c"}"#, #"{"kty":"EC","x":"f83OJ3D2xF1Bg8vub9tL","d":"█"}"#),
        ("eyJhbGciOiJSU0EtT0FFUCJ9.OKOawDo13gRp2ojaHV7L.48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rp.XFBoMYUZodetZdvTiFvSkQ x", "█ x"),
        ("eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..48V1_ALb6US04U3b.5eym8TW_c8SuK0l.XFBoMYUZodetZdvT", "█"),
        ("curl https://u:p@h/?token=a", "curl https://u:▒@h/?token=▒"), ("password=ab)cd!,e x", "password=█ x"),
    ])
    func aTextLosesWhatHasTheShapeOfASecretOrStandsBesideItsKey(text: String, expected: String) {
        let redactor = Redactor()
        let redacted = redactor.redact(.string(text))
        #expect(redacted.value.string.map(Self.normal) == expected)
        #expect(redacted.pointers == (redacted.value == .string(text) ? [] : [.root]))
        #expect(Self.normal(redactor.redact(text, at: .appText)) == expected)
        #expect(redactor.redact(redacted.value) == RedactedValue(value: redacted.value, pointers: []))
    }

    @Test(arguments: [
        "The bearer of this letter", "bearer responsibilities", "Basic understanding of things", "basic requirements were met",
        "Basic Responsibilities", "task-force-of-the-century-12345", "risk-assessment-20240101-final", "sk-learn", "AKIA",
        "makiakiaiosfodnn7example", "eyJust.a.joke", "https://example.org/a?page=2&sort=author#top", "https://example.org/@ann:matrix",
        "mailto:ann@example.org", "ratio 16:9 @ 60 Hz", "10:30://", "?", "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
        "ghost_writer_of_the_century_long", "4111 1111 1111 1112", "0.4111111111111111", "1763737200000000", "id 41111111111111110000",
        "title: the pinned author", "see chapter 4: tokenizer", "550e8400-e29b-41d4-a716-446655440000", "npm_run_build_everything_twice",
        "https://ann-the-great-one@host/", "é€😀 plain", "", "[REDACTED 01234567]",
        "Fatal error: Unexpectedly found nil while unwrapping an Optional value", "Home.swift:42: error in home/didReceive",
        "author: Ann, pinned: true", "Token::next == x", "see https://example.org/token://x", "id EA303328-7B18-4215-BE67-5711FA3E0386",
        "236BFDE5-5751-4109-8203-511600000000", "tokens: 1536 used", "pass: 3 of 5 tests", "PIN: 3 new messages", "cookies: 3",
        "Your order code is 483920", "Sync failed, code: 14007", "Request failed (code: 1009)", "https://example.org/p?code=DE&page=2",
        "session=open", "the password was wrong", "set the password to: see the wiki", "secret", "pin", "a = b; c: d",
        "docker run --user 1000:1000 -u 501:20", "docker run -u node:node x", "curl -u ann:$PASSWORD h",
        #"{"name": "title", "value": "Salt"}"#,
        #"{"name": "tokenCount", "value": "12"}"#, "Row(name: \"Ann\", value: \"password\")", "a%3Db%26c%3Dd", "100%", "5%3D",
        "pan=left&zoom=2",
        #"["--verbose", "yes"]"#, "https://example.org/?key=translation-key-of-the-title&hash=top", "1 – 2 – 3", "2024 – 2025 – 2026",
        "Basic instincts",
        "DE89370400440532013001", "XX89370400440532013000", String(repeating: "table ", count: 40),
    ])
    func ordinaryTextsStay(text: String) {
        #expect(Redactor().redact(.string(text)) == RedactedValue(value: .string(text), pointers: []))
        #expect(Redactor().redact(text, at: .appText) == text)
    }

    /// Whichever word names the field, and whichever holds its contents.
    @Test func aNameAndItsValueAreReadTogetherInATextAsInAValue() {
        for (name, value) in WordLists.fieldNames.flatMap({ name in WordLists.fieldValues.map { (name, $0) } }) {
            for text in [
                #"[{"\#(name)": "password", "\#(value)": "correct-horse"}]"#, #"{"\#(value)":"correct-horse","\#(name)":"password"}"#,
                "Field(\(name): .password, \(value): \"correct-horse\")",
            ] {
                #expect(Redactor().redact(text, at: .appText).contains("[REDACTED "), "\(text)")
                let plain = text.replacing("password", with: "title")
                #expect(Redactor().redact(plain, at: .appText) == plain)
            }
        }
    }

    /// In linear time, or this test would take many minutes.
    @Test func secretsAreFoundBehindTheLongestWords() {
        var random = SeededGenerator(seed: 11)
        let picture = Data((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }).base64EncodedString()
        let prose = Data(String(repeating: "Is it so? Yes > no. ", count: 2_000).utf8).base64EncodedString()
        let escaped = String(repeating: "a%20long+text~", count: 1_000)
        let path = String(repeating: "/part+of/a-path", count: 200)
        let slug = String(repeating: "the-quick-brown-fox-", count: 500)
        let search = String(repeating: "the+quick+brown+fox+", count: 500)
        let signs = ["a-", "a+", "a/", "sk-", "4711-", "a_-", "a.", "a~", "a@", "%20-"].map { String(repeating: $0, count: 1_000) }
        let redactor = Redactor()
        for text in [picture, prose, escaped, path, slug, search] + signs {
            #expect(redactor.redact(.string(text)).value == .string(text))
            let open = redactor.redact(.string("\(text) password=hunter2")).value
            #expect(open.string.map { Self.normal($0) } == "\(text) password=█")
        }
    }

    @Test
    func damagedTextsOfAnyKindNeverTrap() {
        var random = SeededGenerator(seed: 6)
        let redactor = Redactor()
        let parts = [
            "password", ":", "=", "\"", "\\", "(", "[", "}", " ", "\n", "eyJ", ".", "Bearer ", "://", "@", "?token=", "&", "--",
            "-----BEGIN ", "PRIVATE KEY", "sk-", "é", "a1B2c3D4e5F6g7H8",
        ]
        for _ in 0..<5_000 {
            let text = (0..<random.below(12)).map { _ in parts[random.below(parts.count)] }.joined()
            let clean = redactor.redact(text, at: .appText)
            #expect(redactor.redact(.string(text)).value.string != nil)
            #expect(clean.isEmpty == text.isEmpty)
        }
    }
}
