import Foundation
import RewindFormat
import RewindRecorder
import RewindValue

/// The parts of the report; each can be run alone, by its name.
enum Section: String, CaseIterable {
    // The long one first: its memory would not show in what the others have left behind.
    case long, dispatch, sprint, edits, kinds, size, worst, sparse, levels, sites, lists, effects, pictures

    func run(_ bench: Bench, _ sizes: [Size]) throws {
        switch self {
        case .dispatch: try dispatch(bench, sizes)
        case .sprint: try sprint(bench, sizes)
        case .edits: try edits(bench, sizes)
        case .kinds: try kinds(bench)
        case .long: try long(bench)
        case .size: try size(bench, sizes)
        case .worst: try worst(bench)
        case .sparse: try sparse(bench, sizes)
        case .levels: try levels(bench, sizes)
        case .sites: try sites(bench)
        case .lists: try LargeActions(bench).run()
        case .effects: try EffectCosts(bench).run()
        case .pictures: try PictureCosts(bench).run()
        }
    }

    /// The mix, side by side with what people use today, at the rate of a busy app.
    private func dispatch(_ bench: Bench, _ sizes: [Size]) throws {
        let table = Table(
            "On the dispatching thread", "state", "what", "steps, a second", "median", "p99", "added, median", "added, p99", "merged")
        for size in sizes {
            let (steps, rate) = size.effort(.recorder)
            let rounds = try Rounds(size, Mix.actions(size, steps / Rounds.count), rate: rate, bench)
            let bare = (median: rounds.bare.map(\.median).middle, p99: rounds.bare.map(\.p99).middle)
            let what = "\(Rounds.count) × \(steps / Rounds.count), \(rate.map { "\($0)" } ?? "no pause")"
            table.row("\(size)", Variant.bare.rawValue, what, text(bare.median), text(bare.p99), "", "", "")
            table.row(
                "\(size)", Variant.recorder.rawValue, what, text(rounds.recorder.map(\.median).middle),
                text(rounds.recorder.map(\.p99).middle), rounds.added(rounds.recorder, \.median).spread,
                rounds.added(rounds.recorder, \.p99).spread, "\(rounds.merged)")
            for variant in Variant.allCases where variant != .bare && variant != .recorder {
                let (steps, rate) = size.effort(variant)
                let costs = try variant.run(size, Mix.actions(size, steps), rate: rate, bench).costs
                table.row(
                    "\(size)", variant.rawValue, "\(steps), \(rate.map { "\($0)" } ?? "no pause")", text(costs.median), text(costs.p99),
                    text(costs.median - bare.median), text(costs.p99 - bare.p99), "")
            }
        }
    }

    /// What recording adds at each level, in turns.
    private func levels(_ bench: Bench, _ sizes: [Size]) throws {
        let table = Table(
            "What recording adds, by level", "state", "steps, a second", "dispatch: secrets", "masked", "masked : secrets",
            "processor time: secrets", "masked", "masked : secrets", "sealed: secrets", "masked", "masked : secrets", "merged")
        for size in sizes {
            let (steps, rate) = size.effort(.recorder)
            let actions = Mix.actions(size, steps / Rounds.count)
            var (bare, added): ([Costs], [RedactionLevel: [Costs]]) = ([], [:])
            var (merged, bytes) = (0, [RedactionLevel: Int]())
            for _ in 0..<Rounds.count {
                bare.append(try Variant.bare.run(size, actions, rate: rate, bench, countsProcessor: true).costs)
                for level in [RedactionLevel.secrets, .masked] {
                    let recording = try bench.record(size, actions, rate: rate, countsProcessor: true) { $0.level = level }
                    defer { recording.remove() }
                    let sealed = try recording.seal()
                    merged += sealed.counts.merged
                    bytes[level] = sealed.bytes
                    added[level, default: []].append(recording.costs)
                }
            }
            func median(_ level: RedactionLevel, _ cost: (Costs) -> Int) -> Int {
                zip(added[level] ?? [], bare).map { cost($0) - cost($1) }.middle
            }
            func ratio(_ masked: Int, _ secrets: Int) -> String {
                secrets > 0 ? rounded(Double(masked) / Double(secrets)) + " ×" : ""
            }
            func ratio(_ cost: (Costs) -> Int) -> String { ratio(median(.masked, cost), median(.secrets, cost)) }
            let sealed = [RedactionLevel.secrets, .masked].map { bytes[$0] ?? 0 }
            table.row(
                "\(size)", "\(Rounds.count) × \(actions.count), \(rate.map { "\($0)" } ?? "no pause")",
                text(median(.secrets, \.median)), text(median(.masked, \.median)), ratio(\.median),
                text(median(.secrets, \.processorPerStep)), text(median(.masked, \.processorPerStep)), ratio(\.processorPerStep),
                "\(sealed[0] / 1_000) kB", "\(sealed[1] / 1_000) kB", ratio(sealed[1], sealed[0]), "\(merged)")
        }
    }

