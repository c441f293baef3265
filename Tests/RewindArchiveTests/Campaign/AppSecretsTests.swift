import Foundation
import RewindCapture
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

/// What an ordinary app says of its users' secrets in its own forms and words: requests, headers, forms, notes and what is typed, letter by letter.
@Suite("Secrets of an ordinary app", .timeLimit(.minutes(5))) struct AppSecretsTests {
    private let folder = TemporaryFolder()

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
        case received([Named]), tokens([String: String]), unlocked(pin: String), received2(headers: [String: String]), type
        case noted(String)
    }
    private struct App: Codable, Sendable {
        var json: JSONValue = [:]
        var password = ""
        var fields: [Field: String] = [:]
        var rows: [[String: String]] = []
        var byName: [String: String] = [:]
        var notes: [[String: String]] = []
        var named: [Named] = []
        var link: URL?
        var credentials: Credentials?
        @Redacted var answer = ""
    }

    /// Actions with a word that is typed, and the changes by them.
    private static let steps: [(action: @Sendable (String) -> Action, change: @Sendable (String, inout App) -> Void)] = [
        ({ .passwordChanged($0) }, { $1.password = $0 }), ({ .fieldChanged(.password, $0) }, { $1.fields[.password] = $0 }),
        ({ _ in .type }, { $1.rows = [["key": "email", "value": "a"], ["key": "password", "value": $0]] }),
        ({ _ in .type }, { $1.json = ["form": ["email": "a", "password": .string($0)]] }),
        ({ _ in .type }, { $1.named = [Named(name: "loginPassword", value: $0)] }), ({ _ in .type }, { $1.byName["Passwort"] = $0 }),
        ({ .signIn(user: "ann", pass: $0) }, { $1.credentials = Credentials(passphrase: $0) }),
        ({ .use(Credentials(passphrase: $0)) }, { $1.answer = $0 }),
        ({ .opened(link($0)) }, { $1.link = link($0) }), ({ .received([Named(name: "Cookie", value: "sid=\($0)")]) }, { _, _ in }),
        ({ .received2(headers: ["X-Api-Key": $0]) }, { _, _ in }), ({ .tokens(["refresh": $0]) }, { _, _ in }),
        ({ .unlocked(pin: $0) }, { _, _ in }),
    ]

    private static func link(_ word: String) -> URL? { URL(string: "https://example.org/verify?token=\(word)&x=1") }

    private typealias Way = @Sendable (String, StoreRecorder<App>, inout App) -> Void

    /// What only masks or the rules of the app's own hide.
    private static let others: [Way] = [
        { word, store, app in store.reduce(Action.noted(word), in: &app) { app, _ in app.notes.insert(["text": word], at: 0) } },
        { word, store, app in store.reduce("join", in: &app) { app, _ in app.byName["colleague"] = word + "@staff.example.com" } },
    ]

    /// Records all of it, and returns what to look for.
    @discardableResult
    private static func record(into recorder: Recorder, level: RedactionLevel = .masked, hasOwnRules: Bool = false) throws -> Needles {
        var app = App()
        let store = recorder.store(initialState: app)
        var needles = Needles()
        for (number, sample) in values.enumerated() {
            let value = try JSONValue(parsing: Array(sample.replacing("%", with: word(number)).utf8))
            needles.add(word(number), of: number)
            store.reduce(value, in: &app) { app, _ in app.json = value }
        }
        let typing: [Way] = steps.map { step in
            { word, store, app in
                for end in 1...word.count {
                    let typed = String(word.prefix(end))
                    store.reduce(step.action(typed), in: &app) { app, _ in step.change(typed, &app) }
                }
            }
        }
        let own = hasOwnRules || level != .secrets ? others : []
        for (number, way) in (typing + own).enumerated() {
            let number = values.count + number
            needles.add(word(number), of: number)
            needles.add(String(word(number).dropLast(4)), of: number)
            way(word(number), store, &app)
        }
        return needles
    }

    private func expectNone(_ needles: Needles, in recording: Recording? = nil) throws {
        var needles = needles
        needles.look(inFilesOf: folder.path)
        if let recording { try needles.look(in: recording) }
        let found = needles.found.map {
            "\($0.key < Self.values.count ? Self.values[$0.key] : "way \($0.key - Self.values.count)"): \($0.value)"
        }
        #expect(found.isEmpty, "\(found)")
    }

    /// With rules of its own, a recording's values are walked through; without, their bytes are watched.
    @Test(arguments: [RedactionLevel.masked, .secrets, .everything], [false, true])
    func areInNoFile(level: RedactionLevel, hasOwnRules: Bool) throws {
        var configuration = Recorder.Configuration(app: "Shop", directory: folder.path, level: level)
        if hasOwnRules {
            configuration.redaction.pointers = ["/noted/_0", "/notes/*/text"]
            configuration.redaction.add("staff") { _, value in
                value.string?.hasSuffix("@staff.example.com") == true ? .secret : .undecided
            }
        }
        let recorder = Recorder(configuration)
        var needles = try Self.record(into: recorder, level: level, hasOwnRules: hasOwnRules)
        recorder.finish()
        let recording = try Sealing().seal(#require(recorder.directory), to: folder.path("a.rewind"))
        guard level == .everything else {
            if hasOwnRules, level == .secrets { #expect((recording.manifest.removals["rule staff"] ?? 0) > 0) }
            return try expectNone(needles, in: recording)
        }
        try needles.look(in: recording)
        #expect(needles.found.count > 70)
    }

    @Test(arguments: [StateCapture.everyStep, .every(3), .whenIdle, .keyframesOnly])
    func areInNoByteHoweverStatesAreTakenNorInACopyOfTheRing(capture: StateCapture) throws {
        var configuration = Recorder.Configuration(app: "Shop", directory: folder.path("recordings"), level: .masked)
        (configuration.capture, configuration.limits) = (capture, .last(states: 60))
        let recorder = Recorder(configuration)
        let needles = try Self.record(into: recorder)
        recorder.flush()
        try recorder.saveRecent(to: folder.path("recent.live"))
        recorder.finish()
        try expectNone(needles)
        try expectNone(needles, in: Sealing().seal(folder.path("recent.live"), to: folder.path("recent.rewind")))
    }

    #if os(Linux)
        @Test(arguments: [RedactionLevel.masked, .everything])
        func areNotInThePageOfACrashWhichNamesNoThread(level: RedactionLevel) async throws {
            await #expect(processExitsWith: .signal(SIGABRT)) { [folder = folder.path as String, level = level.rawValue as String] in
                let level = RedactionLevel(rawValue: level) ?? .masked
                try AppSecretsTests.record(into: Recorder(.init(app: "Shop", directory: folder, level: level)), level: level)
                try "of Ann".write(toFile: "/proc/thread-self/comm", atomically: false, encoding: .utf8)
                abort()
            }
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".live") })
            let crash = try #require(try Recording(directory: folder.path(name)).crash())
            #expect(crash.signal == "SIGABRT" && crash.thread == (level == .masked ? nil : "of Ann"))
            if level != .masked { return }
            var needles = Needles()
            for number in 0..<200 { needles.add(Self.word(number), of: number) }
            try expectNone(needles)
            try expectNone(needles, in: Sealing().seal(folder.path(name), to: folder.path("crashed.rewind")))
        }
    #endif
}
