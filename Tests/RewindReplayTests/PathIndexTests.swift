import ReplayTestSupport
import RewindFormat
import RewindJournal
import Synchronization
import TestSupport
import Testing

@testable import RewindReplay
@testable import RewindValue

/// Histories of many segments, asked with an index and without one.
@Suite("The index of paths")
struct PathIndexTests {
    private static let places = ["/items", "/items/0", "/items/0/n", "/items/2/n", "/flags/a", "/flags", "/name", "/nothing", ""]

    @Test(arguments: 1...12)
    func changesNoAnswer(seed: UInt64) throws {
        let history = try RandomHistory(seed: seed)
        let store = MemoryStore()
        let plain = try Timeline(history.recording)
        let indexed = try Timeline(history.recording, indexStore: store)
        try indexed.prepareIndex()
        #expect(store.load() != nil)
        for store in ["main", "side"] {
            for place in Self.places {
                let place = try JSONPointer(parsing: place)
                let step = history.steps - Int(seed)
                #expect(
                    blame(place, at: step, store, in: indexed) == blame(place, at: step, store, in: plain), "blame \(place) of \(store)")
                #expect(try values(of: place, store, in: indexed) == values(of: place, store, in: plain), "history of \(place) of \(store)")
                #expect(try steps(changing: place, store, in: indexed) == steps(changing: place, store, in: plain))
            }
            for text in [".flags.a", ".name == \"n3\"", "(.items | length) > 3", ".items[-1].n > 2", ".nothing.at == 1", ".name.x"] {
                for scope in [SearchScope.first, .all, .last] {
                    for range in [nil, 20...(history.steps - 10)] {
                        let expression = try Expression(parsing: text)
                        #expect(
                            try indexed.find(expression, scope: scope, store: store, in: range)
                                == plain.find(expression, scope: scope, store: store, in: range), "\(text) in \(store)")
                    }
                }
            }
        }
        for commands in [
            ["watch .flags.a", "c", "c", "goto end", "rc", "rc"], ["break when .name == \"n3\"", "c", "c", "goto end", "rc"],
        ] {
            #expect(walk(indexed, commands) == walk(plain, commands))
        }
    }

    @Test
    func isTakenFromWhereItIsKeptAndMadeAnewWhereThatIsDamagedOfAnotherVersionOrOfNothing() throws {
        let history = try RandomHistory(seed: 5)
        let made = try PathIndex(of: Timeline(history.recording, indexStore: MemoryStore()))
        let bytes = made.bytes
        #expect(PathIndex(bytes: bytes) == made)
        for place in stride(from: 0, to: bytes.count, by: 7) {
            var damaged = bytes
            damaged[place] ^= 0x55
            #expect(PathIndex(bytes: damaged) == nil)
            #expect(PathIndex(bytes: Array(bytes.prefix(place))) == nil)
        }
        let store = MemoryStore(Array("nonsense".utf8))
        try Timeline(history.recording, indexStore: store).prepareIndex()
        #expect(store.load() == bytes)
        let other = MemoryStore(bytes)
        let timeline = try Timeline(history.recording, indexStore: other)
        #expect(timeline.index == made)
    }

    @Test
    func tellsWhichStepsChangedAPlaceAndNoneTooFewWhereKeysAreMany() throws {
        var table = PathIndex.Table()
        for step in 1...3_000 {
            table.add(.replace(JSONPointer(tokens: ["byName", "k\(step)", "n"]), 1), at: step)
            table.add(.replace(JSONPointer(tokens: ["list", "\(step)", "n"]), 1), at: step)
        }
        func steps(_ tokens: [String]) -> Set<Int> {
            var steps: Set<Int> = []
            table.forEachList(changing: tokens.map { .exact($0) }) { list in list.forEach { steps.insert($0) } }
            return steps
        }
        #expect(steps(["byName", "k7", "n"]) == steps(["byName", "k7"]))
        #expect(steps(["byName", "k7"]).contains(7) && steps(["byName", "k2999"]).contains(2_999))
        #expect(steps(["list", "2500", "n"]).contains(2_500))
        #expect(steps(["list"]).count == 3_000 && steps(["other"]).isEmpty)
        #expect(table.nodes.count < 3_000)
    }

    private func blame(_ place: JSONPointer, at step: Int, _ store: String, in timeline: Timeline) -> String {
        do { return "\(try timeline.blame(place, at: step, store: store).lines.map { "\($0.place) \($0.steps) \($0.value)" })" } catch {
            return "\(error)"
        }
    }

    private func values(of place: JSONPointer, _ store: String, in timeline: Timeline) throws -> [String] {
        var rows: [String] = []
        let unknown = try timeline.forEachChange(of: [place], store: store) { row in
            rows.append("\(row.steps) \(row.values)")
            return true
        }
        return rows + ["\(unknown.count)"]
    }

    private func steps(changing place: JSONPointer, _ store: String, in timeline: Timeline) throws -> [Int] {
        var filter = StepFilter()
        filter.places = [place]
        filter.store = store
        var steps: [Int] = []
        try timeline.forEach(matching: filter) { if case .step(let step) = $0 { steps.append(step.number) } }
        return steps
    }

    private func walk(_ timeline: Timeline, _ commands: [String]) -> [Int] {
        var debugger = Debugger(timeline)
        return commands.map { command in
            _ = debugger.execute(command)
            return debugger.position
        }
    }
}

