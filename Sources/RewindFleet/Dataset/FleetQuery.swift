import CRewindSQL

/// A question about a dataset, written in SQL that DuckDB and Spark both understand, about the views `sessions`, `steps` and `changes`.
package enum FleetQuery: String, CaseIterable, Sendable {
    /// The groups of sessions that ended in the same way.
    case groups
    /// The sequences of actions that a group's sessions have, and that finished ones lack.
    case sequences
    /// The places of the state that a group's sessions change, and that finished ones don't.
    case places

    /// The name of the file.
    package var fileName: String { rawValue + ".sql" }

    /// The text of the file.
    package var text: [UInt8] {
        let file =
            switch self {
            case .groups: rewind_groups_sql
            case .sequences: rewind_sequences_sql
            case .places: rewind_places_sql
            }
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    /// The program that runs such a file on Spark.
    package static var sparkProgram: [UInt8] { Array(UnsafeBufferPointer(start: rewind_spark_py.bytes, count: rewind_spark_py.count)) }
}
