package import RewindFormat

/// The names that entries of a bundle may have: plain ASCII paths that look the same to every reader, file system and terminal.
enum ZipName {
    /// Throws unless the bytes are a name like `segments/000000/actions.ndjson`; returns it as text.
    ///
    /// Refuses empty and absolute names, `.` and `..`, backslashes, drive letters, anything but ASCII letters, digits, `.`, `_` and `-`,
    /// components that end in a dot, the device names of Windows, and names longer or deeper than the limits. A folder's name ends in `/`.
    ///
    /// - Parameter isWrapped: whether the first of several components may be a folder that a person named, with blanks and brackets, around
    ///   a repacked recording. No such name is ever written to disk.
    static func check(_ bytes: ArraySlice<UInt8>, limits: ArchiveLimits, isWrapped: Bool = false) throws(RecordingError) -> String {
        func forbidden(_ reason: String) -> RecordingError {
            RecordingError(.forbiddenName, reason, entry: printableName(bytes))
        }
        guard !bytes.isEmpty else { throw forbidden("an entry has no name") }
        try limits.check(bytes.count, limits.nameBytes, "nameBytes", "a name's length", entry: printableName(bytes))
        guard bytes.first != slash else { throw forbidden("the name is an absolute path") }

        let path = bytes.last == slash ? bytes.dropLast() : bytes
        let components = path.split(separator: slash, omittingEmptySubsequences: false)
        try limits.check(components.count, limits.nameDepth, "nameDepth", "a name's depth", entry: printableName(bytes))
        for (depth, component) in components.enumerated() {
            let isWrapper = isWrapped && depth == 0 && bytes.contains(slash)
            guard let last = component.last else { throw forbidden("the name has an empty component") }
            guard component.allSatisfy({ isAllowed($0) || isWrapper && wrapperBytes.contains($0) }) else {
                throw forbidden("the name has a character other than A-Z, a-z, 0-9, '.', '_' and '-'")
            }
            guard last != UInt8(ascii: " ") else { throw forbidden("a component of the name ends in a blank") }
            guard last != dot else { throw forbidden("a component of the name ends in a dot") }
            guard !isDeviceWord(component) else { throw forbidden("the name is that of a device on some systems") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The name of any entry in a zip that another tool made around a recording, with `/` between its components.
    ///
    /// People's folders, and the files they put beside a recording, may have any name, even `../shot.png`: no such name is ever written to
    /// disk, and names that the manifest does not list are ignored. Only a name that would make a recording lead elsewhere is refused.
    static func foreign(_ bytes: ArraySlice<UInt8>, limits: ArchiveLimits) throws(RecordingError) -> String {
        func forbidden(_ reason: String) -> RecordingError {
            RecordingError(.forbiddenName, reason, entry: printableName(bytes))
        }
        try limits.check(bytes.count, limits.foreignNameBytes, "foreignNameBytes", "a name's length", entry: printableName(bytes))
        let name = String(decoding: bytes.map { $0 == UInt8(ascii: "\\") ? slash : $0 }, as: UTF8.self)
        guard !name.isEmpty else { throw forbidden("an entry has no name") }
        guard isOfRecording(name) || name.contains("/segments/") else { return name }
        guard !name.hasPrefix("/"), name.dropFirst().first != ":" else { throw forbidden("the name is an absolute path") }
        for component in (name.hasSuffix("/") ? name.dropLast() : name[...]).split(separator: "/", omittingEmptySubsequences: false) {
            guard !component.isEmpty else { throw forbidden("the name has an empty component") }
            guard component != ".", component != ".." else { throw forbidden("a component of the name is '.' or '..'") }
        }
        return name
    }

    /// Whether a name marks a zip as holding a recording: it is a manifest, or a recording in its own zip.
    static func isOfRecording(_ name: String) -> Bool {
        name == Manifest.entryName || name.hasSuffix("/" + Manifest.entryName) || isOfZip(name)
    }

    /// Whether a name ends like that of a zip.
    static func isOfZip(_ name: String) -> Bool { name.hasSuffix(".rewind") || name.hasSuffix(".zip") }

    /// The name as seen by case-insensitive file systems.
    static func folded(_ name: some StringProtocol) -> String { name.lowercased() }

    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")
    /// The additional characters that a person's folder name may have, and that every file system accepts.
    private static let wrapperBytes = [UInt8](" ()[]+,=@#&!'".utf8)

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case dot, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// Whether Windows takes the component for a device, ignoring everything after the first dot.
    private static func isDeviceWord(_ component: ArraySlice<UInt8>) -> Bool {
        let word = component.prefix { $0 != dot }
        guard word.count == 3 || word.count == 4 else { return false }
        let text = String(decoding: word, as: UTF8.self).lowercased()
        if ["con", "prn", "aux", "nul"].contains(text) { return true }
        guard text.count == 4, text.hasPrefix("com") || text.hasPrefix("lpt"), let digit = text.last else { return false }
        return digit.isNumber
    }
}

/// Names of files that may come from a stranger's recording.
package enum BundleNames {
    /// Returns the name if a bundle may have it, that is, if its path leads nowhere but down.
    ///
    /// Throws ``RecordingError/Code/forbiddenName``.
    package static func checked(_ name: String) throws(RecordingError) -> String {
        let checked = try ZipName.check(ArraySlice(name.utf8), limits: .default)
        guard !checked.hasSuffix("/") else { throw RecordingError(.forbiddenName, "the name is a folder's", entry: printableName(name)) }
        return checked
    }
}