    /// What saying where each action was dispatched adds, at each level, in turns.
    private func sites(_ bench: Bench) throws {
        let table = Table("What a call site adds", "level", "steps", "reducer and recorder", "with a call site", "added by it")
        let actions = Mix.actions(.S, 100_000)
        for level in [RedactionLevel.everything, .secrets, .masked] {
            let rounds = try (0..<Rounds.count).map { _ in
                try [false, true].map { namesSites in
                    let recording = try bench.record(.S, actions, rate: nil, namesSites: namesSites) { $0.level = level }
                    defer { recording.remove() }
                    return recording.costs.median
                }
            }
            table.row(
                level.rawValue, "\(Rounds.count) × \(actions.count), no pause", text(rounds.map { $0[0] }.middle),
                text(rounds.map { $0[1] }.middle), rounds.map { $0[1] - $0[0] }.spread)
        }
    }

    /// The mix without a pause.
    private func sprint(_ bench: Bench, _ sizes: [Size]) throws {
        let table = Table("Without a pause", "state", "steps", "reducer, median", "added, median", "added, p99", "steps a second", "merged")
        for size in sizes {
            let actions = Mix.actions(size, [.S: 100_000, .M: 10_000, .L: 100][size] ?? 0)
            let rounds = try Rounds(size, actions, rate: nil, bench)
            table.row(
                "\(size)", "\(Rounds.count) × \(actions.count)", text(rounds.bare.map(\.median).middle),
                rounds.added(rounds.recorder, \.median).spread, rounds.added(rounds.recorder, \.p99).spread,
                rounded(Double(actions.count) / Double(rounds.recorder.map(\.wall).middle) * 1e9), "\(rounds.merged)")
        }
    }

    /// Single-element edits: the processor time of all threads.
    private func edits(_ bench: Bench, _ sizes: [Size]) throws {
        let table = Table(
            "Single-element edits, processor time of the whole process a step", "state", "steps, a second", "reducer", "recorder, added",
            "added : reducer", "JSONEncoder, added", "JSONEncoder : recorder", "merged")
        for size in sizes {
            let (steps, rate) = [.S: (20_000, 10_000), .M: (2_000, 1_000), .L: (250, 100)][size] ?? (0, 1)
            let toggles = (0..<steps).map { AppAction.toggle(id: $0 * 7919 % size.todos) }
            let rounds = try Rounds(
                size, toggles, rate: rate, bench, countsProcessor: true, encoded: [.S: 2_000, .M: 100, .L: 3][size] ?? 1)
            let bare = rounds.bare.map(\.processorPerStep)
            let added = rounds.added(rounds.recorder, \.processorPerStep)
            let encoder = rounds.added(rounds.encoder, \.processorPerStep)
            func ratio(_ some: [Int], _ others: [Int]) -> String { rounded(Double(some.middle) / Double(max(1, others.middle))) + " ×" }
            table.row(
                "\(size)", "\(Rounds.count) × \(steps), \(rate)", text(bare.middle), added.spread, ratio(added, bare), text(encoder.middle),
                ratio(encoder, added), "\(rounds.merged)")
        }
    }

