import Foundation
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue
import TestSupport

@testable import RewindRecorder

/// One run of the real recorder under a seeded scheduler, and what the recording must say afterwards.
///
/// There are stores that dispatch, the writer, somebody who pauses, flushes and copies, a machine with faults, and files that are removed or cut.
///
/// What is asked of every run: each action that the recorder numbered is in the recording, or the recording says that it is missing; each state that the
/// recording tells is the one that the store had; once the machine is sound again, all is recorded again; and the app was told.
final class Schedule: @unchecked Sendable {
    let seed: UInt64
    private let path: String
    private var random: SeededGenerator
    private let scheduler: SeededScheduler
    private let plan: FaultPlan
    private let log = Log()
    private var vandalism: Vandalism
    private let limit: Int?
    private var wrongCopy: String?
    /// How long the texts of actions are at most.
    private var textLength = 1
    /// Threads of the app that still run.
    private var left = 0

    enum Vandalism: CaseIterable {
        case none, directory, moved, segment, lastSegment, actions, states, cutActions, cutStates, cutClosed, pages, cutPages
    }

    /// What an app writes down beside the recorder.
    ///
    /// `@unchecked Sendable`: under the scheduler, one thread at a time touches it.
    private final class Log: @unchecked Sendable {
        struct Entry {
            let store: String
            let id: Int
            /// Its number; `nil` if the recorder left it out or could not write it.
            var step: Int?
            var isPaused = false
            /// What the reducer made.
            var rows: [Int] = []
        }

        var entries: [Entry] = []
        var events: [Recorder.Event] = []
    }

    /// Everything about the run is decided by the seed.
    init(seed: UInt64, in folder: String) {
        self.seed = seed
        path = "\(folder)/\(seed)"
        var random = SeededGenerator(seed: seed &* 0x9E37_79B9)
        var plan = FaultPlan()
        let hasFault = random.below(4) > 0
        if hasFault {
            let kind = SystemCall.allCases[random.below(SystemCall.allCases.count)]
            let numbers = FaultPlan.numbers(of: kind)
            plan.number = numbers[random.below(numbers.count)]
            if random.below(3) > 0 { plan.kind = kind }
            let first = 1 + random.below(plan.kind == nil ? 200 : [10, 40][random.below(2)])
            let count = [1, 1, 3, 10, 40, 100_000][random.below(6)]
            plan.calls = first..<(first + (plan.number == EINTR ? min(3, count) : count))
        }
        plan.writesShort = random.below(4) == 0
        let kind = random.below(Vandalism.allCases.count)
        vandalism = !hasFault || random.below(3) == 0 ? Vandalism.allCases[kind] : .none
        limit = random.below(3) == 0 ? 8 + random.below(24) : nil
        self.plan = plan
        self.random = random
        scheduler = SeededScheduler(seed: seed, plan: plan)
    }

    /// Whether anything went wrong by plan.
    var hasFault: Bool { wasVandalised != .none || !scheduler.refusals.isEmpty }

    /// Runs it; returns what is wrong, and nothing if all is right.
    func run() -> String? {
        defer { try? FileManager.default.removeItem(atPath: path) }
        var wrong: String?
        scheduler.run { wrong = play() }
        return (wrong ?? scheduler.failure).map { "seed \(seed): \($0); \(described)" }
    }

    private var described: String {
        "faults \(plan), refused \(scheduler.refusals.prefix(6).map { "\($0.0) \($0.1)" }), vandalism \(wasVandalised), limit \(limit.map(String.init) ?? "none"), "
            + "events \(log.events.map { "\($0)".replacingOccurrences(of: path, with: "").prefix(130) })"
    }

