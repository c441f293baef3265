import Foundation
import RewindRecorder

/// What one kind of state costs a step, in nanoseconds of processor time.
struct KindCosts {
    /// The dispatching thread, and all threads of the process together.
    struct Time {
        var thread: Int
        var process: Int
    }

    private(set) var bare: [Time] = []
    private(set) var held: [Time] = []
    private(set) var recorded: [Time] = []
    private(set) var encoded: [Time] = []
    private(set) var merged = 0

    /// Measures a state of so many elements in turns: alone, with the last two states held, recorded, encoded whole.
    init<Kind: StateKind>(
        _ type: Kind.Type, count: Int, _ actions: [KindAction], rate: Int, rounds: Int, encodes: Int, _ bench: Bench
    ) throws {
        for _ in 0..<rounds {
            bare.append(Self.run(Kind(count: count), actions, rate: rate, hold: false))
            held.append(Self.run(Kind(count: count), actions, rate: rate, hold: true))
            recorded.append(try record(Kind(count: count), actions, rate: rate, bench))
            encoded.append(try Self.encode(Kind(count: count), Array(actions.prefix(encodes))))
        }
    }

    /// The middle of the rounds, less what the reducer alone takes in the same round.
    func added(_ times: [Time], _ figure: (Time) -> Int) -> Int { zip(times, bare).map { figure($0) - figure($1) }.middle }

    private static func run(_ initial: some StateKind, _ actions: [KindAction], rate: Int, hold: Bool) -> Time {
        var state = initial
        var last = [state, state]
        return times(actions.count, rate: rate) { number in
            if hold { last[number % 2] = state }
            // Where nobody holds the state it is changed in place, as a store does that has the only copy.
            switch actions[number] {
            case .edit(let number): state.edit(number)
            case .other(let number): state.changeOther(number)
            case .insert(let number): state.insert(number)
            }
        }
    }

    private mutating func record<Kind: StateKind>(_ initial: Kind, _ actions: [KindAction], rate: Int, _ bench: Bench) throws -> Time {
        let recorder = Recorder(app: "Benchmark", directory: bench.folder) { ($0.earlier, $0.limits) = (.none, .none) }
        var state = initial
        let store = recorder.store(initialState: state)
        recorder.flush()
        let time = Self.times(actions.count, rate: rate) { number in
            state = store.reduce(actions[number], from: state) { state, action in reduce(state, action) }
        } finish: {
            recorder.flush()
        }
        recorder.finish()
        let recording = Recorded(directory: recorder.directory ?? "", costs: Costs(steps: [0], processor: 0, wall: 0))
        defer { recording.remove() }
        merged += try recording.merged()
        return time
    }

    private static func encode(_ initial: some StateKind, _ actions: [KindAction]) throws -> Time {
        var state = initial
        let encoder = JSONEncoder()
        return try times(actions.count, rate: nil) { number in
            state = reduce(state, actions[number])
            _ = try encoder.encode(state)
        }
    }

    /// Runs steps at a rate, and counts the processor time of the steps on this thread, and of everything but the waits in the process.
    private static func times(
        _ count: Int, rate: Int?, step: (Int) throws -> Void, finish: () -> Void = {}
    ) rethrows -> Time {
        let began = nanoseconds(CLOCK_MONOTONIC)
        let process = nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
        let thread = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
        var inSteps = 0
        for number in 0..<count {
            if let rate {
                let wait = began + number * 1_000_000_000 / rate - nanoseconds(CLOCK_MONOTONIC)
                if wait > 0 { usleep(UInt32(wait / 1000)) }
            }
            let start = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
            try step(number)
            inSteps += nanoseconds(CLOCK_THREAD_CPUTIME_ID) - start
        }
        let waits = nanoseconds(CLOCK_THREAD_CPUTIME_ID) - thread - inSteps
        finish()
        return Time(thread: inSteps / count, process: (nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - process - waits) / count)
    }
}

extension Section {
    /// States as apps have them: what an edit of an element, of a field beside it and an insertion cost.
    func kinds(_ bench: Bench) throws {
        let table = Table(
            "Kinds of state, 1,000 elements, µs of processor time added a step: edit / another field / insert", "state",
            "dispatching thread", "of that, by holding two states", "process", "JSONEncoder, an edit", "merged")
        try row(ArrayState.self, table, bench)
        try row(RealState.self, table, bench)
        try row(IdentifiedState.self, table, bench)
        try row(ObservedState.self, table, bench)
        try row(DictionaryState<UUID>.self, table, bench)
        try row(DictionaryState<Int>.self, table, bench)
        try row(SetState.self, table, bench)
        try row(DictionaryState<String>.self, table, bench)
        try row(SharedState.self, table, bench)
        let large = Table(
            "Kinds of state, 5.6 MB of JSON, 100 edits a second", "state", "dispatching thread, µs", "process, µs", "JSONEncoder, ms",
            "merged")
        try largeRow(ArrayState.self, large, bench)
        try largeRow(IdentifiedState.self, large, bench)
        try largeRow(ObservedState.self, large, bench)
        try largeRow(DictionaryState<UUID>.self, large, bench)
    }

    private func row<Kind: StateKind>(_ type: Kind.Type, _ table: Table, _ bench: Bench) throws {
        let steps = 300
        let ways = [KindAction.edit, KindAction.other, KindAction.insert]
        let costs = try ways.map { way in
            try KindCosts(type, count: 1_000, (0..<steps).map(way), rate: 500, rounds: 3, encodes: 20, bench)
        }
        func cell(_ figure: (KindCosts) -> Int) -> String { costs.map { microseconds(figure($0)) }.joined(separator: " / ") }
        table.row(
            type.title, cell { $0.added($0.recorded, \.thread) }, cell { $0.added($0.held, \.thread) },
            cell { $0.added($0.recorded, \.process) }, microseconds(costs[0].added(costs[0].encoded, \.thread)),
            "\(costs.reduce(0) { $0 + $1.merged })")
    }

    private func largeRow<Kind: StateKind>(_ type: Kind.Type, _ table: Table, _ bench: Bench) throws {
        let costs = try KindCosts(type, count: 50_000, (0..<200).map(KindAction.edit), rate: 100, rounds: 1, encodes: 2, bench)
        table.row(
            type.title, microseconds(costs.added(costs.recorded, \.thread)), microseconds(costs.added(costs.recorded, \.process)),
            rounded(Double(costs.added(costs.encoded, \.thread)) / 1e6), "\(costs.merged)")
    }

    private func microseconds(_ nanoseconds: Int) -> String { rounded(Double(nanoseconds) / 1e3) }
}
