package import RewindFormat
import RewindValue

/// A recording in numbers: how many actions, how fast, how long the reducer took, how the state grew.
package struct Statistics: Sendable {
    package var steps = 0
    /// Nanoseconds from the first action to the last, of those whose time is known.
    package var duration = 0
    /// The steps whose time is known.
    package var timed = 0
    /// The second of the recording in which most actions began, and their number.
    package var busiest: (second: Int, count: Int) = (0, 0)
    /// The times from one action to the next.
    package var intervals = Histogram()
    /// The longest of these times, and the step that followed it.
    package var longestWait: (step: Int, time: Int)?
    /// The reducer's times, as far as they were recorded.
    package var took = Histogram()
    /// Each type of action, the most frequent first.
    package var types: [ActionTypeRow] = []
    /// Each name of an effect, the most frequent first; `nil` if the recording has no effects recorded.
    package var effects: [EffectRow]?
    /// The steps at which the reducer took longest, the slowest first.
    package var slowest: [Step] = []
    /// Bytes of the state as JSON after some steps, evenly spaced.
    package var growth: [(step: Int, bytes: Int)] = []
    /// The lost steps, of which nothing is counted.
    package var lost = UnknownSteps()
    /// The store whose state grew, if there are several.
    package var grown: String?
    /// What makes recording states expensive, as the recorder found.
    package var slow: [String] = []

    package init() {}

    package struct ActionTypeRow: Sendable, Equatable {
        /// The type's name.
        package var type: String
        package var count = 0
        /// The number of its steps that changed the state.
        package var changed = 0
        /// The number of its steps of which it is unknown whether they changed the state.
        package var unknown = 0
        /// The reducer's times.
        package var took = Histogram()

        /// The order of a list: the most frequent first, equally frequent ones by name.
        fileprivate static func isMoreFrequent(_ left: Self, _ right: Self) -> Bool {
            (right.count, left.type) < (left.count, right.type)
        }
    }
}

extension Statistics {
    /// The effects of one name.
    package struct EffectRow: Sendable, Equatable {
        package var name: String
        /// How many began.
        package var count = 0
        package var finished = 0
        package var failed = 0
        package var cancelled = 0
        /// The times from their beginnings to their ends.
        package var took = Histogram()

        init(name: String) { self.name = name }

        mutating func add(_ other: Self) {
            count += other.count
            finished += other.finished
            failed += other.failed
            cancelled += other.cancelled
            took.add(other.took)
        }

        fileprivate mutating func add(_ item: EffectItem) {
            switch item.end {
            case nil: count += 1
            case .finished: finished += 1
            case .failed: failed += 1
            case .cancelled: cancelled += 1
            }
            if let time = item.took { took.add(time) }
        }
    }

    /// The order of a list: the most frequent first, equally frequent ones by name.
    fileprivate static func ordered(_ rows: [String: EffectRow]) -> [EffectRow] {
        rows.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}

extension Timeline {
    /// Counts and measures a part of the recording, in one pass.
    ///
    /// - Parameters:
    ///   - slowest: How many of the slowest steps are kept.
    ///   - samples: At how many steps the state is measured.
    /// - Throws: `RecordingError` if a segment can't be read.
    package func statistics(
        in range: ClosedRange<Int>? = nil, slowest limit: Int = 5, samples: Int = 8
    ) throws(RecordingError) -> Statistics {
        let range = range ?? steps
        var numbers = Statistics()
        var kinds: [String: Statistics.ActionTypeRow] = [:]
        var effects: [String: Statistics.EffectRow] = [:]
        var first: Int?
        var last: Int?
        var second = (number: Int.min, count: 0)
        try forEachItem(in: range, withEffects: true) { (item) throws(RecordingError) in
            if case .gap(let gap, _) = item { try add(gap, of: nil, to: &numbers.lost) }
            if case .effect(let effect) = item { effects[effect.name, default: Statistics.EffectRow(name: effect.name)].add(effect) }
            guard case .step(let step) = item else { return }
            numbers.steps += 1
            var kind = kinds.removeValue(forKey: step.type) ?? Statistics.ActionTypeRow(type: step.type)
            kind.count += 1
            if let patch = step.patch { kind.changed += patch.isEmpty ? 0 : 1 } else { kind.unknown += 1 }
            if let took = step.took {
                kind.took.add(took)
                numbers.took.add(took)
                numbers.keep(step, limit: limit)
            }
            kinds[step.type] = kind
            guard let time = step.time else { return }
            numbers.timed += 1
            if let last {
                numbers.intervals.add(time - last)
                if time - last > numbers.longestWait?.time ?? -1 { numbers.longestWait = (step.number, time - last) }
            }
            first = first ?? time
            last = time
            second = time / 1_000_000_000 == second.number ? (second.number, second.count + 1) : (time / 1_000_000_000, 1)
            if second.count > numbers.busiest.count { numbers.busiest = (second.number, second.count) }
        }
        numbers.duration = (last ?? 0) - (first ?? 0)
        numbers.grown = displayName(of: mainStore)
        numbers.slow = recording.manifest.slowWords
        if recordsEffects { numbers.effects = Statistics.ordered(effects) }
        numbers.types = kinds.values.sorted(by: Statistics.ActionTypeRow.isMoreFrequent)
        for sample in 0...max(1, samples) {
            var place = min(range.lowerBound + range.count * sample / max(1, samples), range.upperBound)
            if case .unknown(let unknown) = try state(at: place, store: mainStore) { place = max(unknown.nearest ?? 0, steps.lowerBound) }
            guard place > numbers.growth.last?.step ?? -1, case .known(let state) = try state(at: place, store: mainStore) else { continue }
            numbers.growth.append((place, state.byteCount))
        }
        return numbers
    }
}

extension Statistics {
    /// Adds the types of actions, and the effects, of another recording.
    package mutating func addTypes(of other: Statistics) {
        var kinds: [String: ActionTypeRow] = [:]
        for kind in types { kinds[kind.type] = kind }
        for kind in other.types {
            var sum = kinds[kind.type] ?? ActionTypeRow(type: kind.type)
            sum.count += kind.count
            sum.changed += kind.changed
            sum.unknown += kind.unknown
            sum.took.add(kind.took)
            kinds[kind.type] = sum
        }
        types = kinds.values.sorted(by: ActionTypeRow.isMoreFrequent)
        guard effects != nil || other.effects != nil else { return }
        var rows: [String: EffectRow] = [:]
        for row in (effects ?? []) + (other.effects ?? []) { rows[row.name, default: EffectRow(name: row.name)].add(row) }
        effects = Self.ordered(rows)
    }

    fileprivate mutating func keep(_ step: Step, limit: Int) {
        let took = step.took ?? 0
        guard slowest.count < limit || took > slowest.last?.took ?? 0 else { return }
        slowest.insert(step, at: slowest.firstIndex { $0.took ?? 0 < took } ?? slowest.count)
        if slowest.count > limit { slowest.removeLast() }
    }
}

extension JSONValue {
    /// Bytes of the value as JSON.
    var byteCount: Int {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return bytes.count
    }
}

extension Manifest {
    /// What makes recording states expensive, by store.
    package var slowWords: [String] { stores.flatMap { store in store.slow.map { "the states of \(store.name): \($0)" } } }
}
