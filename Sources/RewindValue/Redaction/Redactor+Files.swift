extension Redactor {
    /// A file without its secrets; `nil` if it is no text.
    ///
    /// - Parameter type: its media type; empty if nobody said one.
    package func redact(file bytes: [UInt8], type: String) -> [UInt8]? {
        let isText =
            type.isEmpty || type.hasPrefix("text/") || ["json", "xml", "yaml", "x-www-form-urlencoded"].contains { type.contains($0) }
        guard isText, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else { return nil }
        guard let json = try? JSONValue(parsing: bytes) else { return Array(redact(text: text).utf8) }
        let clean = redact(json)
        return clean.pointers.isEmpty ? bytes : Array((clean.value.prettyText + "\n").utf8)
    }
}
