import Foundation
import RewindCapture
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

/// Nothing that was planted beside the values of a campaign is in any byte.
///
/// That is in errors, large actions, dumps, rings and their copies, and the page of a crash.
@Suite("Planted beside the values", .timeLimit(.minutes(1))) struct PlantedTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let text = "my qz7zebra", number = 777_000_777_042

    private static var needles: Needles {
        var needles = Needles()
        needles.add("qz7zebra", of: 0)
        needles.add(String(number), of: 1)
        return needles
    }

    private func expectNone(_ look: (inout Needles) throws -> Void) rethrows {
        var needles = Self.needles
        try look(&needles)
        #expect(needles.found.isEmpty, "\(needles.found)")
    }

    struct App: Encodable, Sendable {
        var text = ""
        var list: [String] = []
        var byText: [String: Int] = [:]
        var byNumber: [Int: String] = [:]
        var choice = Choice.plain
        var data = Data()
        var number = 0.5
        @Recordable var title = "Settings"
        @Redacted var answer = ""
        var password = ""
    }
    enum Choice: Codable, Sendable { case oauth(code: String), nested([String: String]), plain }
    struct Untyped: Sendable {
        var text: String
        var token: [String: Int]
        @Redacted var any: String
    }
    struct Named: Encodable, ActionNaming, Sendable { var actionName: String }
    struct Unencodable: Encodable, Sendable {
        var word: String
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "no: password: \(word)"))
        }
    }
    struct Failure: Error, CustomStringConvertible { var description: String }
    enum Labelled: Error { case refused(token: String, number: Int) }

    private static func configuration(_ folder: String, level: RedactionLevel = .masked) -> Recorder.Configuration {
        var configuration = Recorder.Configuration(app: "Planted", directory: folder, level: level)
        configuration.details = ["\(text) token": text]
        return configuration
    }

    /// Only what is secret by its key, its place or the app's own rule, if texts are not masked.
    private static func record(into recorder: Recorder, masked: Bool, rounds: Int = 6) {
        let open = masked ? text : "open"
        var state = App()
        let store = recorder.store(initialState: state)
        let named = recorder.store(masked ? "store " + text : "named", initialState: open)
        func step(_ action: some Any, site: CallSite? = nil, _ change: (inout App) -> Void = { _ in }) {
            store.reduce(action, in: &state, site: site) { state, _ in change(&state) }
        }
        for round in 0..<rounds {
            step(Choice.oauth(code: text), site: masked ? "\(text):1" : "App.swift:1") {
                ($0.password, $0.answer) = (text + "\(round)", text)
                $0.choice = round % 2 == 0 ? .oauth(code: text) : .nested([masked ? text : "passwords": text])
                $0.list.insert(masked ? text : text + "@staff.example.com", at: 0)
            }
            step(Untyped(text: open, token: [text: number], any: text))
            step(Unencodable(word: text))
            step(["password": .array(Array(repeating: .string(text), count: round == 3 ? 8_000 : 1))] as JSONValue)
            step(Named(actionName: masked ? text : "sign/ghp_qz7zebraabcdefghijkl123456"))
            for error in [
                Failure(description: "password: \(text)") as any Error, Labelled.refused(token: text, number: masked ? number : 7),
            ] {
                _ = try? named.reduce(open, from: open) { (_: String, _: String) throws -> String in throw error }
            }
            if masked {
                step(text) {
                    ($0.text, $0.data, $0.number) = (text, Data(text.utf8), Double(number) + 0.5)
                    ($0.byText, $0.byNumber) = ([text: number], [number: text])
                }
                store.didSwallow(text)
                state.text = text + "\(round)"
                store.didReplace(with: state)
            }
        }
    }

    @Test(arguments: [StateCapture.everyStep, .every(3), .whenIdle, .keyframesOnly])
    func areInNoByteOfAMaskedRecordingHoweverStatesAreTakenNorOfACopyOfItsRing(capture: StateCapture) throws {
        var configuration = Self.configuration(folder.path("recordings"))
        configuration.capture = capture
        configuration.limits = .last(states: 60)
        let recorder = Recorder(configuration)
        Self.record(into: recorder, masked: true)
        recorder.flush()
        try recorder.saveRecent(to: folder.path("recent.live"))
        recorder.finish()
        expectNone { $0.look(inFilesOf: folder.path) }
        try expectNone { try $0.look(in: Sealing().seal(folder.path("recent.live"), to: folder.path("recent.rewind"))) }
    }

    @Test func whatIsSecretByItsKeyItsPlaceOrTheAppsOwnRuleIsInNoByte() throws {
        var configuration = Self.configuration(folder.path, level: .secrets)
        configuration.redaction.pointers = ["/choice/oauth/code", "/oauth/code"]
        configuration.redaction.add("staff") { _, value in
            value.string?.hasSuffix("@staff.example.com") == true ? .secret : .undecided
        }
        configuration.details = ["build token": Self.text]
        let recorder = Recorder(configuration)
        Self.record(into: recorder, masked: false)
        recorder.flush()
        let live = try #require(recorder.directory)
        expectNone { $0.look(inFilesOf: live) }
        recorder.finish()
        let sealed = try Sealing().seal(live, to: folder.path("planted.rewind"))
        try expectNone { try $0.look(in: sealed) }
        #expect(sealed.losses.isEmpty && (sealed.manifest.removals["rule staff"] ?? 0) > 0)
        #expect(try Sealing().check(sealed.path, rules: configuration.redaction).removals.isEmpty)
    }

    #if os(Linux)
        @Test(arguments: [RedactionLevel.masked, .everything])
        func areNotInThePageOfACrashWhichNamesNoThread(level: RedactionLevel) async throws {
            await #expect(processExitsWith: .signal(SIGABRT)) { [folder = folder.path as String, level = level.rawValue as String] in
                let level = RedactionLevel(rawValue: level) ?? .masked
                let recorder = Recorder(PlantedTests.configuration(folder, level: level))
                PlantedTests.record(into: recorder, masked: true, rounds: 2)
                try PlantedTests.text.write(toFile: "/proc/thread-self/comm", atomically: false, encoding: .utf8)
                abort()
            }
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".live") })
            let crash = try #require(try Recording(directory: folder.path(name)).crash())
            #expect(crash.signal == "SIGABRT" && crash.thread == (level == .masked ? nil : Self.text))
            if level != .masked { return }
            expectNone { $0.look(inFilesOf: folder.path) }
            try expectNone { try $0.look(in: Sealing().seal(folder.path(name), to: folder.path("crashed.rewind"))) }
        }
    #endif
}
