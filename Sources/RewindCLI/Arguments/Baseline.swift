import ArgumentParser
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem
import RewindValue

/// Which recording a row of an answer is about, in this run and in others.
struct RecordingPlace: Sendable {
    var path: String
    /// The folder that was asked, if the recording was found in one.
    var folder: String?

    /// Its members in a row's JSON.
    var members: JSONObject {
        var members: JSONObject = ["recording": .string(path)]
        members["folder"] = folder.map(JSONValue.string)
        return members
    }

    init(path: String, folder: String? = nil) { (self.path, self.folder) = (path, folder) }

    /// The place that a row names.
    init?(_ row: JSONValue) {
        guard let path = row["recording"]?.string else { return nil }
        self.init(path: path, folder: row["folder"]?.string)
    }

    /// What tells it from others: its path, and its path in the folder, which may lie elsewhere the next time.
    fileprivate var names: [[String]] {
        let parts = Self.parts(path)
        let above = folder.map(Self.parts) ?? []
        return [["path"] + parts] + (folder != nil && parts.starts(with: above) ? [["folder"] + parts.dropFirst(above.count)] : [])
    }

    private static func parts(_ path: String) -> [String] { path.split(separator: "/").map(String.init).filter { $0 != "." } }
}

/// What is known to be wrong with recordings: what `rewind verify --continue --json` or `rewind check --json` said before.
struct Baseline: Sendable {
    private var known: [[String]: Set<[String]>] = [:]

    /// Reads a file; `-` is standard input.
    ///
    /// - Throws: `RecordingError` if it can't be read, `ValidationError` if a line of it is something else.
    init(path: String) throws {
        let text = HandedText.text(try TextInput.bytes(of: path, limit: 1 << 28))
        for (index, line) in text.split(separator: "\n").enumerated() where !line.trimmed.isEmpty {
            guard let row = try? JSONValue(parsing: Array(line.utf8)), row.object != nil, let place = RecordingPlace(row) else {
                let title = TextInput.title(of: path)
                throw ValidationError(
                    "\(title), line \(index + 1), is not what 'rewind verify --continue --json' or 'rewind check --json' writes")
            }
            guard let key = Self.key(row) else { continue }
            for name in place.names { known[name, default: []].insert(key) }
        }
    }

    /// What makes a finding the same one; `nil` if nothing is wrong.
    private static func key(_ row: JSONValue) -> [String]? {
        let step = row["step"]?.int.map { "\($0)" } ?? ""
        if let kind = row["class"]?.string { return [kind, step, row["places"]?.array?.first?["path"]?.string ?? ""] }
        guard let name = row["name"]?.string, row["holds"] != true else { return nil }
        return ["check", step, name, row["store"]?.string ?? ""]
    }

    /// Whether a row of an answer is known of a recording.
    private func has(_ row: JSONValue, of place: RecordingPlace) -> Bool {
        guard let key = Self.key(row) else { return false }
        return place.names.contains { known[$0]?.contains(key) ?? false }
    }

    /// The same verification, in which what is known is marked.
    func marking(_ verification: Verification, of place: RecordingPlace) -> Verification {
        var verification = verification
        for index in verification.divergences.indices {
            let divergence = verification.divergences[index]
            var row = divergence.json
            row["step"] = .number(JSONNumber(divergence.steps.lowerBound))
            verification.divergences[index].isKnown = has(.object(row), of: place)
        }
        return verification
    }

    /// The same question, whose answer marks what is known.
    func marking(_ question: CheckQuestion, of place: RecordingPlace) -> CheckQuestion {
        var question = question
        question.isKnown = { [self] row in has(row.json, of: place) }
        return question
    }
}
