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
}
