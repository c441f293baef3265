package import RewindFormat

/// Whom a file is sealed for: the public half of a key, which everybody may know.
package struct Recipient: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes of the key.
    let key: [UInt8]

    init(key: [UInt8]) { self.key = key }

    /// Parses a key as age writes it, `age1…`.
    ///
    /// - Throws: `RecordingError` that says what is wrong with it.
    package init(parsing text: some StringProtocol) throws(RecordingError) {
        if Identity.isMeant(by: text) {
            throw RecordingError(
                .invalidRequest, "a secret key is no recipient", advice: "Give its public key, which begins with age1; keep the secret one")
        }
        guard Self.isMeant(by: text), let (prefix, key) = Bech32.parse(text), prefix == "age", key.count == 32, text.lowercased() == text
        else {
            let why = Self.isMeant(by: text) ? "mistyped or not complete" : "not one that begins with age1"
            throw RecordingError(.invalidRequest, "'\(text.prefix(80))' is no public key of age: it is \(why)")
        }
        self.key = key
    }

    /// Whether a text is meant as a key, and not as the name of a file.
    package static func isMeant(by text: some StringProtocol) -> Bool { text.hasPrefix("age1") && !text.contains { "./".contains($0) } }

    /// The keys in the text of a file, one a line; empty lines, and lines that begin with `#`, say nothing.
    ///
    /// - Throws: `RecordingError` that names the line that is no key, or says that the file has no key.
    package static func all(in text: some StringProtocol) throws(RecordingError) -> [Recipient] {
        var recipients: [Recipient] = []
        for (number, line) in KeyLines.all(in: text) {
            do throws(RecordingError) { recipients.append(try Recipient(parsing: line)) } catch {
                throw RecordingError(error.code, "line \(number): \(error.message)", advice: error.advice)
            }
        }
        if recipients.isEmpty { throw RecordingError(.invalidRequest, "no public key is in the file") }
        return recipients
    }

    /// The key as age writes it.
    package var description: String { Bech32.text(key, prefix: "age") }
}

/// The lines of a file of keys.
enum KeyLines {
    /// The lines that say something, with their numbers.
    static func all(in text: some StringProtocol) -> [(number: Int, line: String)] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated().compactMap { index, line in
            line.isEmpty || line.hasPrefix("#") ? nil : (index + 1, String(line))
        }
    }
}
