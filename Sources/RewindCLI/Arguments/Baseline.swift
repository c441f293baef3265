import ArgumentParser
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem
import RewindValue

/// What is known to be wrong with recordings: what `rewind verify --continue --json` or `rewind check --json` said before.
struct Baseline: Sendable {
    private var known: Set<[String]> = []

    /// Reads a file.
    ///
    /// - Throws: `RecordingError` if it can't be read, `ValidationError` if a line of it is something else.
    init(path: String) throws {
        let text = String(decoding: try FileSystem.read(path, limit: 1 << 28), as: UTF8.self)
        for (index, line) in text.split(separator: "\n").enumerated() {
            guard let row = try? JSONValue(parsing: Array(line.utf8)), row.object != nil else {
                throw ValidationError(
                    "\(path), line \(index + 1), is not what 'rewind verify --continue --json' or 'rewind check --json' writes")
            }
            if let key = Self.key(row) { known.insert([Self.name(row["recording"]?.string ?? "")] + key) }
        }
    }

    /// What makes a finding the same one; `nil` if nothing is wrong.
    private static func key(_ row: JSONValue) -> [String]? {
        let step = row["step"]?.int.map { "\($0)" } ?? ""
        if let kind = row["class"]?.string { return [kind, step, row["places"]?.array?.first?["path"]?.string ?? ""] }
        guard let name = row["name"]?.string, row["holds"] != true else { return nil }
        return ["check", step, name, row["store"]?.string ?? ""]
    }

    /// The file's name, wherever it lies.
    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// Whether a row of an answer is known of a recording.
    private func has(_ row: JSONValue, of path: String) -> Bool {
        guard let key = Self.key(row) else { return false }
        return [Self.name(path), ""].contains { known.contains([$0] + key) }
    }

    /// The same verification, in which what is known is marked.
    func marking(_ verification: Verification, of path: String) -> Verification {
        var verification = verification
        for index in verification.divergences.indices {
            let divergence = verification.divergences[index]
            var row = divergence.json
            row["step"] = .number(JSONNumber(divergence.steps.lowerBound))
            verification.divergences[index].isKnown = has(.object(row), of: path)
        }
        return verification
    }

    /// The same question, whose answer marks what is known.
    func marking(_ question: CheckQuestion, of path: String) -> CheckQuestion {
        var question = question
        question.isKnown = { [self] row in has(row.json, of: path) }
        return question
    }
}
