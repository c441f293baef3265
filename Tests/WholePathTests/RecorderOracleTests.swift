import CLibrary
import Foundation
import RewindCapture
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindSystem
import RewindValue
import TestSupport
import Testing

/// Random states of many shapes through the real recorder, with every policy and every end of a process, compared step by step with what the app wrote down
/// itself: nothing missing, nothing wrong, nothing unsaid.
///
/// 2,000 steps in each run; `REWIND_LONG=1` makes it 100,000. `REWIND_SEED` chooses the states.
@Suite(
    "The recorder against the app's own log", .serialized,
    .timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 600)))
struct RecorderOracleTests {
    let folder = TemporaryFolder()

    static let seed = ProcessInfo.processInfo.environment["REWIND_SEED"].flatMap { UInt64($0) } ?? 1
    static let policies: [StateCapture] = [.everyStep, .every(7), .whenIdle, .keyframesOnly]
    static let steps =
        (ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 2_000 : 100_000) / (policies.count * Ending.allCases.count)

    enum Ending: String, CaseIterable, Sendable { case finish, exit, trap, silent }

    @Test(arguments: policies.indices, Ending.allCases)
    func agrees(policy: Int, ending: Ending) async throws {
        await #expect(processExitsWith: ending == .trap ? .failure : .exitCode(0)) {
            [path = folder.path as String, policy = policy as Int, ending = ending.rawValue as String] in
            var app = OracleApp(into: path, policy: Self.policies[policy], seed: Self.seed &+ UInt64(policy))
            app.run(Self.steps, until: ending)
        }
        let name = try #require(FileSystem.names(in: folder.path).first { $0.hasSuffix(".live") })
        let recording = try Recording(directory: "\(folder.path)/\(name)")
        let log = try FileSystem.read(folder.path("log"), limit: 1 << 30).split(separator: UInt8(ascii: "\n")).map {
            try JSONValue(parsing: Array($0))
        }
        #expect(recording.losses.actions.isEmpty && recording.losses.damage.allSatisfy { $0.reason == .torn })
        let actions = try recording.segments.flatMap { try recording.segment($0.index).actions }
        let timeline = try Timeline(recording)
        try #require(actions.map(\.step) == Array(1...actions.count))
        // Each line of the log is a step, or a change from outside, of which the recorder was told.
        var lines = log[...]
        var last: [String: JSONValue] = [:]
        var compared = 0
        for action in actions {
            let recorded: JSONValue? =
                if case .known(let state) = try timeline.state(at: action.step, store: action.store) { state } else { nil }
            if Self.policies[policy] != .everyStep, action.type == ActionLine.external, lines.first?["type"] != "outside" {
                // The same state in other storage, which only a state that is held can be compared with.
                if let recorded, let state = last[action.store] { try #require(recorded == state, "step \(action.step)") }
                continue
            }
            guard let line = lines.popFirst() else {
                try #require(ending == .trap && action.step == actions.count, "step \(action.step), \(action.type)")
                break
            }
            try #require((line["type"]?.string == "outside") == (action.type == ActionLine.external), "step \(action.step)")
            if line["type"] != "outside" { try #require(action.action == line["action"], "step \(action.step)") }
            try #require(line["store"]?.string == action.store)
            last[action.store] = line["state"]
            guard let recorded else { continue }
            try #require(recorded == line["state"], "the state of step \(action.step), \(line["type"]?.string ?? "")")
            compared += 1
        }
        try #require(lines.isEmpty)
        if Self.policies[policy] == .everyStep {
            let lost = recording.losses.states.reduce(0) { $0 + $1.count }
            #expect(compared + lost >= log.count - recording.manifest.counts.merged)
            if ending != .silent { #expect(lost == 0, "\(recording.losses.all)") }
        }
        if ending == .finish, Self.policies[policy] == .every(7) { #expect(compared >= log.count / 10) }
    }
}

/// An app with a store for each shape of states; it writes down what it does.
private struct OracleApp {
    private var random: SeededGenerator
    private let recorder: Recorder
    private let log: Int32

    init(into path: String, policy: StateCapture, seed: UInt64) {
        random = SeededGenerator(seed: seed)
        var configuration = Recorder.Configuration(app: "Oracle", directory: path, level: .secrets)  // in a release build, too
        configuration.capture = policy
        configuration.redaction = RedactionRules(keys: [], shapes: [])
        configuration.grace = GracePeriod(exit: .seconds(60), crash: .seconds(60))
        recorder = Recorder(configuration)
        log = open(path + "/log", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }

    mutating func run(_ steps: Int, until ending: String) {
        var shapes: [any OracleStore] = [
            Store<Rows>(recorder, Rows()), Store<Tables>(recorder, Tables()), Store<Tree>(recorder, .leaf(0)),
            Store<Shared>(recorder, Shared()), Store<Mixed>(recorder, Mixed()),
        ]
        for step in 1...steps {
            let place = Int(random.next() % UInt64(shapes.count))
            shapes[place].step(&random, log)
            if step % 97 == 0 { recorder.flush() }  // the writer may have nothing to do now and then
        }
        switch ending {
        case "finish": recorder.finish()
        case "exit": exit(0)
        case "silent": _exit(0)
        default: shapes[0].trap()
        }
    }
}

private protocol OracleStore {
    mutating func step(_ random: inout SeededGenerator, _ log: Int32)
    func trap()
}

private protocol Shape: Codable, Sendable {
    mutating func change(_ random: inout SeededGenerator)
}

private struct Change: Codable, Sendable { var number: Int }

private struct NotTaken: Error {}

private struct Store<State: Shape>: OracleStore {
    private let storeRecorder: StoreRecorder<State>
    private let name = "\(State.self)"
    private var state: State
    private var number = 0

    init(_ recorder: Recorder, _ state: State) {
        storeRecorder = recorder.store(name, initialState: state)
        self.state = state
    }

    mutating func step(_ random: inout SeededGenerator, _ log: Int32) {
        number += 1
        if random.next() % 20 == 0 {
            // The same state may come out: then there is nothing to tell, and nothing may be told.
            let before = try? JSONValue(encoding: state)
            state.change(&random)
            if (try? JSONValue(encoding: state)) == before { return }
            storeRecorder.didReplace(with: state)
            return write("outside", log)
        }
        let change = Change(number: number)
        let isRefused = random.next() % 20 == 1
        do throws(NotTaken) {
            if random.next() % 2 == 0 {
                try storeRecorder.reduce(change, in: &state) { state, _ throws(NotTaken) in
                    if isRefused { throw NotTaken() }
                    state.change(&random)
                }
            } else {
                state = try storeRecorder.reduce(change, from: state) { state, _ throws(NotTaken) in
                    if isRefused { throw NotTaken() }
                    var state = state
                    state.change(&random)
                    return state
                }
            }
        } catch {}
        write("step", log)
    }

    func trap() { _ = storeRecorder.reduce(Change(number: number + 1), from: state) { state, _ in preconditionFailure("the end") } }

    private func write(_ type: String, _ log: Int32) {
        let line: JSONValue = [
            "type": .string(type), "store": .string(name), "action": ["number": .number(JSONNumber(number))],
            "state": (try? JSONValue(encoding: state)) ?? .null,
        ]
        let bytes = Array((line.jsonText + "\n").utf8)
        precondition(bytes.withUnsafeBytes { systemWrite(log, $0.baseAddress, $0.count) } == bytes.count)
    }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }

private struct Item: Codable, Sendable, Identifiable {
    var id: UUID
    var title = ""
    var tags: Set<String> = []

    init(_ random: inout SeededGenerator) {
        let (a, b) = (random.next(), random.next())
        id = withUnsafeBytes(of: (a, b)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    mutating func change(_ random: inout SeededGenerator) {
        switch random.next() % 3 {
        case 0: title = String(random.next() % 100_000)
        case 1: tags.insert("tag \(random.next() % 8)")
        default: tags.remove("tag \(random.next() % 8)")
        }
    }
}

/// Arrays that are edited, moved and changed in place.
private struct Rows: Shape {
    var rows: [Item] = []
    var ids: [Int] = Array(0..<20)

    mutating func change(_ random: inout SeededGenerator) {
        let place = Int(random.next() % UInt64(max(1, rows.count)))
        switch random.next() % 6 {
        case 0: rows.append(Item(&random))
        case 1 where !rows.isEmpty: rows.remove(at: place)
        case 2 where !rows.isEmpty: rows.insert(rows.remove(at: place), at: 0)
        case 3: ids[Int(random.next() % 20)] = Int(random.next() % 1_000)
        default: if !rows.isEmpty { rows[place].change(&random) }
        }
    }
}

/// Hash tables with keys of several kinds.
private struct Tables: Shape {
    var items: [UUID: Item] = [:]
    var names: [String: Int] = [:]
    var places: [Int: Double] = [:]

    mutating func change(_ random: inout SeededGenerator) {
        switch random.next() % 4 {
        case 0:
            let item = Item(&random)
            items[item.id] = item
        case 1: if let key = items.keys.min(by: { $0.uuidString < $1.uuidString }) { items[key]?.change(&random) }
        case 2: names["name \(random.next() % 30)"] = Int(random.next() % 5)
        default: places[Int(random.next() % 30)] = random.next() % 2 == 0 ? nil : Double(random.next() % 100) / 4
        }
    }
}

/// A value that holds itself.
private indirect enum Tree: Shape {
    case leaf(Int)
    case node(Tree, label: String?, Tree)

    mutating func change(_ random: inout SeededGenerator) {
        switch self {
        case .leaf(let number):
            self =
                random.next() % 3 == 0 ? .node(.leaf(number), label: nil, .leaf(Int(random.next() % 100))) : .leaf(Int(random.next() % 100))
        case .node(var left, var label, var right):
            switch random.next() % 5 {
            case 0: label = random.next() % 2 == 0 ? nil : "\(random.next() % 10)"
            case 1 where random.next() % 4 == 0:
                self = left
                return
            case 2, 3: left.change(&random)
            default: right.change(&random)
            }
            self = .node(left, label: label, right)
        }
    }
}

/// A state with an object in it, which changes in place.
private struct Shared: Shape {
    // One thread has it at a time: the recorder encodes it on that of the step.
    final class Counter: Codable, @unchecked Sendable { var count = 0 }
    var counter = Counter()
    var number = 0

    mutating func change(_ random: inout SeededGenerator) {
        if random.next() % 2 == 0 { counter.count += 1 } else { number = Int(random.next() % 3) }
    }
}

/// What is left: numbers, dates, optionals in optionals, texts in other Unicode forms.
private struct Mixed: Shape {
    var real = 0.0
    var date = Date(timeIntervalSince1970: 0)
    var maybe: Int??
    var text = "é"
    var bytes = Data()

    mutating func change(_ random: inout SeededGenerator) {
        switch random.next() % 5 {
        case 0: real = random.next() % 2 == 0 ? -0.0 : Double(random.next() % 100) / 8
        case 1: date = Date(timeIntervalSince1970: Double(random.next() % 1_000) / 4)
        case 2: maybe = random.next() % 3 == 0 ? nil : .some(random.next() % 2 == 0 ? nil : 1)
        case 3: text = random.next() % 2 == 0 ? "\u{e9}" : "e\u{301}"
        default: bytes.append(UInt8(truncatingIfNeeded: random.next()))
        }
    }
}
