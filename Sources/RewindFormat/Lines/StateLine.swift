package import RewindValue

/// A line of `states.ndjson`: what became of the state at a step.
package struct StateLine: Sendable, Equatable {
    /// The step after which the store has this state; 0 means before any action.
    package var step: Int
    /// The store, if there are several; `main` if the line names none.
    package var store: String
    package var change: Change
    /// The reducer's own time in nanoseconds.
    package var took: Int?
    /// The steps that share this patch, if no state between them was written.
    package var merged: ClosedRange<Int>?
    /// Whether the recorder's policy left out the states between (``merged`` names them), rather than load.
    package var isSparse = false
    /// Pointers to the redacted values, into the state or, if the line holds a whole action, into that action.
    package var redacted: [JSONPointer] = []
    /// Members that this version does not know.
    package var unknown: JSONObject = [:]

    package enum Change: Sendable, Equatable {
        case keyframe(JSONValue)
        /// What changed since the step before (or since the step before the merged ones).
        case patch(JSONPatch)
        /// The error that the reducer threw; the state is the one before.
        case failed(String)
        /// Why the state could not be encoded; the next known state is the next keyframe.
        case unencodable(String)
        /// The state is not in the line for a reason of the recorder's, or of a tool's; the next known state is the next keyframe.
        case unknown(NoState)
        /// The whole action of the step, which was too large to be written ahead; the state is not in the line.
        case action(JSONValue)
    }

    /// Why a line has no state, where nothing is wrong with the state itself.
    package enum NoState: String, Sendable, CaseIterable {
        /// The recorder had not recorded the state of an earlier step, from which it follows.
        case notRecorded = "not-recorded"
        /// The recorder's policy did not take it.
        case notCaptured = "not-captured"
        /// The recorder records no states, since the app had died while one was encoded.
        case actionsOnly = "actions-only"
        /// It was not known in the recording that this one is a part of, or was merged from.
        case notKnown = "not-known"
        /// What was imported has no state there.
        case notImported = "not-imported"
        /// Of a later version.
        case other
    }

    /// The kinds of line, each by the member that has the change; where a line has several of them, the first one here decides.
    ///
    /// This is the one place where a kind is declared, as ``JournalLine/Kind`` is for the action stream.
    package enum Kind: String, Sendable, CaseIterable {
        /// ``Change/keyframe(_:)``.
        case keyframe
        /// ``Change/patch(_:)``.
        case patch
        /// ``Change/failed(_:)``.
        case failed
        /// ``Change/unencodable(_:)``.
        case unencodable
        /// ``Change/unknown(_:)``.
        case unknown
        /// ``Change/action(_:)``.
        case action

        /// The kind of a line's members; `nil` for one that this version does not know.
        package init?(of line: JSONObject) {
            guard let kind = Self.allCases.first(where: { line[$0.rawValue] != nil }) else { return nil }
            self = kind
        }
    }

    /// How many steps one merged line may cover.
    package static let mergedLimit = FormatLimits.mergedSteps

    /// A line with what every line has and nothing else.
    package init(step: Int, store: String = ActionLine.mainStore, change: Change) {
        self.step = step
        self.store = store
        self.change = change
    }

    /// The steps whose state this line gives or changes.
    package var steps: ClosedRange<Int> { merged ?? step...step }

    /// The steps that there must have been for this line to be written; `nil` for what may only begin a segment.
    package var coveredSteps: ClosedRange<Int>? {
        switch change {
        case .keyframe, .unencodable, .unknown: nil
        case .patch, .failed, .action: steps
        }
    }

    /// Whether it has the state in full.
    var isKeyframe: Bool { if case .keyframe = change { true } else { false } }
}

extension StateLine {
    /// Whether an object is a line of the state stream that this version knows, well made or not.
    package static func isKnown(_ object: JSONObject) -> Bool { Kind(of: object) != nil }

