import RewindFormat
import RewindValue

extension Redactor {
    /// The redacted content of a file: rules apply to text, and to JSON value by value; anything else stays as it is.
    ///
    /// In a masked recording, everything that is readable as text is text, whatever its media type. Pictures, sound, video and packed files
    /// are kept; of any other file, a line says that it was left out.
    ///
    /// - Parameter type: the media type; empty if it is unknown.
    /// - Returns: the content, and whether it could be searched; `false` if the file stays as it is.
    package func redact(file bytes: [UInt8], type: String) -> (bytes: [UInt8], isText: Bool) {
        let type = type.lowercased()
        let isCalledText = type.isEmpty || ["text/", "json", "xml", "yaml", "x-www-form-urlencoded"].contains { type.contains($0) }
        guard isCalledText || level == .masked, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            if level != .masked || Self.packedTypes.contains(where: type.hasPrefix) { return (bytes, false) }
            let kind = Redaction.isMediaType(type) ? " of type \(type)" : ""
            return (Array("A file\(kind) with \(bytes.count) bytes was left out, because it can't be masked.\n".utf8), true)
        }
        // A masked recording has only files with texts of their own that a person attached.
        let (textPlace, place): (RecordedPlace, RecordedPlace) = redaction.isOfMasked ? (.words, .encoded) : (.appText, .data)
        // Where all texts are masked, a single JSON number or word is a text, which may be a code.
        guard let json = try? JSONValue(parsing: bytes), level != .masked || json.object != nil || json.array != nil else {
            return (Array(redact(text, at: textPlace).utf8), true)
        }
        let clean = redact(json, at: place).value
        // In a masked recording it is always rewritten: a value has many spellings, which may reveal something (`0e492910827`).
        return (clean == json && level != .masked ? bytes : Array((clean.prettyText + "\n").utf8), true)
    }

    private static let packedTypes = ["image/", "audio/", "video/", "application/pdf", "application/zip", "application/gzip"]
}
