/// The words that Rewind itself makes sentences of, when it says what was lost of a recording or done to it: everything else in these is somebody's.
package enum OwnWords {
    /// A sentence of which only our own words, the names of our own files and short numbers stay; of what stands in quotes, nothing does.
    package static func keeping(in sentence: String, masked: (String) -> String) -> String {
        var kept = ""
        var rest = sentence[...]
        while let name = quoted(in: rest) {
            kept += keepingWords(in: rest[..<name.lowerBound], masked) + masked(String(rest[name])) + "'"
            rest = rest[name.upperBound...].dropFirst()
        }
        return kept + keepingWords(in: rest, masked)
    }

    /// The first text between two quotes that are no apostrophes: one begins a word, and one ends a word.
    private static func quoted(in text: Substring) -> Range<String.Index>? {
        let quotes = text.indices.filter { text[$0] == "'" }
        func opens(_ quote: String.Index) -> Bool { quote == text.startIndex || text[text.index(before: quote)] == " " }
        func closes(_ quote: String.Index) -> Bool { text[quote...].dropFirst().first.map { " :;,.)".contains($0) } ?? true }
        guard let first = quotes.first(where: opens), let last = quotes.first(where: { $0 > first && closes($0) }) else { return nil }
        return text.index(after: first)..<last
    }

    private static func keepingWords(in text: Substring, _ masked: (String) -> String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false)
            .map { isOurs($0) ? String($0) : masked(String($0)) }
            .joined(separator: " ")
    }

    private static func isOurs(_ word: Substring) -> Bool {
        let marks = "(),:;'"
        let bare = word.utf8.drop { marks.utf8.contains($0) }
        guard let end = bare.lastIndex(where: { !marks.utf8.contains($0) }) else { return true }
        let core = Substring(bare[...end])
        return words.contains(core) || isShortNumber(core) || isStream(core)
    }

    /// A number of up to six digits, or one of a version: `0.9.1`.
    private static func isShortNumber(_ word: Substring) -> Bool {
        let parts = word.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= 3 && word.utf8.count <= Masker.digitLimit + parts.count - 1
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCIIDigit } }
    }

    /// The name of one of our own files: `segments/000000/actions.ndjson`.
    private static func isStream(_ word: Substring) -> Bool {
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == "segments" && parts[1].count == 6 && parts[1].utf8.allSatisfy { $0.isASCIIDigit }
            && ["actions.ndjson", "states.ndjson"].contains(parts[2])
    }

    private static let words: Set<Substring> = Set(
        """
        a action actions add added after all alone an and app are array at attachments/stderr.txt backtrace be because before
        beginning beginnings beyond bundle but byte bytes can't cause checksum clock comes copiedBytes copies copy could crash
        crash.json crashed cut damaged deeper depend depth describes device DevTools died differ Disk disk do does earlier elements
        else encode(to encodes ended error every exceeded exists exited file first fit follows for found from full functions gap had
        has have history hold how id images.json import imported impossible in incorrectly index Input/output is it its join keep
        keeping kept keyframe killed kind knew known last later lead leads left levels limit line lines listed lists lost main
        malformed manifest manifest.json map mark marks matching may MiB middle missing more move must name neither nests No no none
        nor not note nothing number object of off on one only open operation or order other out part parts patch patches path place process
        put quota Read-only README.txt recorded recorder recording recordings redacted Redux remove removed renamed replace reserve
        rewind safe says sealed secret segment segmentNumbers segments set space state states status step stepNumbers steps store stores system test than that
        the then there they this through time times title to together torn twice type types unchecked under unsound until value was
        way were what where whether which while whole will with without write writes written wrong zero zeros
        """.split { $0.isWhitespace })
}
