import RewindFormat

/// The names that entries of a bundle may have: plain ASCII paths that every reader, file system and terminal sees alike.
enum ZipName {
    /// Throws unless the bytes are a name like `segments/000000/actions.ndjson`; returns it as text.
    ///
    /// Refused are empty and absolute names, `.` and `..`, backslashes, drive letters, anything but ASCII letters, digits, `.`, `_` and `-`,
    /// components that end in a dot, the device words of Windows, and names longer or deeper than the limits. A folder's name ends in `/`.
    static func check(_ bytes: ArraySlice<UInt8>, limits: ArchiveLimits) throws(RecordingError) -> String {
        func forbidden(_ reason: String) -> RecordingError {
            RecordingError(.forbiddenName, reason, entry: printableName(bytes))
        }
        guard !bytes.isEmpty else { throw forbidden("an entry has no name") }
        try limits.check(bytes.count, \.nameBytes, "nameBytes", "a name's length", entry: printableName(bytes))
        guard bytes.first != slash else { throw forbidden("the name is an absolute path") }

        let path = bytes.last == slash ? bytes.dropLast() : bytes
        let components = path.split(separator: slash, omittingEmptySubsequences: false)
        try limits.check(components.count, \.nameDepth, "nameDepth", "a name's depth", entry: printableName(bytes))
        for component in components {
            guard let last = component.last else { throw forbidden("the name has an empty component") }
            guard component.allSatisfy(isAllowed) else {
                throw forbidden("the name has a character other than A-Z, a-z, 0-9, '.', '_' and '-'")
            }
            guard last != dot else { throw forbidden("a component of the name ends in a dot") }
            guard !isDeviceWord(component) else { throw forbidden("the name is that of a device on some systems") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The name as file systems without upper and lower case see it.
    static func folded(_ name: some StringProtocol) -> String { name.lowercased() }

    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case dot, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// Whether Windows takes the component for a device, whatever comes after the first dot.
    private static func isDeviceWord(_ component: ArraySlice<UInt8>) -> Bool {
        let word = component.prefix { $0 != dot }
        guard word.count == 3 || word.count == 4 else { return false }
        let text = String(decoding: word, as: UTF8.self).lowercased()
        if ["con", "prn", "aux", "nul"].contains(text) { return true }
        guard text.count == 4, text.hasPrefix("com") || text.hasPrefix("lpt"), let digit = text.last else { return false }
        return digit.isNumber
    }
}
