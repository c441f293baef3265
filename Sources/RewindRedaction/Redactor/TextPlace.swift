import RewindValue

/// A place in a recording, besides the values of actions and states, where a text can stand.
///
/// Every text that goes into a recording names its place to ``Redactor/recorded(_:at:)``; each `RedactionLevel` says what may stand
/// there.
public enum TextPlace: Sendable, Hashable, CaseIterable {
    /// A name that only the source can have made, of a type or a case.
    case sourceName
    /// The name that an action gives itself (``ActionNaming``).
    case actionName
    /// Where an action was dispatched: `Home.swift:42`.
    case site
    /// A thread's name.
    case thread
    /// A store's name.
    case store
    /// A name that the app gives to a moment.
    case mark
    /// What the app, or a person, says about a moment or about the recording.
    case note
    /// The title of a recording or an attachment.
    case title
    /// A logger's name.
    case logLabel
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
    /// The kind of file that an attachment is: `image/png`.
    case mediaType
    /// What a recording says about losses and edits: Rewind's own words, which may quote the app's.
    case ownWords
    /// What the app says about itself.
    case appFact

    /// The words for how grave a logged line is, which are no app's.
    package static let logLevels: Set = ["trace", "debug", "info", "notice", "warning", "error", "critical"]

    /// What becomes of a text that stands here.
    enum Treatment {
        /// It is recorded as it is.
        case kept
        /// It is looked through as a name, and remembered, since names return.
        case name
        /// It is looked through as a text that people wrote or a program put together.
        case text
        /// It gets a pseudonym.
        case masked
        /// It gets a pseudonym if it has not the form of a place in the source.
        case siteOrMasked
        /// It gets a pseudonym but for what Swift's runtime says of every crash.
        case reasonOrMasked
        /// It gets a pseudonym if it has not the form of a media type.
        case mediaTypeOrMasked
        /// What it quotes, and the places that it names, get pseudonyms; the rest are our own words.
        case ownWordsOrMasked
    }

    /// What a level makes of a text that stands here.
    func treatment(at level: RedactionLevel) -> Treatment {
        switch (level, self) {
        case (.everything, _): .kept
        case (.secrets, .sourceName), (.secrets, .actionName), (.secrets, .site), (.secrets, .thread), (.secrets, .store),
            (.secrets, .mark):
            .name
        case (.secrets, .note), (.secrets, .title), (.secrets, .logLabel), (.secrets, .logMessage), (.secrets, .error),
            (.secrets, .crashReason), (.secrets, .standardError), (.secrets, .attachment), (.secrets, .appFact),
            (.secrets, .mediaType), (.secrets, .ownWords):
            .text
        case (.masked, .sourceName): .kept
        case (.masked, .site): .siteOrMasked
        case (.masked, .mediaType): .mediaTypeOrMasked
        case (.masked, .ownWords): .ownWordsOrMasked
        case (.masked, .crashReason), (.masked, .standardError): .reasonOrMasked
        case (.masked, .actionName), (.masked, .thread), (.masked, .store), (.masked, .mark), (.masked, .note), (.masked, .title),
            (.masked, .logLabel), (.masked, .logMessage), (.masked, .error), (.masked, .attachment), (.masked, .appFact):
            .masked
        }
    }
}

extension Redactor {
    /// What may be recorded of a text at a place: the one function that makes recordable text from what an app says.
    ///
    /// For values, and the keys and places in them, use `redact(_:at:)`, `redact(encoding:)` and their variants.
    public func recorded(_ text: String, at place: TextPlace) -> String {
        switch place.treatment(at: level) {
        case .kept: text
        case .name: redact(name: text)
        case .text: redact(text: text)
        case .masked: masked(text)
        case .siteOrMasked: Self.isSite(text) ? text : masked(text)
        case .reasonOrMasked: RuntimeWords.keeping(in: text, isSite: Self.isSite) { masked($0) }
        case .mediaTypeOrMasked: Self.isMediaType(text) ? text : masked(text)
        case .ownWordsOrMasked: maskingQuotes(in: text)
        }
    }

