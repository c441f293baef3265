package import RewindFormat

extension RecordingError.Code {
    /// A recording may not have an entry of that name.
    package static let forbiddenName = Self(rawValue: "forbidden-name")
}

extension RecordingError {
    /// The same error, with the file and the entry filled in if they are missing.
    package func located(path: String? = nil, entry: String? = nil) -> RecordingError {
        var error = self
        error.path = error.path ?? path
        error.entry = error.entry ?? entry
        return error
    }
}

/// A name with everything escaped except printable ASCII and the letters of all languages, cut after 200 bytes: it may come from a
/// stranger's file.
func printableName(_ name: String) -> String { printableName(name.utf8) }

/// As ``printableName(_:)-(String)``, for bytes that may not be text.
func printableName(_ name: some Collection<UInt8>) -> String {
    var text = ""
    func escape(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { text += (byte < 16 ? "\\x0" : "\\x") + String(byte, radix: 16) }
    }
    let beginning = Array(name.prefix(200))
    if let name = String(validating: beginning, as: UTF8.self) {
        for scalar in name.unicodeScalars {
            if isPrintable(scalar) { text.unicodeScalars.append(scalar) } else { escape(String(scalar).utf8) }
        }
    } else {
        for byte in beginning {
            if isPrintable(Unicode.Scalar(byte)), byte < 0x80 { text.unicodeScalars.append(Unicode.Scalar(byte)) } else { escape([byte]) }
        }
    }
    return name.count > 200 ? text + "…" : text
}

private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7f }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .nonspacingMark, .decimalNumber, .dashPunctuation: true
    default: false
    }
}
