import RewindFormat
import RewindSystem
import RewindValue

/// The program that answers SQL about a dataset: DuckDB on this machine, or Spark where one machine is too small.
package enum Engine: String, CaseIterable, Sendable {
    case duckdb, spark

    /// Whether the engine's program is there.
    package var isInstalled: Bool { ToolRun.output(of: probe) != nil }

    package var advice: String {
        switch self {
        case .duckdb: "Install it: pip install duckdb-cli (the package duckdb has no command), or see duckdb.org"
        case .spark: "Install it: pip install pyspark; Spark needs Java"
        }
    }

    private var probe: [String] {
        switch self {
        case .duckdb: ["duckdb", "--version"]
        case .spark: ["python3", "-c", "import pyspark"]
        }
    }

    /// Runs a program to its end.
    ///
    /// - Parameter folder: a folder for what it says on its standard error.
    /// - Returns: its standard output.
    /// - Throws: `RecordingError` with the last of what it said, if it failed.
    static func run(_ command: [String], in folder: String) throws(RecordingError) -> [UInt8] {
        let said = "\(folder)/errors.txt"
        try FileSystem.replace(said, with: [])
        if let output = ToolRun.output(of: command, errors: said) { return output }
        let words = String(decoding: (try? FileSystem.read(said, limit: 1 << 20)) ?? [], as: UTF8.self)
        let last = words.split(separator: "\n").suffix(6).joined(separator: "\n  ")
        throw RecordingError(.system, "\(command[0]) failed: \(last.isEmpty ? "it said nothing" : last)")
    }
}
