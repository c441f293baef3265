@testable import RewindRendering

extension [Line] {
    /// The lines as they come out of a pipe.
    var text: String { map(\.trimmed.text).joined(separator: "\n") }
}
