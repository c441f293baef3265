package enum FleetTable: String, CaseIterable, Sendable {
    /// One row for each session.
    case sessions
    /// One row for each step.
    case steps
    /// One row for each place that a step changed.
    case changes
    /// One row for each effect, in recordings that have effects recorded.
    case effects

    /// The columns that a file has, with their types in SQL; `app` and `day` are in its path.
    package var columns: [(name: String, type: String)] {
        switch self {
        case .sessions:
            [
                ("session", "VARCHAR"), ("version", "VARCHAR"), ("build", "VARCHAR"), ("system", "VARCHAR"), ("device", "VARCHAR"),
                ("started", "TIMESTAMP"), ("duration", "BIGINT"), ("steps", "BIGINT"), ("ending", "VARCHAR"), ("signal", "VARCHAR"),
                ("reason", "VARCHAR"), ("fingerprint", "VARCHAR"), ("story", "VARCHAR"), ("action", "VARCHAR"), ("frame", "VARCHAR"),
                ("losses", "BIGINT"), ("level", "VARCHAR"), ("source", "VARCHAR"), ("hash", "VARCHAR"),
            ]
        case .steps:
            [
                ("session", "VARCHAR"), ("step", "BIGINT"), ("t", "BIGINT"), ("type", "VARCHAR"), ("store", "VARCHAR"),
                ("cause", "BIGINT"), ("effect", "BIGINT"), ("site", "VARCHAR"), ("took", "BIGINT"), ("changed", "BOOLEAN"),
                ("ops", "BIGINT"),
            ]
        case .changes: [("session", "VARCHAR"), ("step", "BIGINT"), ("path", "VARCHAR"), ("op", "VARCHAR")]
        case .effects:
            [
                ("session", "VARCHAR"), ("effect", "BIGINT"), ("name", "VARCHAR"), ("store", "VARCHAR"), ("cause", "BIGINT"),
                ("site", "VARCHAR"), ("t", "BIGINT"), ("took", "BIGINT"), ("ending", "VARCHAR"),
            ]
        }
    }
}
