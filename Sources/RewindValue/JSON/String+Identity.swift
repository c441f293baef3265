extension String {
    /// Whether both have the same bytes; `==` also holds two spellings of one character equal, which are two texts on disk.
    func isIdentical(to other: String) -> Bool {
        // `==` compares ASCII bytewise, and refuses what differs at once; what remains to be told apart is the spelling.
        guard self == other else { return false }
        guard utf8.count == other.utf8.count else { return false }
        return utf8.elementsEqual(other.utf8)
    }
}
