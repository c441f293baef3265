/// Why a bundle could not be opened, checked, written or mended.
///
/// The pieces are data, so that a caller can word them its own way; ``description`` words them for a terminal:
///
/// ```
/// bug.rewind: segments/000003/states.ndjson: the content does not match its checksum. Try: rewind recover bug.rewind
/// ```
public struct ArchiveError: Error, Sendable, Hashable {
    /// What kind of trouble it is.
    public var code: Code
    /// What is wrong, without the names of the file and the entry: a clause without a full stop.
    public var message: String
    /// The file on disk, as the caller named it.
    public var path: String?
    /// The name of the entry inside the bundle.
    public var entry: String?
    /// The limit that was exceeded, by its name in ``ArchiveLimits``.
    public var limit: String?
    /// What to do next, in words or as a command.
    public var advice: String?

    /// An error of the given kind.
    public init(
        _ code: Code, _ message: String, path: String? = nil, entry: String? = nil, limit: String? = nil, advice: String? = nil
    ) {
        self.code = code
        self.message = message
        self.path = path
        self.entry = entry
        self.limit = limit
        self.advice = advice
    }

    /// A kind of trouble; more may come, so a `switch` over codes needs a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code: stable, for scripts.
        public let description: String

        private init(_ name: String) { description = name }

        /// The file is something else: a text, a picture, nothing at all.
        public static let notABundle = Code("notABundle")
        /// The file ends too early.
        public static let truncated = Code("truncated")
        /// The parts of the file contradict each other, or bytes were changed.
        public static let damaged = Code("damaged")
        /// The content of an entry is not what its checksum says.
        public static let checksum = Code("checksum")
        /// A zip feature, or a feature of the recording, that this reader does not have on purpose or does not have yet.
        public static let unsupported = Code("unsupported")
        /// An entry's name is not one that a recording may have.
        public static let forbiddenName = Code("forbiddenName")
        /// Something is larger than one of the ``ArchiveLimits``.
        public static let limitExceeded = Code("limitExceeded")
        /// An entry, or a file, is not there.
        public static let notFound = Code("notFound")
        /// A file is there already, and would be overwritten.
        public static let exists = Code("exists")
        /// An app is recording into this directory at this moment.
        public static let inUse = Code("inUse")
        /// The arguments make no sense together, such as input and output being one file.
        public static let invalidRequest = Code("invalidRequest")
        /// The system refused to read or write; the message holds its words.
        public static let inputOutput = Code("inputOutput")
    }
}

extension ArchiveError: CustomStringConvertible {
    /// Where, what, and what to do, on one line.
    ///
    /// Names from the file are escaped where they hold anything but printable ASCII.
    public var description: String {
        var text = [path, entry].compactMap { $0 }.map { ArchiveError.printable($0) + ": " }.joined()
        text += message
        if let limit { text += " (limit \(limit))" }
        if let advice { text += ". Try: \(advice)" }
        return text
    }

    /// The name with everything but printable ASCII escaped, cut after 200 bytes: it may come from a stranger's file.
    static func printable(_ name: String) -> String { printable(name.utf8) }

    /// As ``printable(_:)-swift.type.method``, for bytes that need not be text.
    static func printable(_ name: some Collection<UInt8>) -> String {
        var text = ""
        for byte in name.prefix(200) {
            if byte >= 0x20, byte < 0x7F {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16)
            }
        }
        return name.count > 200 ? text + "…" : text
    }
}

extension ArchiveError {
    /// The same error, naming the file and the entry where it did not yet.
    func located(path: String? = nil, entry: String? = nil) -> ArchiveError {
        var error = self
        error.path = error.path ?? path
        error.entry = error.entry ?? entry
        return error
    }

    /// The same error with advice, unless it has some.
    func advising(_ advice: String) -> ArchiveError {
        var error = self
        error.advice = error.advice ?? advice
        return error
    }
}
