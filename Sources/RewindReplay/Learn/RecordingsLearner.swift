package import RewindFormat
import RewindValue

/// Learns the rules of recordings, for each store of its own.
package struct RecordingsLearner: Sendable {
    private var stores: [String] = []
    private var learners: [RuleLearner] = []
    /// The recordings that were read.
    package private(set) var recordings = 0

    package init() {}

    /// The steps that were looked at.
    package var steps: Int { learners.reduce(0) { $0 + $1.steps } }

    /// Reads a recording from its beginning to its end; memory does not grow with it.
    ///
    /// Where the state is unknown, or several steps share a patch, only what holds of states is looked at.
    ///
    /// - Parameter name: the recording's name in examples.
    /// - Throws: `RecordingError` if a segment can't be read; what came before it counts.
    package mutating func learn(from timeline: Timeline, named name: String) throws(RecordingError) {
        recordings += 1
        for store in timeline.storeNames {
            let index = stores.firstIndex(of: store) ?? stores.count
            if index == stores.count {
                stores.append(store)
                learners.append(RuleLearner())
            }
            // Taken out meanwhile, so that it is changed in place.
            var learner = learners[index]
            learners[index] = RuleLearner()
            defer { learners[index] = learner }
            try learner.learn(from: timeline, store: store, named: name)
        }
    }

    /// The rules that always held and had their chance, the most surprising first.
    ///
    /// A rule of one store is left out where another store has the same paths and actions and does not keep to it: `rewind check` would look there, too.
    ///
    /// - Parameter limit: how many at most; `nil` for all.
    package func rules(limit: Int? = LearnedRule.limit) -> [LearnedRule] {
        if learners.count == 1 { return learners[0].rules(limit: limit) }
        let found = learners.map { FoundRules($0) }
        let rules = found.map { $0.rules(limit: nil) }
        let names = found.map { found in Set(found.places.indices.map { found.name($0) }) }
        let actions = found.map { found in Set(found.learner.effects.types.map { $0.name }) }
        let expressions = rules.map { Set($0.map { $0.expression }) }
        var seen: Set<String> = []
        var all: [LearnedRule] = []
        for index in rules.indices {
            for rule in rules[index] {
                let isRefuted = rules.indices.contains { other in
                    other != index && rule.places.allSatisfy(names[other].contains) && rule.actions.allSatisfy(actions[other].contains)
                        && !expressions[other].contains(rule.expression)
                }
                if !isRefuted, seen.insert(rule.expression).inserted { all.append(rule) }
            }
        }
        all.sort { $0.surprise > $1.surprise }
        return Array(all.prefix(limit ?? .max))
    }
}

extension RuleLearner {
    /// Reads the steps of one store of a recording.
    mutating func learn(from timeline: Timeline, store: String, named name: String) throws(RecordingError) {
        beginRecording(name)
        isMasked = isMasked || timeline.recording.manifest.hidesTexts
        declared.add(timeline.recording.manifest, store: store)
        var walk = try StateWalk(timeline, store: store)
        if let state = walk.state { observe(state: state, after: timeline.steps.lowerBound) }
        for number in timeline.steps.dropFirst() {
            let step = try timeline.step(at: number)
            if step == nil || step?.store == store && step?.line == nil { loseSteps() }
            // A keyframe does not say what changed.
            var before: JSONValue?
            if case .keyframe? = step?.outcome, step?.store == store { before = walk.state }
            var patch = JSONPatch()
            var isReplaced = false
            while let change = try walk.next(upTo: number) {
                switch change.kind {
                case .patch(let part): patch.operations += part.operations
                case .replaced: isReplaced = true
                case .lost: loseState()
                }
            }
            guard let state = walk.state else {
                loseSteps()
                continue
            }
            let isOwn = step?.store == store && step?.line != nil
            let (type, action) = isOwn ? (step?.type, step?.action) : (nil, nil)
            if let before {
                patch = TreeDiff(from: before, to: state).patch
            } else if isReplaced {
                observe(state: state, after: number, type: type, action: action, cause: step?.cause)
                continue
            }
            var isWhole = false
            switch step?.outcome {
            case .changed?, .failed?, .keyframe?: isWhole = isOwn
            default: break
            }
            if isOwn || !patch.isEmpty {
                observe(number, type: type, action: action, cause: step?.cause, patch: patch, state: state, isWhole: isWhole)
            }
        }
    }
}
