import RewindArchive
package import RewindFormat
import RewindSystem
package import RewindValue

extension Dataset {
    /// The rows of a query.
    ///
    /// DuckDB's answer about chosen files is kept beside the tables, and given again until other files or other queries are asked about.
    ///
    /// - Parameters:
    ///   - folder: an existing folder for the files of this run.
    ///   - queries: SQL about the views `sessions`, `steps`, `changes` and `effects`, one query in each.
    ///   - hashes: the files whose sessions, steps and changes are looked at; by default all. Spark looks at all.
    /// - Throws: `RecordingError` with the engine's words, if it can't run a query.
    package func rows(
        of queries: [[UInt8]], by engine: Engine, chosen hashes: Set<String>? = nil, in folder: String
    ) throws(RecordingError) -> [[JSONObject]] {
        let output: [UInt8]
        switch engine {
        case .duckdb:
            let question = hashes.map { Digest.hex(of: Array($0.sorted().joined().utf8) + queries.joined()) }
            if let question, let kept = keptAnswer(to: question) { return try Self.rows(in: kept, of: queries.count, by: engine) }
            let file = "\(folder)/queries.sql"
            let ends = Array(";\n.print \(Self.endOfRows)\n".utf8)
            try FileSystem.replace(file, with: Array(try views(chosen: hashes, in: folder).utf8) + queries.flatMap { $0 + ends })
            output = try Engine.run(["duckdb", "-batch", "-no-init", "-bail", "-jsonlines", "-f", file], in: folder)
            // A full disk costs the next one the time.
            if let question { try? FileSystem.replace(answerPath, with: Array((question + "\n").utf8) + output) }
        case .spark:
            let files = queries.indices.map { "\(folder)/query-\($0).sql" }
            for (file, query) in zip(files, queries) { try FileSystem.replace(file, with: query) }
            try FileSystem.replace("\(folder)/spark.py", with: FleetQuery.sparkProgram)
            output = try Engine.run(["python3", "\(folder)/spark.py", path] + files, in: folder)
        }
        return try Self.rows(in: output, of: queries.count, by: engine)
    }

    /// The files that its sessions were read from; they may have gone since then.
    ///
    /// - Throws: as ``rows(of:by:chosen:in:)``.
    package func sources(by engine: Engine, in folder: String) throws(RecordingError) -> [String] {
        let query = Array("SELECT source FROM sessions ORDER BY source".utf8)
        return try rows(of: [query], by: engine, in: folder)[0].compactMap { $0["source"]?.string }
    }

    private var answerPath: String { "\(path)/answer.ndjson" }

    /// The answer that was kept, if it is of this question.
    private func keptAnswer(to question: String) -> [UInt8]? {
        guard let kept = try? FileSystem.read(answerPath, limit: 1 << 30), kept.starts(with: (question + "\n").utf8) else { return nil }
        return Array(kept.dropFirst(question.utf8.count + 1))
    }

    /// What an engine prints behind the rows of a query.
    ///
    /// An empty line would not do: DuckDB prints one for a query without rows.
    private static let endOfRows = "end"

    /// The rows that an engine printed: JSON objects, and ``endOfRows`` behind those of each query.
    private static func rows(in output: [UInt8], of queries: Int, by engine: Engine) throws(RecordingError) -> [[JSONObject]] {
        var rows: [[JSONObject]] = [[]]
        for line in output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.isEmpty { continue }
            if line.elementsEqual(endOfRows.utf8) {
                rows.append([])
            } else if let object = (try? JSONValue(parsing: Array(line)))?.object {
                rows[rows.count - 1].append(object)
            } else {
                let words = String(decoding: line.prefix(200), as: UTF8.self)
                throw RecordingError(.system, "\(engine.rawValue) printed something other than rows: \(words)")
            }
        }
        guard rows.count > queries else { throw RecordingError(.system, "\(engine.rawValue) ended before the last answer") }
        return rows
    }

    /// The views in DuckDB's SQL.
    ///
    /// DuckDB may hold half of the machine's memory, and at most 4 GiB.
    private func views(chosen hashes: Set<String>?, in folder: String) throws(RecordingError) -> String {
        let megabytes = min(4096, SystemFacts.memoryBytes >> 21)
        var program =
            "SET memory_limit = '\(megabytes)MiB';\nSET preserve_insertion_order = false;\nSET temp_directory = \((folder + "/duckdb").quotedForSQL);\n"
        for table in FleetTable.allCases {
            var sources: [String] = []
            let partition = "hive_partitioning = true, hive_types = {'app': VARCHAR, 'day': DATE}"
            for form in try forms(of: table) {
                let files = "\(path.escapedForGlob)/\(table.rawValue)/*/*/*.\(form.rawValue)".quotedForSQL
                switch form {
                case .parquet: sources.append("SELECT * FROM read_parquet(\(files), \(partition))")
                case .lines: sources.append("SELECT * FROM \(table.reader(of: files, options: ", \(partition)"))")
                }
            }
            // Where no session has a row, Spark writes no file.
            if sources.isEmpty, table != .sessions { sources = [table.empty] }
            guard !sources.isEmpty else { throw RecordingError(.notARecording, "this dataset has no session yet", path: path) }
            program += "CREATE TEMP VIEW \(table.rawValue) AS SELECT * FROM (\(sources.joined(separator: " UNION ALL BY NAME ")))"
            if let hashes {
                let list = "\(folder)/chosen.txt"
                try FileSystem.replace(list, with: Array(hashes.sorted().map { Session.id(of: $0) + "\n" }.joined().utf8))
                let chosen = "read_csv(\(list.escapedForGlob.quotedForSQL), header = false, all_varchar = true)"
                program += "\nWHERE session IN (SELECT column0 FROM \(chosen))"
            }
            program += ";\n"
        }
        return program
    }

    private func forms(of table: FleetTable) throws(RecordingError) -> [FileForm] {
        var found: Set<FileForm> = []
        for app in try folders(in: "\(path)/\(table.rawValue)") {
            for day in try folders(in: app) {
                for name in try FileSystem.names(in: day) {
                    for form in FileForm.allCases where name.hasSuffix("." + form.rawValue) { found.insert(form) }
                }
                if found.count == FileForm.allCases.count { break }
            }
        }
        return FileForm.allCases.filter(found.contains)
    }
}