    /// A million small steps: does it get dearer, does memory grow, is anything merged, how fast is it sealed.
    private func long(_ bench: Bench) throws {
        let count = 1_000_000
        let table = Table("A million small steps", "what", "figure")
        let actions = Mix.actions(.S, count)
        let bare = try Variant.bare.run(.S, Array(actions.prefix(20_000)), rate: nil, bench).costs
        forgetPeak()
        let before = peakMemory()
        var memory: [Int] = []
        let recording = try bench.record(.S, actions, rate: 115_000) { _ in
        } meanwhile: { recorder in
            let sampler = MemorySampler()
            return { memory = sampler.stop() }
        }
        defer { recording.remove() }
        let costs = recording.costs
        let timesBytes = count * MemoryLayout<Int>.stride
        let peak = peakMemory() - before - timesBytes
        let sealed = try recording.seal()
        table.row("dispatched at 115,000 a second, and finished, in", text(costs.wall))
        table.row("states merged", "\(sealed.counts.merged)")
        table.row("added, median of the steps to 1,000", text(costs.median(of: 0..<1_000) - bare.median))
        table.row("added, median of the last 1,000", text(costs.median(of: (count - 1_000)..<count) - bare.median))
        table.row("memory, at most, more than before", "\(rounded(Double(max(0, peak)) / 1_048_576)) MiB")
        let quarters = memory.map { "\(max(0, $0 - before - timesBytes) >> 20)" }.joined(separator: ", ")
        table.row("the same after a quarter, half, three quarters, the end", quarters + " MiB")
        table.row("streams", "\(recording.streamBytes / 1_000_000) MB")
        table.row(
            "sealed, hashed and checked at", "\(rounded(Double(recording.streamBytes) / Double(sealed.nanoseconds) * 1000)) MB/s")
        table.row("sealed, a step, keyframes included", "\(rounded(Double(sealed.bytes) / Double(count))) B")
        table.row("worst dispatch (windows and segments roll over)", text(costs.worst))
    }

    /// Bytes a step in the sealed file: what more steps in the same segment add.
    private func size(_ bench: Bench, _ sizes: [Size]) throws {
        let table = Table("Bytes a step, sealed, keyframes apart", "state", "actions", "bytes a step", "merged")
        for size in sizes {
            let (few, many) = [.S: (2_000, 9_000), .M: (500, 3_000), .L: (100, 400)][size] ?? (1, 2)
            let rate = [.S: 10_000, .M: 1_500, .L: 100][size]
            let edits = (0..<many).map { AppAction.edit(id: $0 * 7919 % size.todos, title: "a title that was edited, number \($0 % 100)") }
            for (name, actions) in [("the mix", Mix.actions(size, many)), ("single edits", edits)] {
                let sealed = try [few, many].map { count in
                    let recording = try bench.record(size, Array(actions.prefix(count)), rate: rate)
                    defer { recording.remove() }
                    return try recording.seal()
                }
                let bytes = Double(sealed[1].bytes - sealed[0].bytes) / Double(many - few)
                table.row("\(size)", name, rounded(bytes), "\(sealed[1].counts.merged)")
            }
        }
    }

