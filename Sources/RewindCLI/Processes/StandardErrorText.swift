import RewindCapture
import RewindFormat
import RewindRedaction
import RewindValue

/// The last output of a process on standard error, with secrets removed.
struct StandardErrorText {
    let text: String
    /// The reason of a crash as Swift prints it, with its place if given.
    let reason: CrashReason?

    /// - Parameter level: of the recording that they are added to; if it does not state one, the strictest applies.
    init(_ bytes: [UInt8], level: RedactionLevel?) {
        text = Redactor(level: level ?? .masked).redact(String(decoding: bytes, as: UTF8.self), at: .standardError)
        reason = Self.reason(in: text)
    }

    /// Swift writes `File.swift:12: Fatal error: …`, which its backtracer may follow with much more.
    private static func reason(in text: String) -> CrashReason? {
        let marks = Crash.runtimeMarks.map { $0 + ": " }
        let line = text.split(whereSeparator: \.isNewline).last { line in marks.contains { line.contains($0) } }
        guard let line, let start = line.indices.first(where: { marks.contains(where: line[$0...].hasPrefix) }) else { return nil }
        let place = String(line[..<start].dropLast(2))
        return CrashReason(String(line[start...].prefix(500)), site: Redaction.isSite(place) ? place : nil)
    }
}
