import CRewindSQL

/// A question about a dataset, written in SQL that DuckDB and Spark both understand, about the views `sessions`, `steps`,
/// `changes` and `effects`.
package enum FleetQuery: String, CaseIterable, Sendable {
    /// The groups of sessions that ended in the same way.
    case groups
    /// The sequences of actions that a group's sessions have, and that finished ones lack.
    case sequences
    /// The places of the state that a group's sessions change, and that finished ones don't.
    case places
    /// The effects that were under way when a group's sessions ended.
    case effects

    package var fileName: String { rawValue + ".sql" }

    package var text: [UInt8] {
        switch self {
        case .groups: Self.bytes(rewind_groups_sql)
        case .sequences: Self.bytes(rewind_sequences_sql)
        case .places: Self.bytes(rewind_places_sql)
        case .effects: Self.bytes(rewind_effects_sql)
        }
    }

    /// The program that runs such a file on Spark.
    static var sparkProgram: [UInt8] { bytes(rewind_spark_py) }

    /// All files, by their names: the queries, and the programs that ask Spark and that let Spark read recordings.
    package static var files: [(name: String, text: [UInt8])] {
        allCases.map { ($0.fileName, $0.text) } + [("spark.py", sparkProgram), ("spark_export.py", bytes(rewind_spark_export_py))]
    }

    private static func bytes(_ file: rewind_sql_file) -> [UInt8] { Array(UnsafeBufferPointer(start: file.bytes, count: file.count)) }
}
