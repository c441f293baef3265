/// What failed on a recording, on which file, why, and what to do next.
///
/// Data and wording are separate: switch over ``code``, show ``description``.
public struct RecordingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    public var code: Code
    /// What failed and why, as a sentence without a full stop.
    package var message: String
    /// The recording, as the user named it.
    package var path: String?
    /// The file inside the recording.
    package var entry: String?
    /// What the user can do next, as a sentence without a full stop.
    package var advice: String? {
        get { givenAdvice ?? recovery.map { $0.sentence } }
        set { givenAdvice = newValue }
    }
    private var givenAdvice: String?
    /// What can be recovered; the advice, unless there is another.
    package var recovery: Recovery?
    /// Whether the same may succeed a moment later: what is missing (descriptors, memory, room) comes and goes.
    package var mayPass = false

    /// An error of a kind, with its message and its place.
    package init(_ code: Code, _ message: String, path: String? = nil, entry: String? = nil, advice: String? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.entry = entry
        givenAdvice = advice
    }

    /// The error as one line: path, entry, message, advice.
    public var description: String {
        var text = ""
        if let path { text += path }
        if let entry { text += text.isEmpty ? entry : " (\(entry))" }
        text += (text.isEmpty ? "" : ": ") + message + "."
        if let advice { text += " " + advice + "." }
        return text
    }

    /// What `rewind recover` can do for a damaged recording.
    package struct Recovery: Sendable, Equatable {
        package var result: Result
        /// The recording, as the command takes it.
        package var path: String

        package enum Result: Sendable {
            /// Its intact parts are saved.
            case intactParts
            /// Its manifest is made anew from the streams.
            case manifest
        }

        package init(_ result: Result, of path: String) { (self.result, self.path) = (result, path) }

        fileprivate var sentence: String {
            let purpose =
                switch result {
                case .intactParts: "save its intact parts"
                case .manifest: "make it anew from what was recorded"
                }
            return "Run `rewind recover \(path.shellQuoted)` to \(purpose)"
        }
    }

    /// The same error; what can be recovered of the recording at a path is its advice, unless it has some.
    package func recoverable(_ result: Recovery.Result = .intactParts, at path: String) -> RecordingError {
        var error = self
        error.recovery = error.recovery ?? Recovery(result, of: path)
        return error
    }

    /// A kind of failure; more may come with later versions, and some kinds, which no app can act on, have no name here.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name in error output.
        public var rawValue: String

        /// The kind of a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The path does not exist.
        public static let notFound = Code(rawValue: "not-found")
        /// The path is not a recording.
        public static let notARecording = Code(rawValue: "not-a-recording")
        /// Bytes of the recording are missing or changed.
        public static let damaged = Code(rawValue: "damaged")
        /// An app is still writing the recording.
        public static let stillRecording = Code(rawValue: "still-recording")
        /// The recording needs something that this version does not have.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The recording, or a part of it, is larger than a limit allows.
        package static let limit = Code(rawValue: "limit")
        /// The system refused: no permission, no space, an I/O error.
        public static let system = Code(rawValue: "system")
        /// The recording does not have the requested step or state.
        public static let noSuchStep = Code(rawValue: "no-such-step")
        /// The recording does not have the requested store, or several stores match.
        public static let noSuchStore = Code(rawValue: "no-such-store")
        /// The recording does not have the requested attachment, or several match.
        package static let noSuchAttachment = Code(rawValue: "no-such-attachment")
        /// A file that would be written already exists.
        public static let exists = Code(rawValue: "exists")
        /// The request makes no sense, such as an output that is the input.
        package static let invalidRequest = Code(rawValue: "invalid-request")
    }
}

extension String {
    /// The text as one word of a shell's command: as it is where it has nothing that a shell would take apart, else in quotes.
    package var shellQuoted: String {
        let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-/:@%+=,".contains($0)) }
        return isPlain ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
