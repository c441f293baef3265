import RewindFormat

/// The names of a damaged zip's entries, where the name before a content may be damaged itself.
///
/// Each name is in the file twice, before the content and in the directory at the end. What a recording's own files are called is known
/// besides.
struct SalvagedNames {
    private let limits: ArchiveLimits
    /// The names that the directory gives, by the offset of the header before the content.
    private let listed: [Int64: ArraySlice<UInt8>]

    /// - Parameter directory: what is left of the directory's headers.
    init(_ directory: [ZipHeader], limits: ArchiveLimits) {
        self.limits = limits
        // Of two for one place, the later one is the directory's: an earlier one lies in a content.
        listed = Dictionary(directory.map { (Int64($0.offset), $0.path) }, uniquingKeysWith: { $1 })
    }

    private static let files: Set = [Manifest.entryName, BundleContents.readme.name, Crash.entryName]

    /// Whether a name, maybe in a folder, is that of a recording's own file, so that no second look is needed.
    static func isKnown(_ name: String) -> Bool {
        let inner = name.firstIndex(of: "/").map { String(name[name.index(after: $0)...]) } ?? name
        return [name, inner].contains { files.contains($0) || SegmentName.index(ofStream: $0) != nil }
    }

    /// The name of the entry whose header is at an offset; `nil` if nothing says it.
    ///
    /// - Parameter own: the name that the header itself has, if it is a name at all; none of a recording's own files.
    func name(of header: ZipHeader, own: String?, at offset: Int64) -> String? {
        // Damage changes letters of a name, but not its length.
        if let other = listed[offset], other.count == header.path.count, let name = checked(other), own == nil || Self.isKnown(name) {
            return name
        }
        return Self.stream(like: header.path) ?? own
    }

    private func checked(_ bytes: ArraySlice<UInt8>) -> String? { try? ZipName.check(bytes, limits: limits, isWrapped: true) }

    private static let streams = [SegmentName.actions(0), SegmentName.states(0)].map { Array($0.utf8) }

    /// The name of the stream that a damaged name was, if most of its letters, and its number, are there.
    private static func stream(like bytes: ArraySlice<UInt8>) -> String? {
        for pattern in streams where pattern.count == bytes.count {
            var (name, wrong) = (pattern, 0)
            for (place, byte) in bytes.enumerated() {
                if pattern[place] != UInt8(ascii: "0") {
                    wrong += byte == pattern[place] ? 0 : 1
                } else if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                    name[place] = byte
                } else {
                    wrong = pattern.count
                }
            }
            if wrong <= pattern.count / 4 { return String(decoding: name, as: UTF8.self) }
        }
        return nil
    }
}
