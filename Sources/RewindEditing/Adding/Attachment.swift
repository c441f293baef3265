import RewindFormat
import RewindValue

/// A file to add to a recording.
package struct Attachment: Sendable {
    /// The path of the file, from which its name comes.
    package var path: String
    package var bytes: [UInt8]
    /// The title to show for the file; by default the file's name, if the recording can't use that name unchanged.
    package var title: String?
    /// The media type; by default derived from the file's name.
    package var type: String?
    /// The step that the file belongs to.
    package var step: Int?

    package init(path: String, bytes: [UInt8], title: String? = nil, type: String? = nil, step: Int? = nil) {
        self.path = path
        self.bytes = bytes
        self.title = title
        self.type = type
        self.step = step
    }

    /// The last component of the path.
    var fileName: String { path.split(separator: "/").last.map(String.init) ?? "" }

    package static let folder = "attachments/"

    /// The attachment's name in a recording that already has the given names; characters that a bundle's names can't contain become dashes.
    ///
    /// - Parameter number: the number in front of the name; by default one more than there are files.
    func name(besides taken: Set<String>, number: Int? = nil) -> String {
        let name = Self.stored(fileName)
        // The number comes first, as in the recorder; it also avoids device names of some systems.
        var number = number ?? taken.count + 1
        let folded = Set(taken.map { $0.lowercased() })
        while folded.contains("\(Self.folder)\(number)-\(name)".lowercased()) { number += 1 }
        return "\(Self.folder)\(number)-\(name)"
    }

    /// A file name with a dash for each character that a bundle's names can't contain.
    static func stored(_ file: String) -> String {
        var name = String(file.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" }.prefix(80))
        while let last = name.last, last == "." { name.removeLast() }
        return name.isEmpty ? "file" : name
    }

    /// The title to store with a file under a given name in the recording.
    func title(as name: String) -> String? {
        title ?? (name.hasSuffix("-\(fileName)") ? nil : fileName)
    }

    /// The media type for a file name; `nil` if the extension is unknown.
    static func type(ofName name: String) -> String? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        return types[name[name.index(after: dot)...].lowercased()]
    }

    /// Whether a file of a name is a picture or another one in which no text is looked for: masking keeps it as it is.
    package static func isKeptAsItIs(named name: String) -> Bool {
        let packed = ["image/", "audio/", "video/", "application/pdf", "application/zip", "application/gzip"]
        return type(ofName: name).map { type in packed.contains(where: type.hasPrefix) } ?? false
    }

    private static let types = [
        "txt": "text/plain", "log": "text/plain", "md": "text/markdown", "csv": "text/csv", "html": "text/html", "xml": "text/xml",
        "json": "application/json", "ndjson": "application/x-ndjson", "har": "application/json", "pdf": "application/pdf",
        "zip": "application/zip", "gz": "application/gzip", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "gif": "image/gif", "svg": "image/svg+xml", "webp": "image/webp", "heic": "image/heic", "mov": "video/quicktime",
        "mp4": "video/mp4", "webm": "video/webm", "crash": "text/plain", "ips": "application/json",
    ]
}
