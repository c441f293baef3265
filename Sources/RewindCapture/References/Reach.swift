/// What of a type's references reaches what its values encode to, as far as values that were met have shown.
///
/// A state often holds instances that have no part in its encoding: an observation registrar, a cache, a subscription. A type whose
/// `encode(to:)` writes nothing but its own stored properties can't show what is in the others, so only the types of those that it writes
/// decide. Found out once a type, with the first value of it (``ReachProfile``). What a sample can't show, a later value may; so it is
/// checked where a segment ends, and given up where it was wrong (``TypePlan/distrust(_:)``).
enum Reach: Sendable {
    case parts([Stored])
    /// Something else is written, or the parts are unknown.
    case anything

    struct Stored: Sendable {
        /// The key; or one of ``unkeyed``.
        let label: String
        let type: Any.Type

        /// The labels of what is written without a key: a single value, and the elements of an array.
        static let unkeyed: Set<String> = ["", "[]"]
    }
}

/// The part of a plan that is found out when values are met.
struct FoundReach {
    var reach: Reach?
    /// The number of findings at the last unsuccessful search for the parts.
    var askedAt = -1
}
