/// What a recording's files take on the disk, which the recording itself does not hold.
package struct FileSizes: Equatable, Sendable {
    /// Bytes of the sealed file, or of what was written into all files of the directory; `nil` where nobody looked.
    package var total: Int?
    /// Bytes of each file of a directory, by its name in it.
    package var entries: [String: Int]

    package init(total: Int? = nil, entries: [String: Int] = [:]) {
        self.total = total
        self.entries = entries
    }
}
