/// A step between its action and its state, which ``StoreRecorder/willReduce(_:as:from:cause:site:)`` returns and the other hooks take.
public struct StepInProgress: Sendable {
    let entry: JournalEntry?
    let began: Int
    /// Whether a filter or a pause left it out.
    let isOmitted: Bool

    init(entry: JournalEntry?, began: Int = 0, isOmitted: Bool = false) {
        self.entry = entry
        self.began = began
        self.isOmitted = isOmitted
    }

    /// The step's number; `nil` if nothing is being recorded or the action is left out.
    ///
    /// Whatever the step's effects dispatch has this step as its cause: ``withCause(_:)`` sets it.
    public var step: Int? { entry?.step }
}