    private func play() -> String? {
        var configuration = Recorder.Configuration(app: "Model", directory: path, level: .everything)
        configuration.earlier = .none
        configuration.limits.steps = limit
        configuration.durability = random.below(5) == 0 ? .system(every: .milliseconds(10)) : .process
        configuration.sizes.windowBytes = 4_096
        configuration.sizes.segmentSteps = 6 + random.below(20)
        textLength = [100, 600, 1_500][random.below(3)]
        configuration.sizes.patchBytes = 600 + random.below(3_000)
        configuration.sizes.ringSteps = 2 + random.below(5)
        if random.below(3) == 0 { configuration.sizes.queueCount = 4 }
        configuration.onEvent = { [log] in log.events.append($0) }
        let recorder = Recorder(configuration)
        guard let core = recorder.core else {
            return log.events.contains { if case .failed = $0 { true } else { false } } ? nil : "no recording began, and nobody was told"
        }
        let names = (0..<(1 + random.below(3))).map { "store\($0)" }
        let stores = names.map { ModelStore(recorder, $0) }
        let dispatchers = stores.map { store in Dispatcher(store: store, count: 4 + random.below(32)) }
        left = dispatchers.count
        for dispatcher in dispatchers {
            scheduler.start { [self] in
                dispatch(dispatcher.count, to: dispatcher.store, recorder)
                left -= 1
            }
        }
        if random.below(4) == 0 {
            left += 1
            scheduler.start { [self] in
                meddle(with: recorder)
                left -= 1
            }
        }
        let (removed, looked) = (scheduler.choose(90), scheduler.choose(60))
        var wrong: String?
        var round = 0
        while left > 0, scheduler.failure == nil {
            rest(1_000_000)
            round += 1
            if round == removed || left == 0 { vandalise(core) }
            if round == looked, wasVandalised == .none { wrong = wrong ?? seen(core, isOver: false) }
        }
        vandalise(core)
        // The machine is sound from here on: after a few seconds all is recorded again.
        scheduler.isHealed = true
        rest(3_000_000_000)
        recorder.resume()
        let before = log.entries.count
        for store in stores {
            for _ in 0..<3 { dispatch(1, to: store, recorder) }
        }
        rest(3_000_000_000)
        for store in stores { dispatch(1, to: store, recorder) }
        recorder.finish()
        return wrong ?? wrongCopy ?? wrongEvents ?? seen(core, isOver: true, healedFrom: before)
    }

    /// Lets so many nanoseconds go by, and others go on meanwhile.
    private func rest(_ nanoseconds: Int) {
        let end = scheduler.now + nanoseconds
        while scheduler.now < end, scheduler.failure == nil { scheduler.wait(until: min(end, scheduler.now + 100_000_000)) }
    }

    /// What is wrong in what the app was told: an outage begins and then ends, as often as not.
    private var wrongEvents: String? {
        var isSuspended = false
        for event in log.events {
            switch event {
            case .suspended where isSuspended: return "recording stopped twice"
            case .suspended: isSuspended = true
            case .resumed where !isSuspended: return "recording goes on, and had not stopped"
            case .resumed: isSuspended = false
            default: break
            }
        }
        return isSuspended ? "recording has stopped for good" : nil
    }

    private struct Dispatcher: Sendable {
        let store: ModelStore
        let count: Int
    }

    private func dispatch(_ count: Int, to store: ModelStore, _ recorder: Recorder) {
        for _ in 0..<count {
            if scheduler.failure != nil { return }
            let id = log.entries.count + 1
            let place = log.entries.count
            log.entries.append(.init(store: store.name, id: id))
            let length = scheduler.choose(60) == 0 ? 200_000 : scheduler.choose(textLength)
            let action = ModelAction(id: id, text: String(repeating: "x", count: length))
            let step = store.storeRecorder.willReduce(action, from: store.state)
            log.entries[place].step = step.step
            log.entries[place].isPaused = step.isOmitted
            scheduler.reachSwitchPoint()
            store.state.id = id
            store.state.rows[scheduler.choose(store.state.rows.count)] = id
            log.entries[place].rows = store.state.rows
            scheduler.reachSwitchPoint()
            store.storeRecorder.didReduce(step, to: store.state)
            if scheduler.choose(12) == 0 { rest(scheduler.choose(40_000_000)) }
        }
    }

    /// What is wrong in a copy: it opens, and nothing of it is damaged where nothing was by then.
    private func wrong(inCopy path: String) -> String? {
        var wrong: String?
        Scheduling.run(under: nil) {
            do {
                let losses = try Recording(directory: path).losses
                if !hasFault, !losses.isEmpty { wrong = "a copy has losses: \(losses.all)" }
            } catch {
                if !hasFault { wrong = "a copy does not open: \(error)" }
            }
        }
        return wrong
    }

    private func meddle(with recorder: Recorder) {
        for _ in 0..<3 {
            rest(scheduler.choose(20_000_000))
            switch scheduler.choose(4) {
            case 0: recorder.pause()
            case 1: recorder.flush()
            case 2:
                let copy = path + "/copy\(scheduler.now)"
                if (try? recorder.saveRecent(to: copy)) != nil { wrongCopy = wrongCopy ?? wrong(inCopy: copy) }
            default: recorder.resume()
            }
        }
        recorder.resume()
    }

