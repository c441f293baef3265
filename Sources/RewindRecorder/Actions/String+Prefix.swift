extension String {
    /// The longest prefix of whole scalars that fits into this many bytes of UTF-8.
    ///
    /// Scalars, because a character may have any number of bytes.
    func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
