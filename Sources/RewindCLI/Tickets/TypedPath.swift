import RewindJournal
import RewindRendering
import RewindReplay
import RewindSystem

/// A file path as typed at a prompt, or dropped onto it.
enum TypedPath {
    /// Removes the quotes or backslashes that terminals add to dropped files, and expands `~` as shells do.
    static func unquoted(_ path: String) -> String {
        for quote in ["'", "\""] where path.count > 1 && path.hasPrefix(quote) && path.hasSuffix(quote) {
            return String(path.dropFirst().dropLast())
        }
        if path.hasPrefix("~/"), let home = SystemFacts.environment("HOME") { return home + "/" + unquoted(String(path.dropFirst(2))) }
        return path.replacing("\\ ", with: " ")
    }

    /// Completes the name at the end of a path: files, and directories with a slash; hidden ones only if the name begins with a dot.
    static func completion(of line: String) -> PromptWords.Completion {
        let start = line.lastIndex(of: "/").map(line.index(after:)) ?? line.startIndex
        let quote = ["'", "\""].first { line.hasPrefix($0) } ?? ""
        let folder = unquoted(String(line[..<start].dropFirst(quote.count)))
        let typed = start == line.startIndex ? line.dropFirst(quote.count) : line[start...]
        let beginning = typed.replacing("\\ ", with: " ")
        let place = folder.isEmpty ? "." : folder
        let names = ((try? FileSystem.names(in: place)) ?? []).filter {
            $0.hasPrefix(beginning) && (!$0.hasPrefix(".") || beginning.hasPrefix("."))
        }
        let words = names.sorted().map { name in
            (quote.isEmpty ? name.replacing(" ", with: "\\ ") : name) + (FileSystem.kind(of: "\(place)/\(name)") == .directory ? "/" : "")
        }
        return PromptWords.Completion(
            start: line.count - typed.count, words: words, endsWord: quote.isEmpty && words.count == 1 && words[0].last != "/")
    }
}
