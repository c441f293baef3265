/// The sizes of a recording's files on disk, which the recording itself does not contain.
package struct FileSizes: Equatable, Sendable {
    /// The bytes of the sealed file, or of what was written to all files of the directory; `nil` if they were not measured.
    package var total: Int?
    /// The bytes of each file of a directory, by its name there.
    package var entries: [String: Int]

    package init(total: Int? = nil, entries: [String: Int] = [:]) {
        self.total = total
        self.entries = entries
    }
}