/// Keeps an index for as long as a test runs.
private final class MemoryStore: PathIndexStore {
    private let bytes: Mutex<[UInt8]?>
    init(_ bytes: [UInt8]? = nil) { self.bytes = Mutex(bytes) }
    func load() -> [UInt8]? { bytes.withLock { $0 } }
    func save(_ new: [UInt8]) { bytes.withLock { $0 = new } }
}

/// Two stores over ten segments: changes everywhere, now and then merged steps, lost states, and states replaced as a whole.
private struct RandomHistory {
    let recording: Recording
    let steps = 200
    private let folder: TemporaryFolder

    init(seed: UInt64) throws {
        folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let builder = try RecordingBuilder(in: folder, stores: ["main", "side"])
        var states: [String: JSONValue] = [:]
        for store in ["main", "side"] {
            states[store] = ["items": [["id": 1, "n": 0], ["id": 2, "n": 0], ["id": 3, "n": 0]], "flags": ["a": false], "name": "n0"]
            builder.keyframe(0, states[store] ?? nil, store: store)
        }
        var lost: Set<String> = []
        var skipped: (store: String, from: Int)?
        for step in 1...steps {
            if step % 20 == 1, step > 1 {
                try builder.roll()
                for store in ["main", "side"] where !lost.contains(store) || Bool.random(using: &generator) {
                    if store == "side", step % 60 == 1 { continue }  // some segments go on from the one before
                    if skipped?.store == store { continue }
                    builder.keyframe(step - 1, states[store] ?? nil, store: store)
                    lost.remove(store)
                }
            }
            let store = skipped?.store ?? (Int.random(in: 0..<4, using: &generator) == 0 ? "side" : "main")
            try builder.action(step, "a\(step % 5)", store: store)
            let old = states[store] ?? nil
            let new = Self.changed(old, step, &generator)
            let patch = TreeDiff(from: old, to: new).patch
            if let from = skipped?.from {
                states[store] = new
                var line = StateLine(step: step, store: store, change: .patch(patch))
                line.merged = from...step
                builder.line(step, store, line.change, merged: line.merged)
                skipped = nil
                continue
            }
            switch Int.random(in: 0..<60, using: &generator) {
            case 0 where step % 20 > 2:
                builder.line(step, store, .unencodable("no"))
                lost.insert(store)
            case 1 where step % 20 < 15 && step % 20 > 1: skipped = (store, step)
            case 2:
                states[store] = new
                builder.keyframe(step, new, store: store)
                lost.remove(store)
            default:
                states[store] = new
                builder.line(step, store, .patch(patch))
            }
        }
        recording = try Recording(directory: try builder.finish())
    }

    private static func changed(_ state: JSONValue, _ step: Int, _ generator: inout SeededGenerator) -> JSONValue {
        guard case .object(var object) = state, case .array(var items)? = object["items"] else { return state }
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: object["name"] = .string("n\(step % 7)")
        case 1: object["flags"] = ["a": .bool(step % 3 == 0)]
        case 2: items.insert(["id": .number(JSONNumber(step + 10)), "n": 0], at: Int.random(in: 0...items.count, using: &generator))
        case 3 where items.count > 1: items.remove(at: Int.random(in: 0..<items.count, using: &generator))
        case 4: items.shuffle(using: &generator)
        case 5...8 where !items.isEmpty:
            let place = Int.random(in: 0..<items.count, using: &generator)
            items[place] = ["id": items[place]["id"] ?? 0, "n": .number(JSONNumber(step % 5))]
        default: break
        }
        object["items"] = .array(items)
        return .object(object)
    }
}
