import RewindRendering
import RewindSystem

/// A file path as typed at a prompt, or dropped onto it.
enum TypedPath {
    /// Removes the quotes or backslashes that terminals add to dropped files, and expands `~` as shells do; other blanks stay.
    static func unquoted(_ path: String) -> String {
        var rest = path[...]
        let word = try? TypedWord(parsingPrefixOf: &rest)
        let text = rest.isEmpty ? word?.text ?? path : path
        guard path.hasPrefix("~/"), let home = SystemFacts.environment("HOME") else { return text }
        return home + text.dropFirst()
    }
}
