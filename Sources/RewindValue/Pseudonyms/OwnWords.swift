/// The words that Rewind itself makes sentences of, when it says what was lost of a recording or done to it: everything else in these is somebody's.
package enum OwnWords {
    /// A sentence of which only our own words and short numbers stay.
    package static func keeping(in sentence: String, masked: (String) -> String) -> String {
        let quote: Character = "'"
        if let first = sentence.firstIndex(of: quote), let last = sentence.lastIndex(of: quote), first < last {
            let inner = sentence.index(after: first)
            let ends = [sentence[..<inner], sentence[last...]].map { keepingWords(in: $0, masked) }
            return ends[0] + masked(String(sentence[inner..<last])) + ends[1]
        }
        return keepingWords(in: sentence[...], masked)
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
        a action actions add added after alone an and app are at be beginning beginnings byte bytes checksum clock could cut damaged depend DevTools
        disk does earlier encode(to:) encodes every from full found gap had has have history hold id import imported in is it its join keep keeping kept
        last lead left line lines lost main matching malformed manifest manifest.json crash.json mark marks may missing must name no none not note of off on one
        only or other out part parts patches process put recorded recorder recording recordings Redux redacted removed renamed rewind safe sealed secret segment segments
        set state states step steps stores that the there they this time title to together torn type types unchecked until value was were what which while
        whole will with without writes written wrong zeros
        """.split { $0.isWhitespace })
}
