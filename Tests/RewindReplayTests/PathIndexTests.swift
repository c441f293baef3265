import Foundation
import ReplayTestSupport
import RewindDebugger
import RewindFormat
import RewindJournal
import RewindRendering
import Synchronization
import TestSupport
import Testing

@testable import RewindReplay
@testable import RewindValue

/// Histories of many segments, asked with an index and without one.
@Suite("The index of paths", .timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 600)))
struct PathIndexTests {
    private static let places = ["/items", "/items/0", "/items/0/n", "/items/2/n", "/flags/a", "/flags", "/name", "/nothing", ""]

    @Test(arguments: 1...6)
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
                #expect(try found(changing: place, store, in: indexed) == found(changing: place, store, in: plain))
                try expectValuesToDiffer(at: place, store, in: plain, wherever: found(changing: place, store, in: plain))
            }
            for text in [".flags.a", ".name == \"n3\"", "(.items | length) > 3", ".items[-1].n > 2", ".nothing.at == 1", ".name.x"] {
                for scope in [SearchScope.first, .all, .last] {
                    for range in [nil, 20...(history.steps - 10)] {
                        let expression = try Predicate(parsing: text)
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

    @Test("The index of paths is loaded from its store, and made anew where that holds no sound index")
    func theIndexIsLoadedOrMadeAnew() throws {
        let history = try RandomHistory(seed: 5)
        let made = try #require(try PathIndex(of: Timeline(history.recording, indexStore: MemoryStore())) { false })
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
            table.add(JSONPatch([.replace(JSONPointer(tokens: ["byName", "k\(step)", "n"]), 1)]), at: step)
            table.add(JSONPatch([.replace(JSONPointer(tokens: ["list", "\(step)", "n"]), 1)]), at: step)
        }
        func steps(_ tokens: [String]) -> Set<Int> {
            var steps: Set<Int> = []
            table.forEachStep(changing: JSONPointer(tokens: tokens)) { steps.insert($0) }
            return steps
        }
        #expect(steps(["byName", "k7", "n"]) == steps(["byName", "k7"]))
        #expect(steps(["byName", "k7"]).contains(7) && steps(["byName", "k2999"]).contains(2_999))
        #expect(steps(["list", "2500", "n"]) == [2_500] && steps(["list", "2500"]) == [2_500])
        #expect(steps(["list"]).count == 3_000 && steps(["other"]).isEmpty)
        #expect(table.nodes.count < 3_000)
    }

    @Test(arguments: 1...10)
    func namesEveryStepWhosePatchMayChangeAPlace(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let tokens = ["a", "b", "0", "1", "2", "7", "70", "-", "007", "+1", "*", "±", "id", "é", "e\u{301}", "99999999999999999999"]
        func place() -> JSONPointer {
            JSONPointer(tokens: (0..<Int.random(in: 0...4, using: &generator)).map { _ in tokens.randomElement(using: &generator) ?? "" })
        }
        var table = PathIndex.Table()
        if seed % 2 == 0 { table.numberedLimit = 20 }
        var patches: [JSONPatch] = []
        for step in 0..<300 {
            let patch = JSONPatch(
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    switch Int.random(in: 0..<6, using: &generator) {
                    case 0: .add(place(), 1)
                    case 1: .remove(place())
                    case 2: .move(from: place(), to: place())
                    case 3: .copy(from: place(), to: place())
                    case 4: .test(place(), 1)
                    default: .replace(place(), 1)
                    }
                })
            table.add(patch, at: step)
            patches.append(patch)
        }
        let written = try #require(PathIndex(bytes: PathIndex(stores: ["main": table]).bytes)?.stores["main"])
        for place in (0..<200).map({ _ in place() }) {
            let changing = Set(patches.indices.filter { patches[$0].mayChange(place) })
            var named: Set<Int> = []
            written.forEachStep(changing: place) { named.insert($0) }
            let missing = changing.subtracting(named)
            #expect(missing.isEmpty, "\(place)")
        }
    }

    @Test
    func tellsTheElementsOfAnArrayApart() throws {
        var table = PathIndex.Table()
        table.add(try JSONPatch(json: [["op": "replace", "path": "/list/70000/title", "value": "a"]]), at: 1)
        table.add(try JSONPatch(json: [["op": "add", "path": "/list/500", "value": [:]]]), at: 2)
        table.add(try JSONPatch(json: [["op": "remove", "path": "/list/3"]]), at: 3)
        table.add(try JSONPatch(json: [["op": "replace", "path": "/list/5/tags/1", "value": "b"]]), at: 4)
        table.add(try JSONPatch(json: [["op": "add", "path": "/list/-", "value": [:]]]), at: 5)
        func steps(_ place: String) throws -> [Int] {
            var steps: Set<Int> = []
            table.forEachStep(changing: try JSONPointer(parsing: place)) { steps.insert($0) }
            return steps.sorted()
        }
        #expect(try steps("/list/70000/title") == [1, 2, 3, 5])
        #expect(try steps("/list/70000/done") == [2, 3, 5])
        #expect(try steps("/list/500") == [2, 3, 5])
        #expect(try steps("/list/499") == [3, 5])
        #expect(try steps("/list/2/title") == [5])
        #expect(try steps("/list/5/tags/1") == [3, 4, 5])
        #expect(try steps("/list/5/tags/0") == [3, 5])
        #expect(try steps("/list") == [1, 2, 3, 4, 5])
    }

    @Test
    func takesAChangeForOneOfAnyElementWhereTheyAreTooMany() throws {
        var table = PathIndex.Table()
        table.numberedLimit = 10
        for step in 1...3 {
            table.add(JSONPatch((0..<8).map { .replace(JSONPointer(tokens: ["list", "\($0)"]), 1) }), at: step)
        }
        var steps: [Int] = []
        table.forEachStep(changing: JSONPointer(tokens: ["list", "1"])) { steps.append($0) }
        #expect(steps == [1, 2, 2, 3])
        #expect(table.nodes.allSatisfy { $0.changes.count <= 12 })
    }

    @Test(arguments: 1...(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 2 : 60))
    func changesNoAnswerAboutWhatSeldomChanges(seed: UInt64) throws {
        let history = try RandomHistory(seed: seed, isWhole: true)
        let indexed = try Timeline(history.recording, indexStore: MemoryStore())
        try indexed.prepareIndex()
        let plain = try Timeline(history.recording)
        #expect(indexed.knowsAllStates(of: "main") && indexed.knowsAllStates(of: "side"))
        let places =
            Self.places + [
                "/few", "/few/list", "/few/list/0", "/few/list/1", "/few/7", "/few/a/b", "/few/gone", "/long/70", "/long/3/n", "/long",
                "/text",
            ]
        for store in ["main", "side"] {
            for place in places {
                let place = try JSONPointer(parsing: place)
                for step in [history.steps, history.steps - Int(seed) * 7, 0] {
                    #expect(
                        blame(place, at: step, store, in: indexed) == blame(place, at: step, store, in: plain),
                        "blame \(place) of \(store) at \(step)")
                }
                for range in [nil, 33...(history.steps - 20)] {
                    #expect(
                        try values(of: place, store, in: indexed, range) == values(of: place, store, in: plain, range),
                        "history of \(place) of \(store)")
                    #expect(try found(changing: place, store, in: indexed, range) == found(changing: place, store, in: plain, range))
                    try expectValuesToDiffer(at: place, store, in: plain, range, wherever: found(changing: place, store, in: plain, range))
                }
                #expect(try found(changing: place, nil, in: indexed) == found(changing: place, nil, in: plain))
            }
            for text in [".few.a.b == 3", ".few.list[0] == 2", ".few[\"7\"] != null", ".text == \"short\""] {
                let expression = try Predicate(parsing: text)
                for scope in [SearchScope.first, .all, .last] {
                    #expect(
                        try indexed.find(expression, scope: scope, store: store) == plain.find(expression, scope: scope, store: store),
                        "\(text) in \(store)")
                }
            }
        }
        let fresh = try Timeline(history.recording, indexStore: MemoryStore(indexed.index?.bytes))
        try fresh.prepareIndex()
        for step in (0...history.steps).shuffled() { #expect(try fresh.step(at: step) == plain.step(at: step)) }
    }

    @Test
    func readsNoStatesForWhatSeldomChanges() throws {
        let history = try RandomHistory(seed: 3, isWhole: true)
        let store = MemoryStore()
        try Timeline(history.recording, indexStore: store).prepareIndex()
        let reads = Mutex<[String]>([])
        let whole = history.recording
        let recording = Recording(
            source: WatchedSource(source: whole.source) { name in reads.withLock { $0.append(name) } }, limits: whole.limits,
            manifest: whole.manifest, segments: whole.segments, losses: whole.losses, crash: nil)
        let timeline = try Timeline(recording, indexStore: store)
        let place = try JSONPointer(parsing: "/name")
        #expect(try values(of: place, "main", in: timeline).count > 3)
        #expect(try !found(changing: place, "main", in: timeline).isEmpty)
        #expect(try timeline.blame(place).lines.contains { try timeline.step(at: $0.steps.upperBound)?.line != nil })
        #expect(try timeline.estimatedChanges(of: [place]) > 3)
        #expect(reads.withLock { $0.allSatisfy { $0.hasSuffix("actions.ndjson") } && !$0.isEmpty })
        #expect(try timeline.blame(JSONPointer(parsing: "/long/70")).lines.count == 2)
        #expect(reads.withLock { $0.contains { $0.hasSuffix("states.ndjson") } })
    }

    private func blame(_ place: JSONPointer, at step: Int, _ store: String, in timeline: Timeline) -> String {
        do {
            return
                "\(try timeline.blame(place, at: step, store: store).lines.map { "\($0.place) \($0.steps) \($0.value)" })"
        } catch {
            return "\(error)"
        }
    }

    private func values(
        of place: JSONPointer, _ store: String, in timeline: Timeline, _ range: ClosedRange<Int>? = nil
    ) throws -> [String] {
        var rows: [String] = []
        let unknown = try timeline.forEachChange(of: [place], store: store, in: range) { row in
            rows.append("\(row.steps) \(row.values)")
            return true
        }
        return rows + ["\(unknown.count)"]
    }

    private func found(
        changing place: JSONPointer, _ store: String?, in timeline: Timeline, _ range: ClosedRange<Int>? = nil
    ) throws -> [Timeline.Item] {
        var filter = StepFilter()
        filter.places = [place]
        filter.store = store
        var items: [Timeline.Item] = []
        try timeline.forEach(in: range, matching: filter) { items.append($0) }
        return items
    }

    /// Compares what was found with what is at the place before and after each step, wherever both are known.
    private func expectValuesToDiffer(
        at place: JSONPointer, _ store: String, in timeline: Timeline, _ range: ClosedRange<Int>? = nil, wherever found: [Timeline.Item]
    ) throws {
        let numbers = Set(found.compactMap { if case .step(let step) = $0 { step.number } else { nil } })
        for number in range ?? timeline.steps where number > timeline.steps.lowerBound {
            guard try timeline.step(at: number)?.store == store, case .known(let old) = try timeline.state(at: number - 1, store: store),
                case .known(let new) = try timeline.state(at: number, store: store)
            else { continue }
            #expect(numbers.contains(number) == (old[place] != new[place]), "\(place) of \(store) at step \(number)")
        }
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

/// Tells which files of a recording are read.
private struct WatchedSource: EntrySource {
    let source: AnyEntrySource
    let watch: @Sendable (String) -> Void

    var path: String { source.path }
    var form: Recording.Form { source.form }
    var names: [String] { source.names }

    func read(_ name: String) throws(RecordingError) -> [UInt8] {
        watch(name)
        return try source.read(name)
    }
}

/// Two stores over ten segments: changes everywhere, now and then merged steps, lost states, and states replaced as a whole.
///
/// In a whole one, every state is known, and there is more in it that changes seldom, in any way that a patch can say.
private struct RandomHistory {
    let recording: Recording
    let steps = 200
    private let folder: TemporaryFolder

    init(seed: UInt64, isWhole: Bool = false) throws {
        folder = TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let builder = try RecordingBuilder(in: folder, stores: ["main", "side"])
        var states: [String: JSONValue] = [:]
        for store in ["main", "side"] {
            states[store] = ["items": [["id": 1, "n": 0], ["id": 2, "n": 0], ["id": 3, "n": 0]], "flags": ["a": false], "name": "n0"]
            if isWhole, case .object(var state)? = states[store] {
                state["few"] = ["a": ["b": 0], "7": true, "list": [0, 1], "gone": .null]
                state["long"] = .array((0..<100).map { ["id": .number(JSONNumber($0)), "n": 0] })
                state["text"] = .string(String(repeating: "x", count: 300))
                states[store] = .object(state)
            }
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
            if isWhole {
                let seldom = try Self.seldom(step, old, &generator)
                var state = new
                states[store] = (try? seldom.apply(to: &state)) == nil ? new : state
                builder.line(step, store, .patch(JSONPatch(patch.operations + (states[store] == new ? [] : seldom.operations))))
                continue
            }
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

    /// Any operation at places that few steps change; it need not fit.
    private static func seldom(_ step: Int, _ state: JSONValue, _ generator: inout SeededGenerator) throws -> JSONPatch {
        let value = JSONValue.number(JSONNumber(step % 5))
        func place(_ texts: [String]) throws -> JSONPointer { try JSONPointer(parsing: texts.randomElement(using: &generator) ?? "") }
        let elements = ["/few/list/0", "/few/list/1", "/few/list/-", "/long/0", "/long/69", "/long/99", "/long/-"]
        let members = ["/few/7", "/few/a", "/few/a/b", "/few/gone", "/few", "/few/list", "/text", "/long/70/n", "/long/3/n"]
        return switch Int.random(in: 0..<30, using: &generator) {
        case 0: JSONPatch([.add(try place(elements), value)])
        case 1: JSONPatch([.remove(try place(elements + ["/few/gone", "/few/7"]))])
        case 2 where step % 4 == 0: JSONPatch([.move(from: try place(elements), to: try place(elements + members))])
        case 3 where step % 4 == 0: JSONPatch([.copy(from: try place(elements + members), to: try place(elements))])
        case 4: JSONPatch([.replace(try place(members), step % 3 == 0 ? ["b": value, "list": [value]] : value)])
        case 5: JSONPatch([.add(try place(members), value), .add(try place(elements), ["id": .number(JSONNumber(step)), "n": value])])
        case 6: JSONPatch([.replace(try place(["/few"]), ["a": ["b": value], "7": value, "list": [value, 1, 2]])])
        default: JSONPatch()
        }
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
