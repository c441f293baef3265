import RewindValue

#if hasFeature(Embedded)
    // The search of the standard library's string processing, which Embedded Swift lacks.
    extension StringProtocol {
        /// Whether a text occurs in this one.
        func contains(_ text: some StringProtocol) -> Bool { contains(text: text) }

        /// The text with each occurrence of another, which is not empty, replaced.
        func replacing(_ text: String, with new: String) -> String {
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
