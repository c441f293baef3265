import ArgumentParser
import RewindFormat
import RewindJournal
import RewindReplay
import RewindSystem
import RewindValue

/// Divergences that are known: what `rewind verify --continue --json` said before.
struct Baseline: Sendable {
    private var known: Set<Key> = []

    /// What makes a divergence the same one.
    private struct Key: Hashable {
        let recording: String
        let kind: String
        let step: Int
        let path: String?
    }

    /// Reads a file.
    ///
    /// - Throws: `RecordingError` if it can't be read, `ValidationError` if a line of it is something else.
    init(path: String) throws {
        let text = String(decoding: try FileSystem.read(path, limit: 1 << 28), as: UTF8.self)
        for (index, line) in text.split(separator: "\n").enumerated() {
            guard let row = try? JSONValue(parsing: Array(line.utf8)), row.object != nil else {
                throw ValidationError("\(path), line \(index + 1), is not what 'rewind verify --continue --json' writes")
            }
            guard let kind = row["class"]?.string, let step = row["step"]?.int else { continue }
            known.insert(
                Key(
                    recording: Self.name(row["recording"]?.string ?? ""), kind: kind, step: step,
                    path: row["places"]?.array?.first?["path"]?.string))
        }
    }

    /// The file's name, wherever it lies.
    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    /// The same verification, in which what is known is marked.
    func marking(_ verification: Verification, of path: String) -> Verification {
        var verification = verification
        for index in verification.divergences.indices {
            let divergence = verification.divergences[index]
            let isKnown = [Self.name(path), ""].contains { name in
                known.contains(
                    Key(
                        recording: name, kind: divergence.kind.rawValue, step: divergence.steps.lowerBound,
                        path: divergence.places.first?.pointer.description))
            }
            verification.divergences[index].isKnown = isKnown
        }
        return verification
    }
}