    /// The worst single dispatch while something else goes on.
    private func worst(_ bench: Bench) throws {
        let table = Table("The worst single dispatch", "while", "median", "p99.9", "worst", "the reducer's own worst", "lost")
        func row(_ name: String, _ size: Size, _ bare: Costs, _ recording: Recorded) throws {
            let costs = recording.costs
            let rare = costs.steps.sorted()[costs.steps.count * 999 / 1000]
            let counts = try recording.seal().counts
            table.row(
                name, text(costs.median), text(rare), text(costs.worst), text(bare.worst),
                "\(counts.dropped) dropped, \(counts.merged) merged")
            recording.remove()
        }
        let actions = Mix.actions(.S, 50_000)
        let bare = try Variant.bare.run(.S, actions, rate: 10_000, bench).costs
        try row("nothing", .S, bare, bench.record(.S, actions, rate: 10_000))
        try row("another recording is sealed", .S, bare, bench.record(.S, actions, rate: 10_000, meanwhile: sealing(bench)))
        try row("the disk is full from 1 MiB on", .S, bare, bench.record(.S, actions, rate: 10_000, meanwhile: fullDisk))
        let large = Mix.actions(.L, 300)
        let bareLarge = try Variant.bare.run(.L, large, rate: 50, bench).costs
        try row(
            "keyframes of L, one every 64 steps", .L, bareLarge,
            bench.record(.L, large, rate: 50, configure: { $0.limits = RecordingLimits(steps: 256) }))
    }

    /// Seals another recording again and again, as an app does that keeps its processors to itself.
    private func sealing(_ bench: Bench) throws -> (Recorder) -> () -> Void {
        let other = try bench.record(.M, Mix.actions(.M, 4_000), rate: nil)
        return { _ in
            let thread = Repeating { _ = try? other.seal(threads: 1) }
            return {
                thread.stop()
                other.remove()
            }
        }
    }

    /// Lets no file grow beyond 1 MiB.
    private func fullDisk(_ recorder: Recorder) -> () -> Void {
        signal(SIGXFSZ, SIG_IGN)
        let old = fileSizeLimit(1 << 20)
        return { _ = fileSizeLimit(old) }
    }

    /// A store that changes its state in place: what holding states costs it, and what the policies leave of that.
    private func sparse(_ bench: Bench, _ sizes: [Size]) throws {
        let table = Table("A store that changes its state in place", "state", "captured", "mean", "median", "p99", "merged")
        let policies: [(String, StateCapture?)] = [
            ("not recorded", nil), ("every step", .everyStep), ("every 100", .every(100)), ("when idle", .whenIdle),
            ("keyframes only", .keyframesOnly),
        ]
        for size in sizes {
            let steps = [.S: 20_000, .M: 10_000, .L: 500][size] ?? 1
            let rate = [.S: 10_000, .M: 5_000, .L: 100][size]
            let actions = (0..<steps).map { AppAction.toggle(id: $0 * 7919 % size.todos) }
            for (name, policy) in policies {
                let outcome = try inPlace(bench, size, actions, rate: rate, policy)
                let mean = outcome.costs.steps.reduce(0, +) / steps
                table.row(
                    "\(size)", name, text(mean), text(outcome.costs.median), text(outcome.costs.p99), outcome.merged.map { "\($0)" } ?? "")
            }
        }
    }

    private func inPlace(
        _ bench: Bench, _ size: Size, _ actions: [AppAction], rate: Int?, _ policy: StateCapture?
    ) throws -> Variant.Outcome {
        var state = AppState(size)
        guard let policy else {
            return .init(costs: try measure(steps: actions.count, rate: rate) { change(&state, actions[$0]) })
        }
        let recorder = bench.recorder { $0.capture = policy }
        let store = recorder.store(initialState: state)
        state.todos.reserveCapacity(state.todos.count + 1)  // the recorder has the first state: ours is a copy from here on
        recorder.flush()
        let costs = measure(steps: actions.count, rate: rate) { number in
            store.reduce(actions[number], in: &state) { change(&$0, $1) }
        } finish: {
            recorder.finish()
        }
        let recording = Recorded(directory: recorder.directory ?? "", costs: costs)
        defer { recording.remove() }
        return .init(costs: costs, merged: try recording.merged())
    }
}
