import RewindValue

extension Redactor {
    /// What may be recorded of a file: text goes through the rules, JSON value by value; anything else stays as it is.
    ///
    /// Masked, whatever can be read as text is text, whatever its media type says; a file that is neither text nor of a kind that is known to hold
    /// pictures, sound or packed bytes is replaced by a line that says so.
    ///
    /// - Parameter type: the media type; empty if it is unknown.
    /// - Returns: the content, and whether it could be searched; `false` if the file stays as it is.
    package func redact(file bytes: [UInt8], type: String) -> (bytes: [UInt8], isText: Bool) {
        let type = type.lowercased()
        if level == .masked { return masked(file: bytes, type: type) }
        let isCalledText =
            type.isEmpty || type.hasPrefix("text/") || ["json", "xml", "yaml", "x-www-form-urlencoded"].contains { type.contains($0) }
        guard isCalledText, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return (bytes, false) }
        guard let json = try? JSONValue(parsing: bytes) else { return (Array(redact(text, at: .attachment).utf8), true) }
        return (recorded(json, from: bytes), true)
    }

    private func masked(file bytes: [UInt8], type: String) -> (bytes: [UInt8], isText: Bool) {
        switch FileContent(bytes) {
        case .text(let text):
            // A single number or word of JSON is a text, which may be a code.
            if let json = try? JSONValue(parsing: bytes), json.object != nil || json.array != nil {
                return (recorded(json, from: bytes), true)
            }
            return (Array(redact(text, at: .attachment).utf8), true)
        case .packed: return (bytes, false)
        case .unknown:
            // Text in whatever encoding has no such characters; pictures and sound have.
            let isPacked = bytes.contains { $0 < 0x09 || 0x0E..<0x20 ~= $0 }
            if isPacked, ["image/", "audio/", "video/"].contains(where: { type.hasPrefix($0) }) { return (bytes, false) }
            let kind = Redaction.isMediaType(type) ? " of type \(type)" : ""
            return (Array("A file\(kind) with \(bytes.count) bytes was left out, because it can't be masked.\n".utf8), true)
        }
    }

    private func recorded(_ json: JSONValue, from bytes: [UInt8]) -> [UInt8] {
        let clean = redact(json, at: .data).value
        // Masked, it is written anew in any case: one value has many spellings, which may say something (`0e492910827`).
        return clean == json && level != .masked ? bytes : Array((clean.prettyText + "\n").utf8)
    }
}
