package import RewindValue

/// A place in a recording; every value that goes into a recording names its place to `Redactor.redact(_:at:)`.
///
/// Each place states for each `RedactionLevel` what it may contain; a new place does not compile until it does.
package enum RecordedPlace: Sendable, Hashable {
    // Values.
    /// A place in an action or a state, where rules by place apply.
    case value(JSONPointer)
    /// An action or a state that this redactor has encoded, so that its texts already have pseudonyms if the level requires them.
    case encoded
    /// Data beside actions and states, such as metadata: no place in it is declared safe.
    case data

    // Names.
    /// A name that can only come from the source: of a type or a case, or a literal in it.
    case sourceName
    /// The name that an action gives itself (``ActionNaming``).
    case actionName
    /// The name of an action in a finished recording.
    case actionType
    /// Where an action was dispatched: `Home.swift:42`.
    case site
    /// A thread's name.
    case thread
    /// A store's name; `main` is our own word, also after the prefix that a merge adds, as in `phone/main`.
    case store
    /// A logger's name.
    case logLabel
    /// The severity of a logged line.
    case logLevel
    /// The media type of an attachment: `image/png`.
    case mediaType

    // Texts of the app.
    /// The app's name for a moment.
    case mark
    /// The app's note on a moment or on the recording.
    case note
    /// The app's title for a recording or an attachment.
    case title
    /// A message that the app logs.
    case logMessage
    /// The message of an error.
    case error
    /// Why a process ended, from its last words.
    case crashReason
    /// A process's output to standard error.
    case standardError
    /// The content of a text attachment.
    case attachment

    // Meant to be read.
    /// What a person typed: a title, a note, the name of a mark or of a file.
    case words
    /// A fact about the app, and not about its user: its version, its language.
    case fact
    /// What a recording says about losses and edits: Rewind's own words, which may quote the app's.
    case ownWords

    /// The treatment of a text.
    enum Treatment: Equatable {
        /// It is recorded as it is.
        case kept
        /// It is treated like a value.
        case value
        /// It is searched as a name, and remembered, since names recur.
        case name
        /// It is searched as a text that a person wrote or a program composed.
        case text
        /// It gets a pseudonym, except the parts that are kept.
        case masked(Kept)
    }

    /// The parts of a masked text that are kept.
    enum Kept {
        case nothing
        /// A place in the source.
        case site
        /// The words that Swift's runtime prints for every crash.
        case runtimeWords
        /// A well-known media type.
        case mediaType
        /// Our own words, except the text that they quote and the places that they name.
        case ownWords
        /// Anything composed of names from the source.
        case sourceNames
        /// `main`.
        case mainStore
        /// One of swift-log's levels.
        case logLevel
    }

    /// The treatment of a text here at a level.
    func treatment(at level: RedactionLevel) -> Treatment {
        switch (level, self) {
        case (_, .value), (_, .encoded), (_, .data): .value
        case (.everything, _): .kept
        case (_, .words), (_, .fact): .text
        case (.secrets, .sourceName), (.secrets, .actionName), (.secrets, .actionType), (.secrets, .site), (.secrets, .thread),
            (.secrets, .store), (.secrets, .mark):
            .name
        case (.secrets, .note), (.secrets, .title), (.secrets, .logLabel), (.secrets, .logLevel), (.secrets, .logMessage),
            (.secrets, .error), (.secrets, .crashReason), (.secrets, .standardError), (.secrets, .attachment), (.secrets, .mediaType),
            (.secrets, .ownWords):
            .text
        case (.masked, .sourceName): .kept
        case (.masked, .actionType): .masked(.sourceNames)
        case (.masked, .site): .masked(.site)
        case (.masked, .store): .masked(.mainStore)
        case (.masked, .logLevel): .masked(.logLevel)
        case (.masked, .mediaType): .masked(.mediaType)
        case (.masked, .ownWords): .masked(.ownWords)
        case (.masked, .crashReason), (.masked, .standardError): .masked(.runtimeWords)
        case (.masked, .actionName), (.masked, .thread), (.masked, .mark), (.masked, .note), (.masked, .title), (.masked, .logLabel),
            (.masked, .logMessage), (.masked, .error), (.masked, .attachment):
            .masked(.nothing)
        }
    }
}
