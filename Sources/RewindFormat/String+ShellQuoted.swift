extension String {
    /// The text as one word of a shell's command: as it is where it has nothing that a shell would take apart, else in quotes.
    package var shellQuoted: String {
        let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-/:@%+=,".contains($0)) }
        return isPlain ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
