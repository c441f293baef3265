import RewindCapture
import RewindValue

/// What a process said on standard error before it ended, with secrets taken out.
struct LastWords {
    /// The text, redacted.
    let text: String
    /// The reason of a crash, as Swift prints it, and its place where that is told: `Fatal error: Index out of range (Cart.swift:12)`.
    let reason: String?

    /// - Parameter level: how much the recording has that they go into.
    init(_ bytes: [UInt8], level: RedactionLevel) {
        text = Redactor(level: level).redact(String(decoding: bytes, as: UTF8.self), at: .standardError)
        reason = Self.reason(in: text)
    }

    /// Swift writes `File.swift:12: Fatal error: …`, and its backtracer may write much behind it.
    private static func reason(in text: String) -> String? {
        let mark = "Fatal error: "
        let line = text.split(whereSeparator: \.isNewline).last { $0.contains(mark) }
        guard let line, let start = line.indices.first(where: { line[$0...].hasPrefix(mark) }) else { return nil }
        let place = String(line[..<start].dropLast(2))
        return line[start...].prefix(500) + (Redaction.isSite(place) ? " (\(place))" : "")
    }
}