    /// Removes or cuts files, as somebody does who does not know that an app records into them.
    private func vandalise(_ core: RecorderCore) {
        if vandalism == .none { return }
        let (segment, bytes) = core.journal.withLock { ($0.segment, $0.byteCount) }
        let directory = core.directory.path
        Scheduling.run(under: nil) {
            let actions = core.directory.file(SegmentName.actions(segment)), states = core.directory.file(SegmentName.states(segment))
            switch vandalism {
            case .none: break
            case .directory: try? FileManager.default.removeItem(atPath: directory)
            case .moved: try? FileManager.default.moveItem(atPath: directory, toPath: path + "/moved")
            case .segment: try? FileManager.default.removeItem(atPath: core.directory.file(SegmentName.directory(max(0, segment - 1))))
            case .lastSegment: try? FileManager.default.removeItem(atPath: core.directory.file(SegmentName.directory(segment)))
            case .actions: try? FileManager.default.removeItem(atPath: actions)
            case .states: try? FileManager.default.removeItem(atPath: states)
            case .cutActions: truncate(actions, off_t(bytes / 2))
            case .cutStates: cut(states)
            case .cutClosed: cut(core.directory.file(SegmentName.actions(max(0, segment - 1))))
            case .cutPages:
                truncate(core.directory.file(StatusPage.fileName), [0, 100, 4_000][scheduler.choose(3)])
                truncate(core.directory.file(CrashPage.fileName), 0)
            case .pages:
                try? FileManager.default.removeItem(atPath: core.directory.file(StatusPage.fileName))
                try? FileManager.default.removeItem(atPath: core.directory.file("lock"))
                try? FileManager.default.removeItem(atPath: core.directory.file("manifest.json"))
            }
        }
        wasVandalised = vandalism
        vandalism = .none
    }

    private var wasVandalised = Vandalism.none

    private func cut(_ file: String) {
        guard let size = FileSystem.size(of: file), size > 0 else { return }
        truncate(file, off_t(size / 3))
    }
}

// MARK: - What must be true

extension Schedule {
    /// Looks at the recording as it is, as if the process had died now, or was over; returns what is wrong.
    private func seen(_ core: RecorderCore, isOver: Bool, healedFrom: Int = .max) -> String? {
        var wrong: String?
        Scheduling.run(under: nil) {
            do {
                let recording = try Recording(directory: core.directory.path, holdsLock: !isOver)
                wrong = try check(recording, core, isOver: isOver, healedFrom: healedFrom)
            } catch {
                wrong = "the recording does not open: \(error)"
            }
        }
        return wrong
    }

