import RewindRendering

/// The rows that a text takes on a terminal which wraps anywhere, as line editors let it.
enum WrappedRows {
    /// The number of line ends before the end of a text.
    static func before(endOf text: some StringProtocol, columns: Int) -> Int {
        var (row, column) = (0, 0)
        for scalar in text.unicodeScalars {
            if scalar == "\n" {
                (row, column) = (row + 1, 0)
                continue
            }
            // A control character is shown as two: ^A.
            let width = scalar.value < 0x20 ? 2 : DisplayWidth.of(String(scalar))
            if column + width > columns { (row, column) = (row + 1, 0) }
            column += width
            if column >= columns { (row, column) = (row + 1, 0) }
        }
        return row
    }
}
