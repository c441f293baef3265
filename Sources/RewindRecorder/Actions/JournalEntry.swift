/// Where an action's line went: what its state needs to find its place.
struct JournalEntry: Sendable {
    let step: Int
    let segment: Int
    /// The first step of that segment.
    let segmentFirst: Int
}
