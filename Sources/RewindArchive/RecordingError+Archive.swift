public import RewindFormat

extension RecordingError.Code {
    /// An entry's name is not one that a recording may have.
    public static let forbiddenName = Self(rawValue: "forbidden-name")
}

extension RecordingError {
    /// The same error, naming the file and the entry where it did not yet.
    func located(path: String? = nil, entry: String? = nil) -> RecordingError {
        var error = self
        error.path = error.path ?? path
        error.entry = error.entry ?? entry
        return error
    }

    /// The same error with advice, unless it has some.
    func advising(_ advice: String) -> RecordingError {
        var error = self
        error.advice = error.advice ?? advice
        return error
    }
}

/// A name with everything but printable ASCII escaped, cut after 200 bytes: it may come from a stranger's file.
func printableName(_ name: String) -> String { printableName(name.utf8) }

/// As ``printableName(_:)-(String)``, for bytes that need not be text.
func printableName(_ name: some Collection<UInt8>) -> String {
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
