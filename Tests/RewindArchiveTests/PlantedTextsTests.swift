import Foundation
import RewindCapture
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindValue
import Synchronization
import TestSupport
import Testing

@testable import RewindArchive

/// Texts and long numbers that look like nothing, in all places of a masked recording: none is in any byte, live, sealed, or after a SIGKILL.
@Suite("Planted texts, masked") struct PlantedTextsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Every planted text has the first in it, every number the second, and nothing else does.
    private static let marks = ["qz7zebra", "777000777"]

    struct Forge {
        private(set) var count = 0

        mutating func text() -> String {
            count += 1
            return ["my qz7zebra \(count)", "qz7zebra\(count)", "Größe qz7zebra, \(count)!", "qz7zebra@\(count).example"][count % 4]
        }

        mutating func number() -> Int {
            count += 1
            return 777_000_777_000 + count
        }
    }

    enum Choice: Codable, Sendable, Equatable {
        case oauth(code: String), numbered(Int), nested([String: String]), plain
    }
    enum Kind: String, Codable, Sendable { case work, home }
    /// An enum that makes its raw values and keys of what a user typed.
    enum Told: RawRepresentable, Codable, CodingKeyRepresentable, Sendable {
        case user, guest
        static let said = Mutex("")
        init?(rawValue: String) { self = .user }
        init?<T: CodingKey>(codingKey: T) { self = .user }
        var rawValue: String { Self.said.withLock { $0 } }
        var codingKey: any CodingKey { Key(stringValue: rawValue) }
    }
    struct Flags: OptionSet, Codable, Sendable { var rawValue = 0 }
    struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    struct Dynamic: Encodable, Sendable {
        var text: String
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(text, forKey: Key(stringValue: text))
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "n" + text))
            try nested.encode([text: 1], forKey: Key(stringValue: text))
        }
    }
    struct Profile: Encodable, Sendable { var name = "" }
    struct Shown: Encodable, Sendable {
        @Recordable var title = "Settings"
        var profile = Profile()
    }
    struct App: Encodable, Sendable {
        var text = ""
        var letters: [String] = []
        var shown = Shown()
        var date = Date(timeIntervalSinceReferenceDate: 0)
        var ratio = 0.0
        var optional: String?
        var list: [String] = []
        var set: Set<String> = []
        var byText: [String: Int] = [:]
        var byNumber: [Int: String] = [:]
        var pairs: [UUID: String] = [:]
        var choice = Choice.plain
        var kind = Kind.home
        var data = Data()
        var bytes: [UInt8] = []
        var url: URL?
        var number = 0
        var double = 0.0
        var decimal = Decimal(0)
        var json = JSONValue.null
        var dynamic: Dynamic?
        var error: Result<Int, Failure>?
        var told: [Told] = []
        var byTold: [Told: Int] = [:]
        var flags = Flags()

        enum CodingKeys: CodingKey {
            case text, optional, list, set, byText, byNumber, pairs, choice, kind, data, bytes, url, number, double, decimal, json, dynamic,
                letters,
                shown, date, ratio, told, byTold, flags
        }
    }
    enum Action: Codable, Sendable {
        case set(text: String, Choice), data(Data), bytes([UInt8]), numbers([Int]), kind(Kind), json(JSONValue)
    }
    struct Named: Encodable, ActionNaming, Sendable {
        var actionName: String
    }
    struct Untyped: Sendable {
        var text: String
        var parts: [String: Int]
        var any: (any Sendable)?
    }
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }
    enum Labelled: Error { case refused(token: String, number: Int) }

    static func record(into recorder: Recorder, rounds: Int) -> Int {
        var forge = Forge()
        var state = App()
        let store = recorder.store(initialState: state)
        func step(_ action: some Any, site: String? = nil, _ change: (inout App) -> Void) {
            store.reduce(action, in: &state, site: site) { state, _ in change(&state) }
        }
        let named = recorder.store("store " + forge.text(), initialState: forge.text())
        var untyped = Untyped(text: forge.text(), parts: [:])
        let dumped = recorder.store("dumped", initialState: DumpedState(untyped))
        for round in 0..<rounds {
            step(Action.set(text: forge.text(), .oauth(code: forge.text())), site: forge.text() + ":1") {
                $0.text = forge.text()
                $0.optional = round % 2 == 0 ? forge.text() : nil
                $0.list.insert(forge.text(), at: 0)
                $0.set.insert(forge.text())
            }
            step(Action.data(Data(forge.text().utf8))) {
                $0.byText[forge.text()] = forge.number()
                $0.byNumber[forge.number()] = forge.text()
                $0.pairs[UUID()] = forge.text()
                $0.choice = round % 3 == 0 ? .oauth(code: forge.text()) : .nested([forge.text(): forge.text()])
                $0.kind = round % 2 == 0 ? .work : .home
            }
            step(Action.bytes(Array(forge.text().utf8))) {
                $0.data = Data(forge.text().utf8)
                $0.bytes = Array(forge.text().utf8)
                $0.url = URL(string: "https://example.com/qz7zebra\(round)?q=qz7zebra")
            }
            step(Action.numbers([forge.number(), -forge.number()])) {
                $0.number = forge.number()
                $0.double = Double(forge.number()) + 0.5
                $0.decimal = Decimal(forge.number())
                $0.choice = .numbered(forge.number())
            }
            step(Action.json([forge.text(): [.string(forge.text()), .number(JSONNumber(forge.number()))]])) {
                $0.json = [forge.text(): [.string(forge.text())]]
                $0.dynamic = Dynamic(text: forge.text())
            }
            step(Action.numbers([forge.number()])) {
                let text = forge.text()
                $0.shown.profile.name = text
                $0.date = Date(timeIntervalSinceReferenceDate: Double(forge.number()))
                $0.ratio = 0.777_000_777_000 + Double(round) / 1_000_000_000
            }
            step(Action.set(text: String(repeating: forge.text(), count: round == 3 ? 8_000 : 1), .plain)) { _ in }
            Told.said.withLock { $0 = forge.text() }
            step(Told.user) {
                $0.told = round % 2 == 0 ? [.user, .guest] : [.guest]
                $0.byTold = [.user: round]
                $0.flags = Flags(rawValue: forge.number())
            }
            let next = Untyped(text: forge.text(), parts: [forge.text(): forge.number()], any: round % 2 == 0 ? forge.text() : Told.user)
            _ = dumped.reduce(Told.guest, from: DumpedState(untyped)) { _, _ in DumpedState(next) }
            untyped = next
            state.text = forge.text()
            store.didReplace(with: state)
            step(Named(actionName: "open " + forge.text())) { $0.list.removeAll() }
            step(Untyped(text: forge.text(), parts: [forge.text(): forge.number()], any: forge.text())) { _ in }
            step(forge.text()) { _ in }
            store.didSwallow(Action.set(text: forge.text(), .plain))
            _ = try? named.reduce(forge.text(), from: forge.text()) { (_: String, _: String) throws -> String in
                throw round % 2 == 0
                    ? Failure(description: forge.text()) as any Error : Labelled.refused(token: forge.text(), number: forge.number())
            }
            recorder.mark("after " + forge.text(), note: forge.text())
            recorder.log(forge.text(), level: "info", label: forge.text(), metadata: [forge.text(): [.string(forge.text())]])
        }
        recorder.set(metadata: [forge.text(): .string(forge.text()), "plan": .number(JSONNumber(forge.number()))])
        recorder.attach(forge.text(), Array(forge.text().utf8), type: "text/plain")
        recorder.attach(forge.text(), Array(#"{"\#(forge.text())":"\#(forge.text())"}"#.utf8), type: "application/json")
        return forge.count
    }

    static func configuration(_ folder: String) -> Recorder.Configuration {
        var configuration = Recorder.Configuration(app: "Planted", directory: folder, level: .masked)
        configuration.details = ["qz7zebra key": "qz7zebra value"]
        return configuration
    }

    @Test func areInNoByteLiveOrSealedAndWhatTheSourceSaysIs() throws {
        let recorder = Recorder(Self.configuration(folder.path))
        let live = try #require(recorder.directory)
        let count = Self.record(into: recorder, rounds: 30)
        #expect(count >= 700)
        recorder.flush()
        try expectNone(inFilesOf: live)
        recorder.finish()
        try expectNone(inFilesOf: live)
        let sealed = try Sealing().seal(live, to: folder.path("planted.rewind"))
        for name in sealed.source.names { try expectNone(in: try sealed.source.read(name), name) }
        #expect(sealed.losses.isEmpty && sealed.manifest.level == "masked" && sealed.manifest.counts.unencodable == 0)
        let segment = try sealed.segment(0)
        #expect(Set(segment.actions.map(\.type)).isSuperset(of: ["set", "data", "bytes", "numbers", "PlantedTextsTests.Untyped"]))
        let text = String(decoding: try sealed.source.read("segments/000000/states.ndjson"), as: UTF8.self)
        #expect(text.contains(#""kind":"home""#) && text.contains(#"{"op":"replace","path":"/kind","value":"work"}"#))
        #expect(text.contains(#"{"oauth":{"code":""#))
    }

    @Test(arguments: [StateCapture.every(3), .whenIdle, .keyframesOnly])
    func areInNoByteWhereStatesAreTakenNowAndThenNorInACopyOfTheRing(capture: StateCapture) throws {
        var configuration = Self.configuration(folder.path("recordings"))
        configuration.capture = capture
        configuration.limits = .last(states: 60)
        let recorder = Recorder(configuration)
        _ = Self.record(into: recorder, rounds: 6)
        recorder.flush()
        try recorder.saveRecent(to: folder.path("recent.live"))
        try expectNone(inFilesOf: try #require(recorder.directory), isWhole: false)
        recorder.finish()
        try expectNone(inFilesOf: folder.path("recent.live"), isWhole: false)
        let sealed = try Sealing().seal(folder.path("recent.live"), to: folder.path("recent.rewind"))
        for name in sealed.source.names { try expectNone(in: try sealed.source.read(name), name) }
    }

    #if os(Linux)
        @Test(arguments: [RedactionLevel.masked, .everything])
        func areNotInThePageOfACrashWhichNamesNoThread(level: RedactionLevel) async throws {
            await #expect(processExitsWith: .signal(SIGABRT)) { [folder = folder.path as String, level = level.rawValue as String] in
                var configuration = PlantedTextsTests.configuration(folder)
                configuration.level = RedactionLevel(rawValue: level) ?? .masked
                let recorder = Recorder(configuration)
                _ = PlantedTextsTests.record(into: recorder, rounds: 2)
                try "my qz7zebra".write(toFile: "/proc/thread-self/comm", atomically: false, encoding: .utf8)
                abort()
            }
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasSuffix(".live") })
            let crash = try #require(try Recording(directory: folder.path(name)).crash())
            #expect(crash.signal == "SIGABRT" && crash.thread == (level == .masked ? nil : "my qz7zebra"))
            if level != .masked { return }
            try expectNone(inFilesOf: folder.path(name))
            let sealed = try Sealing().seal(folder.path(name), to: folder.path("crashed.rewind"))
            for name in sealed.source.names { try expectNone(in: try sealed.source.read(name), name) }
        }
    #endif

    @Test func areGoneFromARecordingOfAllMaskedAfterwardsNamesOfTheSourceStay() throws {
        var configuration = Self.configuration(folder.path)
        configuration.level = .everything
        let recorder = Recorder(configuration)
        _ = Self.record(into: recorder, rounds: 5)
        recorder.finish()
        _ = try Sealing().seal(try #require(recorder.directory), to: folder.path("open.rewind"))
        let (masked, _) = try Sealing().redact(folder.path("open.rewind"), to: folder.path("masked.rewind"), level: .masked)
        for name in masked.source.names where name != "README.txt" {
            try expectNone(in: try masked.source.read(name), name)
        }
        #expect(masked.manifest.level == "masked")
        let text = String(decoding: try masked.source.read("segments/000000/states.ndjson"), as: UTF8.self)
        #expect(text.contains(#""path":"/text""#) && text.contains(#"{"oauth":{"code":""#))
    }

    private func expectNone(inFilesOf directory: String, isWhole: Bool = true) throws {
        let names = try #require(FileManager.default.enumerator(atPath: directory)).compactMap { $0 as? String }
        #expect(!isWhole || names.contains("segments/000000/actions.ndjson"))
        for name in names {
            for mark in Self.marks { #expect(!name.lowercased().contains(mark), "\(name)") }
            guard let data = FileManager.default.contents(atPath: "\(directory)/\(name)") else { continue }
            try expectNone(in: Array(data), name)
        }
    }

    /// Records an issue that shows where, if a mark is in the bytes, or the Base64 of one, or its bytes as numbers.
    private func expectNone(in bytes: [UInt8], _ name: String) throws {
        let text = Data(bytes.map { (65...90).contains($0) ? $0 | 0x20 : $0 })
        var wanted = Self.marks
        wanted.append("qz7zebra".utf8.map { String($0) }.joined(separator: ","))
        // Of the three ways in which Base64 can be aligned, what does not depend on the neighbours.
        wanted += (0..<3).map { offset in
            Data(Array(repeating: 0x20, count: offset) + Array("qz7zebra".utf8)).base64EncodedString().lowercased().dropFirst(4).prefix(
                6)
        }.map(String.init)
        for mark in wanted {
            guard let range = text.range(of: Data(mark.utf8)) else { continue }
            let context = text[max(0, range.lowerBound - 200)..<min(text.count, range.upperBound + 40)]
            Issue.record("\(name): \(mark) in \(String(decoding: context, as: UTF8.self))")
        }
    }
}
