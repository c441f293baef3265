import RewindFormat
import RewindReplay
import RewindValue

/// The description, in words, of one of the recordings that a recording was merged from.
struct MergedPartText {
    /// The recording, under its whole name.
    let part: Manifest.PartInfo
    /// The manifest of the whole, which says what all parts have alike.
    private let whole: Manifest

    /// Those of a recording, and those that they were merged from, behind each.
    static func all(of manifest: Manifest) -> [MergedPartText] {
        func texts(_ parts: [Manifest.PartInfo], _ prefix: String) -> [MergedPartText] {
            parts.flatMap { part in
                var named = part
                named.name = prefix + part.name
                return [MergedPartText(part: named, whole: manifest)] + texts(part.parts, named.name + "/")
            }
        }
        return texts(manifest.parts, "")
    }

    /// Its name and title, and below them its note, the facts that the whole recording does not share, and how it ended.
    var lines: [String] {
        var lines = [named] + (part.note?.split(separator: "\n").map(String.init) ?? [])
        let facts = [(part.app, whole.app), (part.device, whole.device)].filter { $0.0 != $0.1 }.map { InfoReport.text($0.0) }
        lines += facts.filter { !$0.isEmpty }
        if part.started > 0 { lines.append("recorded \(UTC.text(part.started))") }
        return lines + [ended].compactMap { $0 }
    }

    /// Its name, its title and how it ended: `phone, Crash while editing: it crashed with SIGILL`.
    var sentence: String { named + (ended.map { "; \($0)" } ?? "") }

    private var named: String { part.name + (part.title.map { ": \($0)" } ?? "") }

    private var ended: String? {
        part.ending.map { ending in "it " + EndingText(ending: ending).verb + (ending.crashReason.map { ": \($0.words)" } ?? "") }
    }
}
