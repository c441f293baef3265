import RewindValue

#if hasFeature(Embedded)
    // The search of the standard library's string processing, which Embedded Swift lacks.
    extension StringProtocol {
        package func contains(_ text: some StringProtocol) -> Bool { contains(text: text) }

        /// The first place where a text, which is not empty, occurs in this one.
        package func firstRange(of text: String) -> Range<Index>? {
            var rest = self[...]
            while !rest.isEmpty {
                if rest.starts(with: text) { return rest.startIndex..<rest.index(rest.startIndex, offsetBy: text.count) }
                rest = rest.dropFirst()
            }
            return nil
        }

        /// The text with each occurrence of another, which is not empty, replaced.
        package func replacing(_ text: String, with new: String) -> String {
            var result = ""
            var rest = self[...]
            while let first = rest.first {
                if rest.starts(with: text) {
                    result += new
                    rest = rest.dropFirst(text.count)
                } else {
                    result.append(first)
                    rest = rest.dropFirst()
                }
            }
            return result
        }
    }
#endif

extension StringProtocol {
    /// The text without white space at its ends.
    package var trimmed: SubSequence {
        let start = self[...].drop { $0.isWhitespace }
        return start[..<(start.lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start.startIndex)]
    }
}
