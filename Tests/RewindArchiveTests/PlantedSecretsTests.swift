import Foundation
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

/// A thousand secrets of all shapes in all places: none is in any byte, neither of the live directory nor of the sealed file.
@Suite("Planted secrets") struct PlantedSecretsTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Every planted secret has one of these in it, and nothing else does.
    static let marks = ["zq9zq9", "777000777", "4929777"]

    /// Makes secrets: `open` hides where it stands because of where it is, the others because of what they are.
    struct Forge {
        private(set) var count = 0

        mutating func word() -> String {
            count += 1
            return "zq9zq9 horse \(count)!"
        }

        mutating func number() -> Int {
            count += 1
            return 777_000_777_000_000 + count
        }

        static let shapes = 14

        mutating func shaped(_ shape: Int) -> String {
            count += 1
            let tail = String(100_000 + count)
            return switch shape % Self.shapes {
            case 0: "eyJzq9zq9\(tail).eyJzdWIiOiIxIn0.zq9zq9"
            case 1: "Bearer zq9zq9.\(tail)~abcdef"
            case 2: "Basic ZQ9ZQ9\(tail)aaaa=="
            case 3: "AKIAZQ9ZQ9\(tail)ABCD"
            case 4: "ghp_zq9zq9abcdefghijkl\(tail)"
            case 5: "sk-proj-zq9zq9abcdefg\(tail)"
            case 6: "sk_live_zq9zq9ab\(tail)"
            case 7: "-----BEGIN EC PRIVATE KEY-----\nzq9zq9\(tail)\n-----END EC PRIVATE KEY-----"
            case 8: "https://ann:zq9zq9\(tail)@example.org/x"
            case 9: "https://zq9zq9abcdefghijkl\(tail)@example.org/x"
            case 10: "https://example.org/cb?state=1&access_token=zq9zq9\(tail)#end"
            case 11: card(count)
            case 12: "xoxb-zq9zq9-\(tail)-abcdef"
            default: "glpat-zq9zq9abcdefgh\(tail)"
            }
        }

        private func card(_ number: Int) -> String {
            let digits = Array("4929777" + String(10_000_000 + number)).compactMap(\.wholeNumberValue)
            let sum = digits.reversed().enumerated().reduce(0) { sum, item in
                let value = item.offset % 2 == 0 ? item.element * 2 : item.element
                return sum + (value > 9 ? value - 9 : value)
            }
            return digits.map(String.init).joined() + String((10 - sum % 10) % 10)
        }
    }

    static let places = 16

    /// A part of an action and of a state with a secret in it.
    static func planted(_ index: Int, _ forge: inout Forge) -> JSONValue {
        let shape = index / places
        return switch index % places {
        case 0: ["password": .string(forge.word())]
        case 1: ["user": ["authTokens": [["value": .string(forge.word())], .string(forge.word())]]]
        case 2: ["form": ["pinCode": .number(JSONNumber(forge.number())), "n": 3]]
        case 3: ["list": [1, .string(forge.shaped(shape)), nil]]
        case 4: ["message": .string("it said \(forge.shaped(shape)), twice")]
        case 5: ["message": .string("login failed for password=zq9zq9\(shape) at 10:30")]
        case 6: ["body": .string(#"{"user":"ann","client_secret":"\#(forge.word())","n":1}"#)]
        case 7: ["url": .string("https://ann:zq9zq9\(shape)@example.org/?api-key=zq9zq9\(shape)")]
        case 8: [forge.shaped(shape): 1]  // a secret as a key
        case 9: ["tokens": [forge.word(): ["kind": "push"]]]
        case 10: ["card": ["number": .string(forge.shaped(11)), "id": .number(JSONNumber(4_929_777_000_000_003))]]
        case 11: ["notes": [["text": .string(forge.word())]]]  // by a pointer pattern
        case 12: ["staff": .string(forge.word() + "@staff.example.com")]  // by a closure
        case 13: ["headers": ["Authorization": .string(forge.word()), "Set-Cookie": .string(forge.word())]]
        case 14: ["deep": [[[["X-API-Key": .string(forge.word())]]]]]
        default: ["log": .string("export API_TOKEN=zq9zq9\(shape); run --api-key zq9zq9\(shape) --verbose")]
        }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }
    enum Labelled: Error { case refused(token: String) }
    enum Untyped: Sendable { case signIn(user: String, password: String), nested([Part]) }
    struct Part: Sendable {
        @Redacted var anything: String
        var secret: [String: Int]
    }
    struct Named: Encodable, ActionNaming, Sendable {
        var actionName: String
        @Redacted var anything: String
    }
    struct Unencodable: Encodable, Sendable {
        var word: String
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "no: password=\(word)"))
        }
    }
    struct Typed: Codable, Sendable {
        @Redacted var answer = ""
        @Redacted var rows: [String] = []
        var pushToken = Data()
        var count = 0
    }

    private static var rules: RedactionRules {
        var rules = RedactionRules.default
        rules.pointers = ["/notes/*/text", "/*/notes/*/text"]
        rules.add("staff") { _, value in value.string?.hasSuffix("@staff.example.com") == true ? .secret : .undecided }
        return rules
    }

    @Test func aThousandOfThemAreInNoByteOfTheRecordingLiveOrSealed() throws {
        var forge = Forge()
        var configuration = Recorder.Configuration(app: "Planted", directory: folder.path)
        configuration.redaction = Self.rules
        configuration.details = ["build token": forge.word(), "motto": forge.shaped(4)]
        let recorder = Recorder(configuration)
        let live = try #require(recorder.directory)
        try record(into: recorder, &forge)
        #expect(forge.count >= 1_000)
        recorder.flush()
        try expectNone(inFilesOf: live)

        recorder.finish()
        try expectNone(inFilesOf: live)
        let sealed = try Sealing().seal(live, to: folder.path("planted.rewind"))
        for name in sealed.source.names { try expectNone(in: try sealed.source.read(name), name) }
        #expect(sealed.losses.isEmpty)
        #expect((sealed.manifest.redaction["key password"] ?? 0) > 50 && (sealed.manifest.redaction["rule staff"] ?? 0) > 50)
        let check = try Sealing().check(folder.path("planted.rewind"), rules: Self.rules)
        #expect(check.removals.isEmpty)
    }

    private func record(into recorder: Recorder, _ forge: inout Forge) throws {
        let open = recorder.store(initialState: JSONValue.object([:]))
        var state: JSONObject = [:]
        for index in 0..<900 {
            let action = Self.planted(index, &forge)
            let site = index % 40 == 0 ? "Sign.swift:\(forge.shaped(4))" : nil
            var next = state
            next["k\(index)"] = action
            next["k\(index - 20)"] = nil
            for (key, value) in action.object ?? [:] where index % 3 == 0 { next[key] = value }  // keys come and go: patch paths
            if index % 3 == 1 { next = JSONObject(next.filter { $0.key.hasPrefix("k") }.map { ($0.key, $0.value) }) }
            _ = open.reduce(action, from: .object(state), site: site) { _, _ in .object(next) }
            state = next
        }
        // An action that is written ahead only in part.
        let large: JSONValue = [
            "password": .string(forge.word()), "filler": .array(Array(repeating: ["pin": .string(forge.word())], count: 4_000)),
        ]
        _ = open.reduce(large, from: .object(state)) { state, _ in state }

        let typed = recorder.store("typed", initialState: Typed())
        var value = Typed()
        for index in 0..<40 {
            value.answer = forge.word()
            value.rows.append(forge.word())
            value.pushToken = Data(forge.word().utf8)
            value.count += 1
            let next = value
            let old = typed.reduce(Named(actionName: "sign/\(forge.shaped(4))", anything: forge.word()), from: value) { _, _ in next }
            _ = typed.reduce(Untyped.signIn(user: "ann", password: forge.word()), from: old) { state, _ in state }
            _ = typed.reduce(Untyped.nested([Part(anything: forge.word(), secret: [forge.word(): 1])]), from: old) { state, _ in state }
            _ = typed.reduce(Unencodable(word: forge.word()), from: old) { state, _ in state }
            let failure: any Error =
                index % 2 == 0 ? Failure(description: "password: \(forge.word()) was wrong") : Labelled.refused(token: forge.word())
            #expect(throws: (any Error).self) { _ = try typed.reduce("fail", from: old) { _, _ in throw failure } }
        }
    }

    private func expectNone(inFilesOf directory: String) throws {
        let names = try #require(FileManager.default.enumerator(atPath: directory)).compactMap { $0 as? String }
        #expect(names.contains("segments/000000/actions.ndjson"))
        for name in names {
            guard let data = FileManager.default.contents(atPath: "\(directory)/\(name)") else { continue }
            try expectNone(in: Array(data), name)
        }
    }

    /// Records an issue that shows where, if a mark is in the bytes, or the Base64 of one.
    private func expectNone(in bytes: [UInt8], _ name: String) throws {
        let text = Data(bytes.map { (65...90).contains($0) ? $0 | 0x20 : $0 })
        let base64 = Data("zq9zq9".utf8).base64EncodedString().lowercased()
        for mark in Self.marks + [base64] {
            guard let range = text.range(of: Data(mark.utf8)) else { continue }
            let context = text[max(0, range.lowerBound - 200)..<min(text.count, range.upperBound + 40)]
            Issue.record("\(name): \(String(decoding: context, as: UTF8.self))")
        }
    }
}
