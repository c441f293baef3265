import Foundation
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

/// A stranger who reads a masked recording, and knows where an app may have put what it must not tell.
@Suite("A hostile reader of a masked recording") struct HostileReaderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A text of 16 small letters that no other place has.
    static func text(_ index: Int) -> String {
        var generator = SeededGenerator(seed: UInt64(index) &* 7_919 &+ 13)
        return String((0..<16).map { _ in Character(Unicode.Scalar(UInt8.random(in: 97...122, using: &generator))) })
    }

    /// A number of 12 digits that no other place has.
    static func number(_ index: Int) -> Int {
        var generator = SeededGenerator(seed: UInt64(index) &* 104_729 &+ 7)
        return Int.random(in: 210_000_000_000...989_999_999_999, using: &generator)
    }

    private func plant<Value: Encodable & Sendable>(_ value: Value, at index: Int, in recorder: Recorder) {
        let none = recorder.store("s\(index)", initialState: [Value]())
        let two = none.reduce(value, from: []) { _, _ in [value] }
        let three = none.reduce(Twice(value: value), from: two) { _, _ in [value, value, value] }
        _ = none.reduce(Through(value: value), from: three) { _, _ in [value] }
        let optional = recorder.store("o\(index)", initialState: Optional<Value>.none)
        let some = optional.reduce(Wrapped.some(value), from: nil) { _, _ in value }
        _ = optional.reduce(Wrapped.named(code: value, 1), from: some) { _, _ in nil }
        let kept = recorder.store("k\(index)", initialState: ["a": Twice(value: value)])
        _ = kept.reduce(Reference(value), from: ["a": Twice(value: value)]) { _, _ in ["b": Twice(value: value), "c": Twice(value: value)] }
        let reference = Reference<Value?>(nil)
        let referring = recorder.store("r\(index)", initialState: Box(value: reference))
        reference.value = value
        _ = referring.reduce("set", from: Box(value: reference)) { state, _ in state }
        let opaque = Opaque(value: value, any: value, list: [value, value])
        let dumped = recorder.store("d\(index)", initialState: DumpedState(opaque))
        _ = dumped.reduce(opaque, from: DumpedState(opaque)) { _, _ in DumpedState(Opaque(value: value, any: [value], list: [])) }
        _ = try? dumped.reduce(1, from: DumpedState(opaque)) { (_, _) throws -> DumpedState<Opaque<Value>> in throw Thrown(value: value) }
        none.didSwallow(value)
    }

    @Test func findsNoSecretInAnyKindOfValue() throws {
        // A fifth of them, another one each time; all in the long form.
        let isLong = ProcessInfo.processInfo.environment["REWIND_LONG"] != nil
        let turn = Int.random(in: 0..<5)
        let tried = Self.all.indices.filter { isLong || $0 % 5 == turn || Self.everyTime.contains($0) }
        var found = try secrets(in: tried, folder: "first")
        // Every recorder has pseudonyms of its own: what the next one does not show again was there by chance.
        for round in 2...5 where !found.isEmpty {
            let again = try secrets(in: tried, folder: "round\(round)")
            found = found.filter { again[$0.key] != nil }
        }
        for (index, place) in found.sorted(by: { $0.key < $1.key }) { Issue.record("\(Self.all[index].name): \(place)") }
    }

    /// Records the planted values and says which of them are found again, and where.
    private func secrets(in tried: [Int], folder name: String) throws -> [Int: String] {
        let recorder = Recorder(.init(app: "Hostile", directory: folder.path(name), level: .masked))
        let live = try #require(recorder.directory)
        for index in tried { plant(Self.all[index].make(Self.text(index), Self.number(index)), at: index, in: recorder) }
        recorder.finish()
        var reader = HostileReader(count: Self.all.count)
        reader.look(inFilesOf: live)
        let sealed = try Sealing().seal(live, to: folder.path("\(name).rewind"))
        for name in sealed.source.names { reader.look(in: try sealed.source.read(name), name) }
        return reader.found
    }

    /// What was once found.
    static let everyTime = Set(
        all.indices.filter { all[$0].name.contains("bracket") || all[$0].name.contains("IPv6") || all[$0].name.contains("name") })

    struct Naming: Encodable, ActionNaming { var actionName: String }

    @Test func findsNoSecretAfterwardsInWhatLooksLikeARecordersOwnName() throws {
        let recorder = Recorder(.init(app: "Hostile", directory: folder.path, level: .everything))
        let store = recorder.store(initialState: 0)
        for (index, name) in ["@@\(Self.text(0))", "@@INIT/\(Self.text(1))", "@@router/\(Self.text(2))"].enumerated() {
            _ = store.reduce(Naming(actionName: name), from: index) { state, _ in state + 1 }
        }
        recorder.finish()
        let (masked, _) = try Sealing().redact(try #require(recorder.directory), to: folder.path("masked.rewind"), level: .masked)
        var reader = HostileReader(count: 3)
        for name in masked.source.names { reader.look(in: try masked.source.read(name), name) }
        #expect(reader.found.isEmpty)
        #expect(try masked.segment(0).actions.count == 3)
    }

    @Test func findsWhatAPlaceDeclaresSafeInActionsAndStatesOnly() throws {
        var configuration = Recorder.Configuration(app: "Hostile", directory: folder.path, level: .masked)
        configuration.redaction.recordable = ["/title"]
        configuration.details = ["title": Self.text(0)]
        let recorder = Recorder(configuration)
        let store = recorder.store(initialState: ["title": "Settings", "text": Self.text(1)])
        _ = store.reduce(["title": "Home"], from: ["title": "Settings", "text": Self.text(1)]) { _, _ in
            ["title": "Away", "text": Self.text(2)]
        }
        recorder.log("log", metadata: ["title": .string(Self.text(3))])
        recorder.set(metadata: ["title": .string(Self.text(4))])
        recorder.attach("a", Array(#"{"title":"\#(Self.text(5))"}"#.utf8), type: "application/json")
        recorder.finish()
        var reader = HostileReader(count: 6)
        reader.look(inFilesOf: try #require(recorder.directory))
        #expect(reader.found == [:])
    }

    @Test func findsNothingThatARuleCallsHarmlessWhereverItStands() throws {
        var rules = RedactionRules.default
        rules.add("own") { pointer, _ in pointer.description.hasPrefix("/title") ? .secret : .harmless }
        func record(_ level: RedactionLevel, in name: String) throws -> String {
            var configuration = Recorder.Configuration(app: "Hostile", directory: folder.path(name), level: level)
            if level == .masked { configuration.redaction = rules }
            configuration.details = ["plan": Self.text(0)]
            let recorder = Recorder(configuration)
            let store = recorder.store(initialState: ["text": Self.text(1)])
            let action = ["text": Self.text(2), "password": Self.text(3)]
            _ = store.reduce(action, from: ["text": Self.text(1)]) { _, _ in ["text": Self.text(4)] }
            recorder.log("log", metadata: ["text": .string(Self.text(5)), "number": .number(.int(Int64(Self.number(5))))])
            recorder.set(metadata: ["text": .string(Self.text(6)), "password": .string(Self.text(7))])
            recorder.attach("a", Array(#"{"text":"\#(Self.text(8))"}"#.utf8), type: "application/json")
            recorder.finish()
            return try #require(recorder.directory)
        }
        var reader = HostileReader(count: 9)
        reader.look(inFilesOf: try record(.masked, in: "live"))
        let open = try record(.everything, in: "open")
        let (masked, _) = try Sealing().redact(open, to: folder.path("masked.rewind"), rules: rules, level: .masked)
        for name in masked.source.names { reader.look(in: try masked.source.read(name), name) }
        #expect(reader.found == [:])
    }
}

/// Looks for each planted text and number, as it is and in simple encodings.
struct HostileReader {
    private(set) var found: [Int: String] = [:]
    private var needles = Needles()

    init(count: Int) {
        for index in 0..<count {
            let text = HostileReaderTests.text(index)
            for part in [text.prefix(8), text.dropFirst(4).prefix(8), text.suffix(8)] {
                needles.add(String(part), of: index)
                for mark in [" ", "..", "\u{301}"] { needles.add(part.map { "\($0)" }.joined(separator: mark), of: index) }
            }
            needles.add(String(HostileReaderTests.number(index)), of: index)
        }
    }

    mutating func look(inFilesOf directory: String) {
        for name in FileManager.default.enumerator(atPath: directory)?.compactMap({ $0 as? String }) ?? [] {
            look(in: Array(name.utf8), "a name")
            if let data = FileManager.default.contents(atPath: "\(directory)/\(name)") { look(in: Array(data), name) }
        }
    }

    mutating func look(in bytes: [UInt8], _ name: String) {
        needles.look(in: bytes.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, named: name)
        found.merge(needles.found) { first, _ in first }
    }
}
