package import RewindValue

/// A place in a recording; every value that goes into a recording names its place to `Redactor.redact(_:at:)`.
///
/// A new place does not compile until it states what it may contain in a masked recording (`Redaction.masked(_:at:)`).
package enum RecordedPlace: Sendable, Hashable {
    // Values.
    /// A place in an action or a state, where rules by place apply.
    case value(JSONPointer)
    /// An action or a state that this redactor has encoded, so that its texts already have pseudonyms if the level requires them.
    case encoded
    /// Data beside actions and states, such as metadata.
    case data

    // Names and texts.
    /// A name that can only come from the source: of a type or a case, or a literal in it.
    case sourceName
    /// The name of an action in a finished recording.
    case actionType
    /// Where an action was dispatched: `Home.swift:42`.
    case site
    /// A store's name; `main` is our own word, also after the prefix that a merge adds, as in `phone/main`.
    case store
    /// The media type of an attachment: `image/png`.
    case mediaType
    /// A text that the app composes: a title, a note, a mark, a message, a thread's name, the content of a file.
    case appText
    /// What a process said on standard error, or why it ended: also in words of Swift's runtime.
    case standardError
    /// Meant to be read: what a person typed, and a fact about the app, such as its version.
    case words
}
