import RewindFormat
import RewindReplay
import RewindValue

/// Everything that a recording tells, read through the libraries: its actions, and the state of every store after every step.
struct Reading: Equatable {
    var actions: [Int: ActionLine] = [:]
    var states: [Place: JSONValue] = [:]
    var manifest: Manifest
    var attachments: [String: [UInt8]] = [:]
    var losses: [Loss]

    /// A store at a step.
    struct Place: Hashable {
        var store: String
        var step: Int
    }

    init(_ recording: Recording) throws {
        manifest = recording.manifest
        losses = recording.losses.all
        let timeline = try Timeline(recording)
        try timeline.forEach { item in
            if case .step(let step) = item, let action = step.line { actions[step.number] = action }
        }
        for store in ["main", "cart"] {
            for step in timeline.steps {
                if case .known(let state) = try timeline.state(at: step, store: store) { states[Place(store: store, step: step)] = state }
            }
        }
        for entry in recording.manifest.entries { attachments[entry.name] = try recording.source.read(entry.name) }
    }

    /// What is wrong with this reading of a damaged copy: contents that the original does not have, or something missing that the report
    /// does not name, or named as missing though it is there; `nil` if it is a part of the original with an exact report.
    ///
    /// What a stream says that the report calls unchecked may be anything.
    func violation(of original: Reading) -> String? {
        for (step, action) in actions where original.actions[step] != action && !isUnchecked(step, SegmentName.actions) {
            return "another action at step \(step)"
        }
        for (place, state) in states where original.states[place] != state && !isUnchecked(place.step, SegmentName.states) {
            return "another state of \(place.store) after step \(place.step)"
        }
        for (name, bytes) in attachments where original.attachments[name] != bytes { return "other contents of \(name)" }

        let report = Report(losses)
        for step in original.actions.keys where actions[step] == nil && !report.misses(action: step) {
            return "the action of step \(step) is missing, and nothing says so: \(losses)"
        }
        for step in actions.keys where report.actions.contains(where: { $0.contains(step) }) {
            return "the action of step \(step) is there, and said to be missing"
        }
        for place in original.states.keys where states[place] == nil && !report.explains(unknownStateAfter: place.step) {
            return "the state of \(place.store) after step \(place.step) is not known, and nothing says why: \(losses)"
        }
        for steps in report.states {
            // A state is named by the step that made it, whose store is that of its action, which nothing may have checked.
            for step in steps
            where !isUnchecked(step, SegmentName.actions)
                && states[Place(store: original.actions[step]?.store ?? "main", step: step)] != nil
            {
                return "the state after step \(step) is known, and said to be missing"
            }
        }
        for name in original.attachments.keys where attachments[name] == nil {
            guard report.misses(entry: name) else { return "\(name) is missing, and nothing says so" }
        }
        if !report.lostManifest, manifest.withoutReport != original.manifest.withoutReport { return "another manifest" }
        return nil
    }
}

extension Reading {
    /// Whether the stream that tells of a step was kept without a checksum that fits.
    private func isUnchecked(_ step: Int, _ stream: (Int) -> String) -> Bool {
        manifest.segments.contains { segment in
            // A segment begins with the state after the step before it.
            guard let steps = segment.steps, (max(0, steps.lowerBound - 1)...steps.upperBound).contains(step) else { return false }
            return losses.contains { $0.reason?.entry == stream(segment.index) && $0.reason?.kept != nil }
        }
    }
}

/// What a recording's losses name.
struct Report {
    let actions: [ClosedRange<Int>]
    let states: [ClosedRange<Int>]
    let lostManifest: Bool
    private let losses: [Loss]

    init(_ losses: [Loss]) {
        self.losses = losses
        lostManifest = losses.contains(.manifest)
        actions = losses.filter { $0.kind == .actions }.compactMap(\.steps)
        states = losses.filter { $0.kind == .states }.compactMap(\.steps)
    }

    func misses(action step: Int) -> Bool {
        let unlisted = losses.contains { $0.kind == .actions && $0.steps == nil }
        return lostManifest && (unlisted || actions.isEmpty || step > (actions.last?.upperBound ?? 0))
            || actions.contains { $0.contains(step) }
    }

    /// A state is unknown from where its own line, or one before it, is missing; or because its segment is.
    func explains(unknownStateAfter step: Int) -> Bool {
        lostManifest || (actions + states).contains { $0.lowerBound <= step + 1 }
            || losses.contains { $0.reason?.entry?.hasSuffix("states.ndjson") == true }
    }

    func misses(entry: String) -> Bool { lostManifest || losses.contains(.damage(.leftOut, to: entry)) }
}

extension Manifest {
    /// The manifest without what recovery and sealing write anew.
    fileprivate var withoutReport: Manifest {
        var manifest = self
        (manifest.losses, manifest.segments, manifest.entries, manifest.counts) = ([], [], [], .init())
        return manifest
    }
}
