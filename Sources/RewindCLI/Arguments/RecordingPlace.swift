import RewindSystem
import RewindValue

/// Which recording a row of an answer is about, in this run and in others.
struct RecordingPlace: Sendable {
    var path: String
    /// The folder that was asked, if the recording was found in one.
    var folder: String?

    /// Its members in a row's JSON.
    var members: JSONObject {
        var members: JSONObject = ["recording": .string(path)]
        members["folder"] = folder.map(JSONValue.string)
        return members
    }

    init(path: String, folder: String? = nil) { (self.path, self.folder) = (path, folder) }

    /// The place that a row names.
    init?(_ row: JSONValue) {
        guard let path = row["recording"]?.string else { return nil }
        self.init(path: path, folder: row["folder"]?.string)
    }

    /// The parts of its path, from the current directory if it is below that.
    var parts: [String] {
        Self.parts(path.hasPrefix(Self.here) ? String(path.dropFirst(Self.here.count)) : path)
    }

    private static let here = FileSystem.absolutePath(".") + "/"

    /// Its place in the folder that was asked, which may lie elsewhere the next time; `nil` if it was not found in one.
    var place: [String]? { folder.map { Array(Self.parts(path).dropFirst(Self.parts($0).count)) } }

    private static func parts(_ path: String) -> [String] {
        let parts = path.split(separator: "/").filter { $0 != "." }.reduce(into: [Substring]()) { parts, part in
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (path.hasPrefix("/") ? ["/"] : []) + parts.map(String.init)
    }
}