    private func check(_ recording: Recording, _ core: RecorderCore, isOver: Bool, healedFrom: Int) throws -> String? {
        let segments = try recording.segments.map { try recording.segment($0.index) }
        let actions = segments.flatMap(\.actions)
        let isLost = wasVandalised != .none
        // Each numbered action is there, or its loss is told.
        var recorded: [Int: ActionLine] = [:]
        for action in actions {
            if recorded.updateValue(action, forKey: action.step) != nil { return "step \(action.step) is there twice" }
        }
        let missing = recording.losses.actions
        let told = !recording.losses.ofActions.isEmpty
        let kept = limit == nil ? 1 : recording.steps?.lowerBound ?? 0
        let entries = log.entries
        for entry in entries {
            guard let step = entry.step else { continue }
            if let action = recorded[step] {
                if action.action?["id"]?.int != entry.id || action.store != entry.store {
                    return "step \(step) is another action than \(entry.id)"
                }
            } else if step >= kept, !missing.contains(where: { $0.contains(step) }) {
                return "step \(step) is missing, and the recording does not say so: losses \(recording.losses.all)"
            } else if step < kept, isLost, !told, step > (recording.steps?.upperBound ?? 0) - (limit ?? 0) {
                return "step \(step) is missing below \(kept), and the recording does not say so"
            }
        }
        // What the disk refused has its number, and so its place in the ring.
        let numbered = entries.count { $0.step != nil }
        if let limit, isOver, !isLost, let steps = recording.steps, steps.lowerBound > 0,
            case let dropped = core.counts.dropped, steps.count + dropped < min(limit, numbered + dropped)
        {
            return "of \(entries.count) actions, \(steps.count) are kept, and the limit is \(limit)"
        }
        // A step whose action could not be written was told to the app, and is counted.
        let unnumbered = entries.filter { $0.step == nil && !$0.isPaused }
        let isSuspended = log.events.contains { if case .suspended = $0 { true } else { false } }
        if isOver, !unnumbered.isEmpty, !isSuspended { return "\(unnumbered.count) actions could not be written, and nobody was told" }
        if isOver, unnumbered.count > core.counts.dropped {
            return "\(unnumbered.count) actions could not be written, and \(core.counts.dropped) count as dropped"
        }
        let isFilesLost = log.events.contains { if case .filesLost = $0 { true } else { false } }
        // A file that is cut between the look at its size and the call that extends it looks whole again: the steps' numbers tell, and no event.
        if isOver, limit == nil, !missing.isEmpty, !isSuspended, !isFilesLost, !hasHole(recording, core) {
            return "actions are missing, \(missing), and nobody was told"
        }
        // Each state that is told is the one that the store had.
        let history = History(entries)
        for segment in segments {
            var states: [String: JSONValue] = [:]
            for line in segment.states {
                switch line.change {
                case .keyframe(let value): states[line.store] = value
                case .patch(let patch):
                    guard var state = states[line.store] else {
                        if isLost { continue }
                        return "step \(line.step) of \(line.store) is a patch, and there is no state before it"
                    }
                    do {
                        try patch.apply(to: &state)
                        states[line.store] = state
                    } catch {
                        if !isLost { throw error }
                        states[line.store] = nil
                    }
                case .unencodable, .unknown: states[line.store] = nil
                case .failed, .action: break
                }
                guard let state = states[line.store] else { continue }
                // A patch behind a lost line is one from another state, and the recording says so.
                if isLost, recording.losses.unknown.contains(where: { $0.store == line.store && $0.steps.contains(line.step) }) { continue }
                let had = history.states(of: line.store, at: line.step)
                let told = state["id"]?.int ?? -1
                let rows = state["rows"]?.array?.compactMap(\.int) ?? []
                guard let rowsHad = had[told] else {
                    return "the state of \(line.store) at step \(line.step) is told as \(told), and it was \(had.keys.sorted())"
                }
                if rows != rowsHad {
                    return "the state of \(line.store) at step \(line.step) has the rows \(rows), and they were \(rowsHad)"
                }
            }
        }
        if !isOver { return nil }
        // Without a fault, nothing is missing; after one, what came later is whole.
        let merged = segments.flatMap(\.states).compactMap(\.merged)
        let untold = recording.losses.states + recording.losses.unknown.map(\.steps)
        let lined = Set(segments.flatMap(\.states).map { "\($0.store) \($0.step)" })
        for entry in entries {
            guard let step = entry.step, step >= kept, recorded[step] != nil, !lined.contains("\(entry.store) \(step)") else { continue }
            if merged.contains(where: { $0.contains(step) }) || untold.contains(where: { $0.contains(step) }) { continue }
            return "step \(step) has no state, and the recording does not say so"
        }
        for entry in entries where entry.id > healedFrom || !hasFault {
            guard let step = entry.step else {
                if entry.isPaused { continue }
                return "action \(entry.id) was not recorded\(hasFault ? ", although all was well again" : "")"
            }
            if step < kept { continue }
            if recorded[step] == nil {
                return "step \(step) is missing\(hasFault ? ", although all was well again" : ""), of \(recording.segments)"
            }
            let line = segments.flatMap(\.states).first { $0.store == entry.store && $0.step == step }
            if let line, case .unencodable(let why) = line.change { return "step \(step) has no state: \(why)" }
            if line == nil, !merged.contains(where: { $0.contains(step) }) {
                return "step \(step) has no state\(hasFault ? ", although all was well again" : "")"
            }
        }
        return hasFault || recording.losses.isEmpty ? nil : "nothing went wrong, and losses are told: \(recording.losses.all)"
    }

    /// Whether there are zero bytes in the actions of a recording that is over: a file that was cut and extended again has them.
    private func hasHole(_ recording: Recording, _ core: RecorderCore) -> Bool {
        recording.segments.contains { segment in
            let bytes = try? FileSystem.read(core.directory.file(SegmentName.actions(segment.index)), limit: 1 << 26)
            return bytes?.contains(0) == true
        }
    }

    /// Which states each store had at each step.
    private struct History {
        private var entries: [String: [Log.Entry]] = [:]

        init(_ log: [Log.Entry]) { entries = Dictionary(grouping: log) { $0.store } }

        /// The states that the store had at a step: that of its last numbered action, and those of actions without a number that may have come since.
        func states(of store: String, at step: Int) -> [Int: [Int]] {
            var had = [0: ModelState().rows]
            for entry in entries[store] ?? [] {
                guard let number = entry.step else {
                    had[entry.id] = entry.rows
                    continue
                }
                if number > step { break }
                had = [entry.id: entry.rows]
            }
            return had
        }
    }
}

/// A store as an app has it: one thread dispatches.
final class ModelStore: @unchecked Sendable {
    let name: String
    let storeRecorder: StoreRecorder<ModelState>
    var state = ModelState()

    init(_ recorder: Recorder, _ name: String) {
        self.name = name
        storeRecorder = recorder.store(name, initialState: state)
    }
}

struct ModelState: Codable, Sendable {
    var id = 0
    var rows = [Int](repeating: 0, count: 12)
}

struct ModelAction: Codable, Sendable {
    let id: Int
    let text: String
}
