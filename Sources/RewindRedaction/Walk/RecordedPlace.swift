public import RewindValue

/// A place in a recording; every value that goes into a recording names its place to `Redactor.redact(_:at:)`.
///
/// Each place states for each `RedactionLevel` what it may contain; a new place does not compile until it does.
public enum RecordedPlace: Sendable, Hashable {
    // Values.
    /// A place in an action or a state, where rules by place count.
    case value(JSONPointer)
    /// An action or a state that was encoded by this redactor: where texts get pseudonyms, they have them.
    case encoded
    /// Data beside actions and states, such as metadata: no place in it is declared safe.
    case data

    // Names.
    /// A name that only the source can have made, of a type or a case, or a literal in it.
    case sourceName
    /// The name that an action gives itself (``ActionNaming``).
    case actionName
    /// The name of an action in a finished recording.
    case actionType
    /// Where an action was dispatched: `Home.swift:42`.
    case site
    /// A thread's name.
    case thread
    /// A store's name; `main` is our own word, also behind the name that a merge puts in front, as in `phone/main`.
    case store
    /// A logger's name.
    case logLabel
    /// How grave a logged line is.
    case logLevel
    /// The kind of file that an attachment is: `image/png`.
    case mediaType

    // Texts of the app.
    /// A name that the app gives to a moment.
    case mark
    /// What the app says about a moment or about the recording.
    case note
    /// The title that the app gives to a recording or an attachment.
    case title
    /// What the app logs.
    case logMessage
    /// What an error says.
    case error
    /// Why a process ended, in what it last said.
    case crashReason
    /// What a process wrote to standard error.
    case standardError
    /// The content of an attachment that is text.
    case attachment

    // What is there to be read.
    /// What a person typed: a title, a note, the name of a mark or of a file.
    case words
    /// A fact about the app, and not about its user: its version, its language.
    case fact
    /// What a recording says about losses and edits: Rewind's own words, which may quote the app's.
    case ownWords

    /// What becomes of a text.
    enum Treatment: Equatable {
        /// It is recorded as it is.
        case kept
        /// It is treated as a value is.
        case value
        /// It is looked through as a name, and remembered, since names return.
        case name
        /// It is looked through as a text that people wrote or a program put together.
        case text
        /// It gets a pseudonym, all but what a form keeps.
        case masked(Kept)
    }

    /// What of a masked text stays.
    enum Kept {
        case nothing
        /// A place in the source.
        case site
        /// The words that Swift's runtime prints for every crash.
        case runtimeWords
        /// A media type that many know.
        case mediaType
        /// Our own words, except the text that they quote and the places that they name.
        case ownWords
        /// What is made of names from the source.
        case sourceNames
        /// `main`.
        case mainStore
        /// A word of swift-log's.
        case logLevel
    }

    /// What a level makes of a text that stands here.
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