    /// Parses a line from its members; `nil` if they are not a state line.
    package init?(json object: JSONObject) {
        var rest = object
        guard let step = rest.removeValue(forKey: "step")?.int(in: FormatLimits.stepNumbers), let kind = Kind(of: rest),
            let value = rest.removeValue(forKey: kind.rawValue)
        else { return nil }
        let change: Change? =
            switch kind {
            case .keyframe: .keyframe(value)
            case .patch: (try? JSONPatch(json: value)).map(Change.patch)
            case .failed: value.string.map(Change.failed)
            case .unencodable: value.string.map(Change.unencodable)
            case .unknown: value.string.map { Change.unknown(NoState(rawValue: $0) ?? .other) }
            case .action: .action(value)
            }
        guard let change else { return nil }
        self.init(step: step, change: change)
        store = rest.removeValue(forKey: "store")?.string ?? ActionLine.mainStore
        took = rest.removeValue(forKey: "took")?.int(clampedTo: FormatLimits.times)
        if let pair = rest.removeValue(forKey: "merged") {
            guard let steps = ClosedRange(json: pair, in: FormatLimits.stepNumbers), steps.lowerBound >= 1, steps.upperBound == step,
                step - steps.lowerBound < FormatLimits.mergedSteps
            else { return nil }
            merged = steps
        }
        if merged != nil, rest["sparse"]?.bool == true {
            isSparse = true
            rest["sparse"] = nil
        }
        redacted = rest.removePointers(forKey: "redacted")
        unknown = rest
    }

    /// Writes the line as one JSON object, without a line feed.
    package func write(into bytes: inout [UInt8]) {
        head.write(into: &bytes)
        func member(_ key: StaticString, _ value: JSONValue) {
            Self.key(key, into: &bytes)
            value.write(into: &bytes)
        }
        switch change {
        case .keyframe(let value): member("keyframe", value)
        case .failed(let reason): member("failed", .string(reason))
        case .unencodable(let reason): member("unencodable", .string(reason))
        case .unknown(let why): member("unknown", .string(why.rawValue))
        case .action(let value): member("action", value)
        case .patch(let patch):
            Self.key("patch", into: &bytes)
            patch.write(into: &bytes)
        }
        if !redacted.isEmpty { member("redacted", .array(redacted.map { .string($0.description) })) }
        for (key, value) in unknown {
            bytes.append(UInt8(ascii: ","))
            JSONValue.string(key).write(into: &bytes)
            bytes.append(UInt8(ascii: ":"))
            value.write(into: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// The members of a line before its change.
    package struct Head {
        package var step: Int
        package var store: String
        package var took: Int?
        package var merged: ClosedRange<Int>?
        package var isSparse: Bool

        /// Makes the members of a line before its change.
        package init(step: Int, store: String, took: Int? = nil, merged: ClosedRange<Int>? = nil, isSparse: Bool = false) {
            self.step = step
            self.store = store
            self.took = took
            self.merged = merged
            self.isSparse = isSparse
        }

        package func write(into bytes: inout [UInt8]) {
            func number(_ value: Int) { JSONNumber(value).write(into: &bytes) }
            bytes.append(contentsOf: #"{"step":"#.utf8)
            number(step)
            if store != ActionLine.mainStore {
                StateLine.key("store", into: &bytes)
                JSONValue.string(store).write(into: &bytes)
            }
            if let took {
                StateLine.key("took", into: &bytes)
                number(took)
            }
            if let merged {
                StateLine.key("merged", into: &bytes)
                bytes.append(UInt8(ascii: "["))
                number(merged.lowerBound)
                bytes.append(UInt8(ascii: ","))
                number(merged.upperBound)
                bytes.append(UInt8(ascii: "]"))
            }
            if isSparse {
                StateLine.key("sparse", into: &bytes)
                bytes.append(contentsOf: "true".utf8)
            }
        }
    }

    /// The members before the line's change.
    private var head: Head { Head(step: step, store: store, took: took, merged: merged, isSparse: isSparse) }

    package static func key(_ key: StaticString, into bytes: inout [UInt8]) {
        bytes.append(contentsOf: ",\"".utf8)
        key.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: "\":".utf8)
    }
}
