/// Fits names with folders, such as the types of actions, into a column.
package enum NameText {
    /// The least width at which names can be told apart.
    package static let leastWidth = 6

    /// The name cut to a width: `comments/deleteDidFinish` to `comm…/deleteDidFinish` or `deleteD…Finish`.
    ///
    /// What is behind the last slash says most, and of that the beginning and the end: so the folders go first, and then its middle. An
    /// indentation in front stays, if there is room.
    package static func cut(_ text: String, to columns: Int) -> String {
        if DisplayWidth.of(text) <= columns { return text }
        let indent = DisplayWidth.prefix(String(text.prefix { $0 == " " || $0 == "└" }), columns: columns - leastWidth)
        let room = columns - DisplayWidth.of(indent)
        let name = text.dropFirst(indent.count)
        guard let slash = name.lastIndex(of: "/") else { return indent + middle(String(name), room) }
        let last = String(name[name.index(after: slash)...])
        for end in ["/" + last, last] where DisplayWidth.of(end) < room {
            return indent + DisplayWidth.prefix(String(name), columns: room - 1 - DisplayWidth.of(end)) + "…" + end
        }
        return indent + middle(last, room)
    }

    /// The beginning and the end of a text, with `…` for what is between.
    private static func middle(_ text: String, _ columns: Int) -> String {
        if DisplayWidth.of(text) <= columns { return text }
        let end = DisplayWidth.suffix(text, columns: (columns - 1) / 2)
        return DisplayWidth.prefix(text, columns: columns - 1 - DisplayWidth.of(end)) + "…" + end
    }
}
