import RewindValue

extension Redactor {
    /// The redacted content of a file: rules apply to text, and to JSON value by value; anything else stays as it is.
    ///
    /// In a masked recording, everything that is readable as text is text, whatever its media type; a file that is neither text nor of a
    /// known kind with pictures, sound or packed bytes is replaced with a line that says so.
    ///
    /// - Parameter type: the media type; empty if it is unknown.
    /// - Returns: the content, and whether it could be searched; `false` if the file stays as it is.
    package func redact(file bytes: [UInt8], type: String) -> (bytes: [UInt8], isText: Bool) {
        let type = type.lowercased()
        if level == .masked { return masked(file: bytes, type: type) }
        let isCalledText =
            type.isEmpty || type.hasPrefix("text/") || ["json", "xml", "yaml", "x-www-form-urlencoded"].contains { type.contains($0) }
        guard isCalledText, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return (bytes, false) }
        // A masked recording has only files with texts of their own that a person attached.
        let (textPlace, place): (RecordedPlace, RecordedPlace) = redaction.isOfMasked ? (.words, .encoded) : (.attachment, .data)
        guard let json = try? JSONValue(parsing: bytes) else { return (Array(redact(text, at: textPlace).utf8), true) }
        return (recorded(json, from: bytes, at: place), true)
    }

    private func masked(file bytes: [UInt8], type: String) -> (bytes: [UInt8], isText: Bool) {
        switch FileContent(bytes) {
        case .text(let text):
            // A single JSON number or word is a text, which may be a code.
            if let json = try? JSONValue(parsing: bytes), json.object != nil || json.array != nil {
                return (recorded(json, from: bytes), true)
            }
            return (Array(redact(text, at: .attachment).utf8), true)
        case .packed: return (bytes, false)
        case .unknown:
            // Text in any encoding has no such characters; pictures and sound have.
            let isPacked = bytes.contains { $0 < 0x09 || 0x0E..<0x20 ~= $0 }
            if isPacked, ["image/", "audio/", "video/"].contains(where: { type.hasPrefix($0) }) { return (bytes, false) }
            let kind = Redaction.isMediaType(type) ? " of type \(type)" : ""
            return (Array("A file\(kind) with \(bytes.count) bytes was left out, because it can't be masked.\n".utf8), true)
        }
    }

    private func recorded(_ json: JSONValue, from bytes: [UInt8], at place: RecordedPlace = .data) -> [UInt8] {
        let clean = redact(json, at: place).value
        // In a masked recording it is always rewritten: a value has many spellings, which may reveal something (`0e492910827`).
        return clean == json && level != .masked ? bytes : Array((clean.prettyText + "\n").utf8)
    }
}
