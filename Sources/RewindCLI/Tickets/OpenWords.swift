/// The words in a file that everybody can read.
enum OpenWords {
    /// A warning that the words of the author, or words added to the recording, are readable for everyone; `nil` if there are no such
    /// words.
    ///
    /// - Parameter others: names of other texts that people added.
    static func clause(title: String?, note: String?, others: [String] = []) -> String? {
        let names = [title.map { _ in "the title" }, note.map { _ in "the note" }].compactMap(\.self) + others
        guard let last = names.last else { return nil }
        let words = (names.count == 1 ? "" : names.dropLast().joined(separator: ", ") + " and ") + last
        let areMany = names.count > 1 || words.hasSuffix("marks") || words.hasPrefix("the names")
        return words + " \(areMany ? "go" : "goes") in as written, except for secrets that the rules find"
    }
}