    /// What may be recorded of a text that appears in the app's source as a literal.
    package func recorded(literal text: StaticString, at place: TextPlace) -> String {
        level == .masked ? text.description : recorded(text.description, at: place)
    }

    /// A pseudonym for a text, where texts get some.
    package func masked(_ text: String) -> String { maskingPolicy?.masker.masked(text) ?? text }

    /// A sentence of ours, in which what stands in quotes and every pointer is somebody's.
    private func maskingQuotes(in sentence: String) -> String {
        var result = ""
        var rest = sentence[...]
        while let start = rest.indices.first(where: {
            "'\"/".contains(rest[$0]) && ($0 == rest.startIndex || " (:".contains(rest[rest.index(before: $0)]))
        }) {
            let mark = rest[start]
            let behind = rest[start...].dropFirst()
            let end = behind.indices.first { index in
                if mark == "/" { return behind[index] == " " }
                return behind[index] == mark && (behind[index...].dropFirst().first.map { " :;,.)".contains($0) } ?? true)
            }
            result += rest[...start] + masked(String(behind[..<(end ?? behind.endIndex)]))
            rest = behind[(end ?? behind.endIndex)...]
            if mark != "/", end != nil { result.append(rest.removeFirst()) }
        }
        return result + rest
    }

    /// Whether a text is a media type that many know, without parameters: `image/svg+xml`.
    ///
    /// Any other may be what an app puts together with `text/`.
    static func isMediaType(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && mediaTypes[parts[0]]?.contains(parts[1]) == true
    }

    private static let mediaTypes: [Substring: Set<Substring>] = [
        "application": words("gzip json octet-stream pdf sql toml x-ndjson x-plist x-sqlite3 x-tar xml yaml zip zstd"),
        "audio": words("aac flac mp4 mpeg ogg wav webm"), "font": words("otf ttf woff woff2"),
        "image": words("avif bmp gif heic heif jpeg png svg+xml tiff webp"), "model": words("gltf+json obj stl usd vnd.usdz+zip"),
        "text": words("calendar css csv html javascript markdown plain rtf tab-separated-values vcard xml"),
        "video": words("mp4 mpeg ogg quicktime webm"),
    ]

    private static func words(_ text: Substring) -> Set<Substring> { Set(text.split(separator: " ")) }

    /// Whether a text has the form of a place in Swift source: `Home.swift:42`, `Home+Rows.swift:7`, `Shop/Home.swift:42` (`#fileID`).
    package static func isSite(_ text: String) -> Bool {
        let text = text.utf8
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let line = text[colon...].dropFirst()
        var file = text[..<colon]
        guard (1...6).contains(line.count), line.allSatisfy(\.isASCIIDigit), file.count <= 80 else { return false }
        if let slash = file.firstIndex(of: UInt8(ascii: "/")) {
            guard isIdentifier(file[..<slash]) else { return false }
            file = file[slash...].dropFirst()
        }
        guard let dot = file.firstIndex(of: UInt8(ascii: ".")), file[dot...].elementsEqual(".swift".utf8) else { return false }
        let name = file[..<dot]
        return name.first.map { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") } == true
            && name.allSatisfy {
                $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
            }
    }

    private static func isIdentifier(_ name: Substring.UTF8View) -> Bool {
        name.first.map { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") } == true
            && name.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    }
}

extension Redactor {
    /// What of the name of an action in a finished recording may be left: all of it where it is made of names from the source.
    package func recorded(actionType name: String) -> String {
        recorded(name, at: level == .masked && !names.has(actionType: name) ? .actionName : .sourceName)
    }

    /// What may be recorded of the name of a store: `main` is our own word, also behind the name that a merge puts in front, as in `phone/main`.
    package func recorded(store name: String) -> String {
        guard level == .masked else { return name == "main" ? name : recorded(name, at: .store) }
        return name.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0 == "main" ? "main" : recorded(String($0), at: .store) }.joined(separator: "/")
    }
}
