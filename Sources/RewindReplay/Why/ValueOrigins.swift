package import RewindValue

/// A value that a step wrote.
package struct WrittenValue: Sendable {
    package let step: Step
    package let store: String
    /// Where it is in the state after the step.
    package let place: JSONPointer
    package let value: JSONValue
    /// The state before the step; `nil` if that is unknown.
    package let before: JSONValue?
    /// The state after the step; `nil` if that is unknown.
    package let after: JSONValue?

    package init(_ value: JSONValue, at place: JSONPointer, by step: Step, of store: String, before: JSONValue?, after: JSONValue?) {
        (self.value, self.place, self.step, self.store) = (value, place, step, store)
        (self.before, self.after) = (before, after)
    }
}

/// What a step may have got a value from.
package struct ValueSource: Sendable, Equatable {
    package enum Holder: Sendable {
        /// The step's action.
        case action
        /// The state before the step.
        case state
    }

    package var holder: Holder
    /// The part of the action, or of the state before.
    package var place: JSONPointer
    /// What is there.
    package var value: JSONValue
    package var how: WhyLink.How
    /// The part of the written value that is from there; the root for the whole value.
    package var part = JSONPointer.root
    package var count: PlaceCount?
    /// What the app's reducer made of another value there.
    package var proof: WhyLink.Proof?
    /// Whether the tree goes on from there.
    package var isFollowed = true

    package init(
        _ holder: Holder, _ place: JSONPointer, _ value: JSONValue, _ how: WhyLink.How, part: JSONPointer = .root, count: PlaceCount? = nil
    ) {
        (self.holder, self.place, self.value, self.how, self.part, self.count) = (holder, place, value, how, part, count)
    }
}

/// The sources of a value, and what is left without one.
package struct FoundSources: Sendable, Equatable {
    package var sources: [ValueSource] = []
    /// Why there are none, if there are none.
    package var end: WhyLink.End?
    /// In how many places an equal value stands that says too little.
    package var count: PlaceCount?
    /// How many parts have no source, or were not looked for.
    package var left = 0
    /// What the app's reducer says; `nil` if it was not asked.
    package var dependencies: Dependencies?

    package init() {}
}

/// Tells from what a step got a value: by equality, or by trying it out.
package protocol ValueOrigins {
    mutating func sources(of written: WrittenValue) throws(QuestionError) -> FoundSources
}
