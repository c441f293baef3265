import RewindFormat
package import RewindValue

/// A link between a value and its origin: a row of the tree of `rewind why`.
package struct WhyLink: AnswerRow, Equatable {
    /// How many links are above it.
    package let depth: Int
    package var kind: Kind
    /// The step that it is about; of the value that was asked about, the one after which it is there.
    package var step: RowStep?
    /// The part of the state, or of the action.
    package var place: JSONPointer?
    package var value: JSONValue?
    /// How the value below which it stands has to do with it; `nil` if it is a recorded fact.
    package var how: How?
    /// The parts of the value above that it is about; empty for the whole value.
    package var parts: [JSONPointer] = []
    /// In how many places of the action and the state its value stands, of how many values; `nil` if that does not matter.
    package var count: PlaceCount?
    /// For a part of a state, the step after which it is that of.
    package var at: Int?
    package var effect: Sender?
    /// What the app's reducer made of another value of the part.
    package var proof: Proof?
    /// The parts of the action and of the state before that the link is about, if they are several.
    package var sources: [Dependency.Source] = []
    /// How often the app's reducer was asked, of how often at most.
    package var runs: Runs?
    /// Why the app's reducer proves nothing, or not all, as a sentence without a full stop.
    package var remark: String?
    /// Later steps of which one may have written the value as well, the last ones first.
    package var unknown: [ClosedRange<Int>] = []
    /// Why the chain ends here, if it does.
    package var end: End?
    /// How many parts are left out here.
    package var left = 0

    init(_ kind: Kind, _ depth: Int) { (self.kind, self.depth) = (kind, depth) }

    package enum Kind: String, Sendable {
        /// The value that was asked about.
        case value
        /// The step that wrote it.
        case wrote
        /// A part of that step's action.
        case action
        /// A part of a state.
        case state
        /// The effect that sent an action.
        case effect
        /// The step that started the effect.
        case started
        /// Where the value comes from in the end.
        case origin
        /// The end of what can be told.
        case end
    }

    /// How a value has to do with the part that it may be from.
    package enum How: String, Sendable {
        /// Both are equal.
        case equal
        /// The value is a text that has the part's text in it.
        case contains
        /// The value is a text that is in the part's text.
        case within
        /// Both are equal, at the same key of objects with the same id.
        case sameID = "same id"
        /// The recorded patch copies it from there.
        case copied
        /// The recorded patch moves it from there.
        case moved
        /// The app's reducer makes another value of another part.
        case because
    }

    package enum End: String, Sendable {
        /// The first state of the recording has the value.
        case beginning
        /// No recorded effect sent the action.
        case dispatched
        /// An effect brought the value from outside the recording.
        case outside
        /// No recorded action changed the state.
        case external
        /// Nothing that was looked at is equal.
        case made
        /// Equal values say too little.
        case chance
        /// The recording hides the value.
        case hidden
        /// The step's action is not in the recording.
        case noAction = "no action"
        /// The state before the step is not known.
        case unknownState = "unknown state"
        /// The step is one of several between which the state is unknown.
        case unknownStep = "unknown step"
        /// The step that started the effect is not in the recording.
        case lostCause = "lost cause"
        /// The tree is long enough.
        case limit
        /// Further parts are not followed.
        case leftOut = "left out"
        /// The app's reducer makes the same value of any action and any state that were tried.
        case constant
        /// The value depends on some parts only if they are changed together.
        case together
        /// The app's reducer makes the same value of other values of these parts.
        case independent
        /// The app's reducer could not be asked, or not all.
        case unproven
    }

    /// How often the app's reducer was asked, and how often it may be.
    package struct Runs: Sendable, Equatable {
        package let (count, limit): (Int, Int)

        package init(_ count: Int, of limit: Int) { (self.count, self.limit) = (count, limit) }
    }

    /// What the app's reducer made of another value of a part.
    package struct Proof: Sendable, Equatable {
        package let dependency: Dependency
        /// The part among others like it; `nil` for a part alone.
        package let fold: Dependencies.Fold?

        package init(_ dependency: Dependency, _ fold: Dependencies.Fold? = nil) { (self.dependency, self.fold) = (dependency, fold) }

        fileprivate var json: JSONValue {
            var object = dependency.json
            object["like"] = fold.map { ["path": .string($0.pattern.description), "count": .number(JSONNumber($0.count))] }
            return .object(object)
        }
    }

    /// What is known of the effect that sent an action.
    package struct Sender: Sendable, Equatable {
        /// Its number and its name; `nil` if the recording has no effects.
        package var id: Int?
        package var name: String?
        /// Nanoseconds from its beginning, or else from the step that started it, to the action.
        package var took: Int?

        var json: JSONValue {
            var object: JSONObject = [:]
            object["id"] = id.map { .number(JSONNumber($0)) }
            object["name"] = name.map(JSONValue.string)
            object["took"] = took.map { .number(JSONNumber($0)) }
            return .object(object)
        }
    }

    package var json: JSONValue {
        var object: JSONObject = ["depth": .number(JSONNumber(depth)), "kind": .string(kind.rawValue)]
        for (key, value) in step?.json ?? [:] { object[key] = value }
        object["path"] = place.map { .string($0.description) }
        object["value"] = value
        object["how"] = how.map { .string($0.rawValue) }
        if !parts.isEmpty { object["parts"] = .array(parts.map { .string($0.description) }) }
        if let count {
            object["places"] = .number(JSONNumber(count.places))
            object["looked"] = .number(JSONNumber(count.looked))
        }
        object["at"] = at.map { .number(JSONNumber($0)) }
        object["effect"] = effect.map { $0.json }
        object["because"] = proof.map { $0.json }
        if !sources.isEmpty { object["of"] = .array(sources.map { .object($0.json) }) }
        if let runs {
            object["runs"] = .number(JSONNumber(runs.count))
            object["budget"] = .number(JSONNumber(runs.limit))
        }
        object["remark"] = remark.map(JSONValue.string)
        if !unknown.isEmpty { object["unknown"] = .array(unknown.reversed().map({ $0.json })) }
        object["end"] = end.map { .string($0.rawValue) }
        if left > 0 { object["left"] = .number(JSONNumber(left)) }
        return .object(object)
    }
}

/// In how many places a value stands, of how many that were looked at.
package struct PlaceCount: Sendable, Equatable {
    package var places: Int
    package var looked: Int

    package init(places: Int, looked: Int) { (self.places, self.looked) = (places, looked) }
}
