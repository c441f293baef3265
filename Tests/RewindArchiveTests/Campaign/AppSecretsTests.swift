import Foundation
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

/// What an ordinary app says of its users' secrets in its own forms and words: requests, headers, forms, notes and what is typed, letter by letter.
@Suite("Secrets of an ordinary app", .timeLimit(.minutes(1))) struct AppSecretsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What `%` stands for in the samples below: a word with the sample's number.
    private static func word(_ number: Int) -> String { "Zebra\(number)kQ7" + String(number * 7_919 % 10_007) + "xW" }

    /// JSON of actions and states.
    private static let values = [
        #"{"login":{"email":"ann@example.org","password":"%"}}"#, #"{"type":"auth/signIn","payload":{"user":"ann","pwd":"%"}}"#,
        #"{"headers":{"Authorization":"Bearer %"}}"#, #"{"headers":[{"name":"Authorization","value":"Bearer %"}]}"#,
        #"{"headers":[["Authorization","Bearer %"]]}"#, #"{"headers":["Authorization: Bearer %","Accept: */*"]}"#,
        #"{"url":"https://api.example.com/v1/me?access_token=%"}"#, #"{"body":"grant_type=password&username=ann&password=%"}"#,
        #"{"body":"{\"refresh_token\":\"%\"}"}"#, #"{"cookies":"session=%; Path=/"}"#, #"{"header":"Set-Cookie: sid=%; HttpOnly"}"#,
        #"{"form":{"fields":[{"id":"password","value":"%"}]}}"#, #"{"form":{"fields":[{"label":"Passwort","text":"%"}]}}"#,
        #"{"notiz":"Mein Passwort ist %"}"#, #"{"note":"mot de passe : %"}"#, #"{"wlan":{"ssid":"home","schlüssel":"%"}}"#,
        #"{"link":"myapp://reset?token=%"}"#, #"{"link":"myapp://login#id_token=%"}"#, #"{"db":"postgres://app:%@db.internal/main"}"#,
        #"{"env":{"STRIPE_SECRET_KEY":"%"}}"#, #"{"env":["STRIPE_SECRET_KEY=%"]}"#, #"{"log":"POST /login 401 password=%"}"#,
        #"{"clipboard":"glpat-%abcdefgh"}"#, #"{"error":{"message":"invalid api key: %"}}"#, #"{"push":{"deviceToken":"%"}}"#,
        #"{"otpCode":"%"}"#, #"{"security":{"question":"First pet?","answer":"%"}}"#, #"{"benutzer":{"kennwort":"%"}}"#,
        #"{"utilisateur":{"motDePasse":"%"}}"#, #"{"identifiants":{"secret":"%"}}"#, #"{"oauth":{"code":"%"}}"#,
        #"{"callback":"com.app:/oauth?code=%&state=x"}"#, #"{"webhook":"https://hooks.slack.com/services/T01/B02/%"}"#,
        #"{"keychain":[{"account":"ann","service":"mail","secret":"%"}]}"#, #"{"smtp":{"user":"ann","pass":"%"}}"#,
        #"{"query":"mutation { login(email: \"a\", password: \"%\") { id } }"}"#,
        #"{"input":{"password":"x","passwordConfirmation":"%"}}"#, #"{"headers":{"x-api-key":"%"}}"#,
        #"{"image":"https://cdn.example.com/a.png?X-Amz-Signature=%"}"#, #"{"qr":"otpauth://totp/App:ann?secret=%&issuer=App"}"#,
        #"{"magicLink":"https://app.example.com/m/%"}"#, #"{"name":"X-Auth-Token","content":"%"}"#, #"{"account.password":"%"}"#,
        #"{"passwort_alt":"%","passwort_neu":"x"}"#, #"{"banque":{"codeSecret":"%"}}"#, #"{"konto":{"zugangsdaten":{"wert":"%"}}}"#,
        #"{"message":"Login(user: \"ann\", password: \"%\")"}"#, #"{"curl":"curl -H 'X-Auth-Token: %' https://example.org"}"#,
        #"{"config":"[auth]\npassword = %\n"}"#, #"{"yaml":"auth:\n  token: %\n"}"#, #"{"git":"https://ann:%@github.com/a/b.git"}"#,
        #"{"session":{"id":"a","csrfToken":"%"}}"#, #"{"vpn":{"preSharedKey":"%"}}"#, #"{"recoveryCodes":["%","x"]}"#,
        #"{"card":{"number":"%"}}"#, #"{"payment":{"iban":"%"}}"#, #"{"passport":{"number":"%"}}"#, #"{"steuerId":"%"}"#,
        #"{"wifi":{"security":"WPA2","passphrase":"%"}}"#, #"{"text":"Sie haben das Kennwort: %"}"#,
    ]

    private enum Field: String, Codable, Sendable { case email, password }
    private struct Row: Codable, Sendable {
        var title: String
        var value: String
    }
    private struct Named: Codable, Sendable {
        var name: String
        var value: String
    }
    private struct Credentials: Codable, Sendable {
        var login = "ann"
        var passphrase = ""
    }
    private enum Action: Codable, Sendable {
        case passwordChanged(String), fieldChanged(Field, String), signIn(user: String, pass: String), use(Credentials), opened(URL?)
        case received([Named]), tokens([String: String]), unlocked(pin: String), received2(headers: [String: String])
    }
    private struct App: Codable, Sendable {
        var json: JSONValue = [:]
        var password = ""
        var fields: [Field: String] = [:]
        var rows: [[String: String]] = []
        var byName: [String: String] = [:]
        var named: [Named] = []
        var link: URL?
        var credentials: Credentials?
        @Redacted var answer = ""
    }
    private struct Session: Sendable {
        let accessToken: String
        let headers: [String: String]
    }
    private enum Told: Sendable { case didLogIn(token: String), failed(Session) }
    private struct Refused: Error, CustomStringConvertible { var description: String }

    /// Ways by which typed values take a word.
    private static let ways: [@Sendable (String, Recorder, StoreRecorder<App>, inout App) -> Void] = [
        { word, _, store, app in
            for typed in letters(word) { store.reduce(Action.passwordChanged(typed), in: &app) { app, _ in app.password = typed } }
        },
        { word, _, store, app in
            for typed in letters(word) {
                store.reduce(Action.fieldChanged(.password, typed), in: &app) { app, _ in app.fields[.password] = typed }
            }
        },
        { word, _, store, app in
            for typed in letters(word) {
                store.reduce("type", in: &app) { app, _ in
                    app.rows = [["key": "email", "value": "a"], ["key": "password", "value": typed]]
                }
            }
        },
        { word, _, store, app in
            for typed in letters(word) {
                store.reduce("type", in: &app) { app, _ in app.json = ["form": ["email": "a", "password": .string(typed)]] }
            }
        },
        { word, _, store, app in
            for typed in letters(word) {
                store.reduce("type", in: &app) { app, _ in app.named = [Named(name: "loginPassword", value: typed)] }
            }
        },
        { word, _, store, app in for typed in letters(word) { store.reduce("type", in: &app) { app, _ in app.byName["Passwort"] = typed } }
        },
        { word, _, store, app in
            store.reduce(Action.signIn(user: "ann", pass: word), in: &app) { app, _ in app.credentials = Credentials(passphrase: word) }
        },
        { word, _, store, app in store.reduce(Action.use(Credentials(passphrase: word)), in: &app) { app, _ in app.answer = word } },
        { word, _, store, app in
            let link = URL(string: "https://example.org/verify?token=\(word)&x=1")
            store.reduce(Action.opened(link), in: &app) { app, _ in app.link = link }
        },
        { word, _, store, app in store.reduce(Action.received([Named(name: "Cookie", value: "sid=\(word)")]), in: &app) { _, _ in } },
        { word, _, store, app in store.reduce(Action.received2(headers: ["X-Api-Key": word]), in: &app) { _, _ in } },
        { word, _, store, app in store.reduce(Action.tokens(["refresh": word]), in: &app) { _, _ in } },
        { word, _, store, app in store.reduce(Action.unlocked(pin: word), in: &app) { _, _ in } },
        { word, _, store, app in store.reduce(Told.didLogIn(token: word), in: &app) { _, _ in } },
        { word, _, store, app in
            store.reduce(Told.failed(Session(accessToken: word, headers: ["Authorization": word])), in: &app) { _, _ in }
        },
        { word, _, store, app in _ = try? store.reduce("fail", from: app) { _, _ in throw Refused(description: "wrong password: \(word)") }
        },
        { word, _, store, app in store.didSwallow(Action.passwordChanged(word)) },
        { word, recorder, _, _ in recorder.log("signed in with token=\(word)", metadata: ["token": .string(word)]) },
        { word, recorder, _, _ in recorder.mark("login", note: "my password is \(word)") },
        { word, recorder, _, _ in recorder.attach("form.txt", Array("user=ann&password=\(word)".utf8), type: "text/plain") },
        { word, recorder, _, _ in recorder.set(metadata: ["apiKey": .string(word)]) },
    ]

    /// A text as it is typed.
    private static func letters(_ text: String) -> [String] { (1...text.count).map { String(text.prefix($0)) } }

    @Test(arguments: [RedactionLevel.masked, .secrets, .everything])
    func areInNoFile(level: RedactionLevel) throws {
        let recorder = Recorder(.init(app: "Shop", directory: folder.path, level: level))
        var app = App()
        let store = recorder.store(initialState: app)
        var needles = Needles()
        for (number, sample) in Self.values.enumerated() {
            let value = try JSONValue(parsing: Array(sample.replacing("%", with: Self.word(number)).utf8))
            needles.add(Self.word(number), of: number)
            store.reduce(value, in: &app) { app, _ in app.json = value }
        }
        for (number, way) in Self.ways.enumerated() {
            let number = Self.values.count + number
            needles.add(Self.word(number), of: number)
            needles.add(String(Self.word(number).dropLast(4)), of: number)
            way(Self.word(number), recorder, store, &app)
        }
        recorder.finish()
        let recording = try Sealing().seal(#require(recorder.directory), to: folder.path("a.rewind"))
        try needles.look(in: recording)
        needles.look(inFilesOf: folder.path)
        let found = needles.found.map {
            "\($0.key < Self.values.count ? Self.values[$0.key] : "way \($0.key - Self.values.count)"): \($0.value)"
        }
        #expect(level == .everything ? found.count > 75 : found.isEmpty, "\(found)")
    }
}
