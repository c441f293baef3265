import RewindArchive
package import RewindFormat
import RewindReplay
import RewindSystem
import RewindValue

/// Many recordings as four tables, in a directory that DuckDB, Spark and others read: `sessions`, `steps`, `changes` and `effects`, with their
/// files in `TABLE/app=…/day=…/`.
///
/// Sessions are added in batches. The files of a batch are named by its number, and `batches/NUMBER.ndjson`, which is written last, lists
/// its sessions. If the process is killed, the next one that adds removes the files of the batch that is not listed. A question while a
/// batch is added may see a part of it. What is written is never changed, and a file that is there by its hash is not added again, wherever
/// it is now.
package final class Dataset {
    package let path: String
    /// The hashes of the files that it has.
    package private(set) var hashes: Set<String> = []
    /// What tells the sessions that it has, and the hashes of their files.
    private var marks: [RecordingSummary.Session: [(mark: SessionMark, hash: String)]] = [:]
    /// The number of the last batch.
    private var batches = 0
    private var lock: File?

    /// The directory's own file.
    private static let entryName = "dataset.json"
    private static let version = 2

    package static func isOne(_ path: String) -> Bool { FileSystem.kind(of: "\(path)/\(entryName)") == .file }

    /// Opens a dataset.
    ///
    /// - Throws: `RecordingError` if the directory is not a dataset, or is one that another version made.
    package init(at path: String) throws(RecordingError) {
        self.path = path
        guard Self.isOne(path) else {
            throw RecordingError(.notARecording, "not a dataset: \(Self.entryName) is missing", path: path)
        }
        try checkVersion()
        try readBatches()
    }

    /// Opens the dataset in a directory, which is made if it is missing, to add sessions to it.
    ///
    /// - Throws: `RecordingError` if the directory has other files, can't be written to, or another process adds to it.
    package init(addingTo path: String) throws(RecordingError) {
        self.path = path
        try FileSystem.makeDirectory(path)
        if !Self.isOne(path) {
            guard try FileSystem.names(in: path).allSatisfy({ $0.hasPrefix(".") }) else {
                throw RecordingError(
                    .exists, "a directory with other files in it, and no dataset", path: path, advice: "Name a new directory")
            }
            try FileSystem.makeDirectory("\(path)/batches")
            let members: JSONObject = ["version": .number(JSONNumber(Self.version)), "fingerprint": .string(Story.version)]
            try FileSystem.replace("\(path)/\(Self.entryName)", with: Array(JSONValue.object(members).jsonText.utf8), isDurable: true)
        }
        try checkVersion()
        let lock = try File(opening: "\(path)/\(Self.entryName)", .read)
        guard (try? lock.tryLock()) != false else {
            throw RecordingError(.system, "another process is adding to this dataset", path: path, advice: "Wait until it has ended")
        }
        self.lock = lock
        guard FileSystem.kind(of: "\(path)/batches") == .directory else {
            throw RecordingError(
                .unsupported, "a dataset that Spark made, which does not list its files", path: path,
                advice: "Make one of all recordings, or name a new directory")
        }
        try readBatches()
        try removeUnfinished()
    }

    private func checkVersion() throws(RecordingError) {
        let bytes = try FileSystem.read("\(path)/\(Self.entryName)", limit: 1 << 16)
        let facts = try? JSONValue(parsing: bytes)
        guard facts?["version"]?.int == Self.version, facts?["fingerprint"]?.string == Story.version else {
            throw RecordingError(
                .unsupported, "a dataset that another version of rewind made", path: path,
                advice: "Make it again, in a new directory: rewind export FOLDER --format dataset -o DIRECTORY")
        }
    }

    private func readBatches() throws(RecordingError) {
        // One that Spark made has no list.
        guard FileSystem.kind(of: "\(path)/batches") == .directory else { return }
        let names = try FileSystem.names(in: "\(path)/batches").filter { $0.hasSuffix(".ndjson") }
        for name in names {
            for line in try FileSystem.read("\(path)/batches/\(name)", limit: 1 << 30).split(separator: UInt8(ascii: "\n")) {
                guard let line = try? JSONValue(parsing: Array(line)), let hash = line["hash"]?.string else { continue }
                hashes.insert(hash)
                if let mark = SessionMark(line) { marks[mark.session, default: []].append((mark, hash)) }
            }
            batches = max(batches, name.split(separator: ".").first.flatMap { Int($0) } ?? 0)
        }
    }
}

// MARK: - Adding

extension Dataset {
    /// The hash of the file that it has of a session.
    func hash(of mark: SessionMark) -> String? { marks[mark.session]?.first { $0.mark.isSame(as: mark) }?.hash }
}

