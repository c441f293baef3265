/// Where an action's line went: what its state needs to find its place.
struct JournalEntry: Sendable {
    let step: Int
    let segment: Int
    /// The first step of that segment.
    let segmentFirst: Int
}

struct NumberedAction: Sendable {
    let step: Int
    /// Where its line went; `nil` if it could not be written.
    let entry: JournalEntry?
    /// Whether its line is so long that making it may have held up the thread.
    var isLarge = false
}
