package import RewindFormat

/// What people type into a recording.
///
/// Titles, notes and names stay readable at every level, as far as the rules find no secrets in them.
package struct TypedWords: Sendable {
    private let redactor: Redactor

    /// - Parameter manifest: of the recording; `nil` if it is lost.
    package init(for manifest: Manifest?) { redactor = Redactor(addingTo: manifest?.recordedLevel) }

    /// A text as the recording may have it.
    package func callAsFunction(_ text: String) -> String { redactor.redact(text, at: .words) }
}