extension Dataset {
    private var nextName: String {
        let digits = String(batches + 1)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// The folder for what is not finished.
    private var unfinished: String { "\(path)/.unfinished" }

    /// Removes the files of a batch that was not finished.
    private func removeUnfinished() throws(RecordingError) {
        guard FileSystem.kind(of: unfinished) != nil else { return }
        let name = nextName
        for table in FleetTable.allCases {
            for app in try folders(in: "\(path)/\(table.rawValue)") {
                for day in try folders(in: app) {
                    for form in FileForm.allCases { FileSystem.removeFile("\(day)/\(name).\(form.rawValue)") }
                }
            }
        }
        try FileSystem.removeTree(unfinished)
    }

    func folders(in path: String) throws(RecordingError) -> [String] {
        guard FileSystem.kind(of: path) == .directory else { return [] }
        return try FileSystem.names(in: path).sorted().map { "\(path)/\($0)" }
    }

    package enum FileForm: String, CaseIterable, Sendable {
        /// Columns, compressed: by DuckDB.
        case parquet
        /// A JSON object a line, compressed by gzip.
        case lines = "ndjson.gz"
    }

    /// Adds a batch of sessions; those that are there are left out.
    ///
    /// - Throws: `RecordingError` if the disk is full, or DuckDB fails; the batch is then not added.
    package func add(_ rows: [SessionRows], as form: FileForm) throws(RecordingError) {
        var added: [SessionRows] = []
        var new: Set<String> = []
        for one in rows where !hashes.contains(one.session.hash) && new.insert(one.session.hash).inserted { added.append(one) }
        if added.isEmpty { return }
        let name = nextName
        try FileSystem.makeDirectory(unfinished)
        var files: [String] = []
        for (place, sessions) in Dictionary(grouping: added, by: { $0.session.partition }).sorted(by: { $0.key < $1.key }) {
            for table in FleetTable.allCases {
                let file = "\(table.rawValue)/\(place)"
                try FileSystem.makeDirectory("\(unfinished)/\(file)")
                let bytes = sessions.flatMap { $0.bytes(of: table) }
                switch form {
                case .parquet: try FileSystem.replace("\(unfinished)/\(file)/rows.ndjson", with: bytes)
                case .lines: try FileSystem.replace("\(unfinished)/\(file)/\(name).\(form.rawValue)", with: GzipText.deflated(bytes))
                }
                files.append(file)
            }
        }
        if form == .parquet { try writeColumns(files, batch: name) }
        // Sessions come last: rows of the others without one are not seen by a question.
        for file in files.sorted(by: { $1.hasPrefix(FleetTable.sessions.rawValue) && !$0.hasPrefix(FleetTable.sessions.rawValue) }) {
            try FileSystem.makeDirectory("\(path)/\(file)")
            try FileSystem.moveFile("\(unfinished)/\(file)/\(name).\(form.rawValue)", onto: "\(path)/\(file)/\(name).\(form.rawValue)")
        }
        let list = added.flatMap { one -> [UInt8] in
            var members: JSONObject = ["hash": .string(one.session.hash), "source": .string(one.session.source)]
            for (name, member) in one.session.mark?.members ?? [:] { members[name] = member }
            return Array((JSONValue.object(members).jsonText + "\n").utf8)
        }
        try FileSystem.replace("\(path)/batches/\(name).ndjson", with: list, isDurable: true)
        try FileSystem.removeTree(unfinished)
        batches += 1
        hashes.formUnion(new)
        for one in added {
            if let mark = one.session.mark { marks[mark.session, default: []].append((mark, one.session.hash)) }
        }
    }

    /// Turns lines into columns, by DuckDB.
    private func writeColumns(_ files: [String], batch: String) throws(RecordingError) {
        let program = files.map { file in
            let table = FleetTable.allCases.first { file.hasPrefix($0.rawValue + "/") } ?? .sessions
            let lines = "\(unfinished.escapedForGlob)/\(file)/rows.ndjson".quotedForSQL
            let target = "\(unfinished)/\(file)/\(batch).parquet".quotedForSQL
            return "COPY (SELECT * FROM \(table.reader(of: lines))) TO \(target) (FORMAT parquet, COMPRESSION zstd);\n"
        }
        let script = "\(unfinished)/columns.sql"
        try FileSystem.replace(script, with: Array(("SET threads = 1;\n" + program.joined()).utf8))
        _ = try Engine.run(["duckdb", "-batch", "-no-init", "-bail", "-f", script], in: unfinished)
    }
}

extension FleetTable {
    /// SQL that reads lines of this table.
    func reader(of files: String, options: String = "") -> String {
        let columns = columns.map { "\"\($0.name)\": '\($0.type)'" }.joined(separator: ", ")
        return "read_json(\(files), format = 'newline_delimited', columns = {\(columns)}\(options))"
    }

    /// SQL for this table without a row.
    var empty: String {
        let columns = columns + [("app", "VARCHAR"), ("day", "DATE")]
        return "SELECT \(columns.map { "CAST(NULL AS \($0.type)) AS \"\($0.name)\"" }.joined(separator: ", ")) LIMIT 0"
    }
}

extension Session {
    /// The folders of the session's files: `app=Shop/day=2026-11-21`.
    fileprivate var partition: String { "app=\(app.asFolder)/day=\(day)" }
}

extension SessionRows {
    fileprivate func bytes(of table: FleetTable) -> [UInt8] {
        switch table {
        case .sessions: Array((JSONValue.object(session.row).jsonText + "\n").utf8)
        case .steps: steps
        case .changes: changes
        case .effects: effects
        }
    }
}

extension String {
    package var quotedForSQL: String { "'" + replacing("'", with: "''") + "'" }

    /// A path in a pattern of paths, as DuckDB reads files by.
    var escapedForGlob: String { reduce(into: "") { $0 += "[*?".contains($1) ? "[\($1)]" : String($1) } }

    /// A text as the value in a folder's name, as Hive writes it: what is not a letter, a digit or one of `-_.` as `%20`.
    package var asFolder: String {
        let hex = Array("0123456789ABCDEF".utf8)
        func escape(_ byte: UInt8) -> [UInt8] { [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]] }
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): bytes.append(byte)
            default: bytes += escape(byte)
            }
        }
        if bytes.allSatisfy({ $0 == UInt8(ascii: ".") }) { bytes = bytes.flatMap(escape) }
        return bytes.isEmpty ? "unknown" : String(decoding: bytes, as: UTF8.self)
    }
}
