import ArgumentParser
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem
import RewindValue

/// What is known to be wrong with recordings: what `rewind verify --continue`, `check` or `explore` said before with
/// `--json`.
struct Baseline: Sendable {
    /// What is known by the recording's path, and by its place in the folder that was asked.
    private var (byPath, byPlace) = ([[String]: Set<[String]>](), [[String]: Set<[String]>]())

    /// Reads a file; `-` is standard input.
    ///
    /// - Throws: `RecordingError` if it can't be read, `ValidationError` if a line of it is something else.
    init(path: String) throws {
        let text = UserText.text(try TextInput.bytes(of: path, limit: 1 << 28))
        for (index, line) in text.split(separator: "\n").enumerated() where !line.trimmed.isEmpty {
            guard let row = try? JSONValue(parsing: Array(line.utf8)), row.object != nil, let place = RecordingPlace(row) else {
                let title = TextInput.title(of: path)
                throw ValidationError(
                    "\(title), line \(index + 1), is not what 'rewind verify --continue --json', 'rewind check --json' or 'rewind explore --json' writes"
                )
            }
            let key = Self.key(row).map { [$0] } ?? []
            byPath[place.parts, default: []].formUnion(key)
            if let parts = place.place { byPlace[parts, default: []].formUnion(key) }
        }
    }

    /// What makes a finding the same one; `nil` if nothing is wrong.
    private static func key(_ row: JSONValue) -> [String]? {
        let step = row["step"]?.int.map { "\($0)" } ?? ""
        if let kind = row["class"]?.string {
            return [kind, step, row["places"]?.array?.first?["path"]?.string ?? "", row["name"]?.string ?? ""]
        }
        guard let name = row["name"]?.string, row["holds"] != true else { return nil }
        return ["check", step, name, row["store"]?.string ?? ""]
    }

    /// Whether a row of an answer is known of a recording.
    private func has(_ row: JSONValue, of place: RecordingPlace) -> Bool {
        guard let key = Self.key(row) else { return false }
        // Of two folders that were asked, each has its own recording at a place.
        let known = byPath[place.parts] ?? place.place.flatMap { byPlace[$0] }
        return known?.contains(key) ?? false
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

    /// Whether a finding is known.
    func has(_ finding: OrderFinding, of place: RecordingPlace) -> Bool { has(.object(finding.json), of: place) }

    /// The same question, whose answer marks what is known.
    func marking(_ question: CheckQuestion, of place: RecordingPlace) -> CheckQuestion {
        var question = question
        question.isKnown = { [self] row in has(row.json, of: place) }
        return question
    }
}
