import RewindArchive
import RewindFormat
import RewindJournal
import RewindSystem

/// Text files that a user names; `-` is standard input.
enum TextInput {
    /// Bytes that such a file may have.
    private static let limit = 1 << 24

    /// The text of a file.
    static func read(_ name: String) throws(RecordingError) -> String {
        if name != "-" { return String(decoding: try FileSystem.read(name, limit: limit), as: UTF8.self) }
        return String(decoding: try bytes(limit: limit), as: UTF8.self)
    }

    /// Refuses an output that is one of such files, or lies in one.
    static func refuse(_ output: String, as names: [String]) throws(RecordingError) {
        try OutputPlace.check(output, isOutside: names.map { $0 == "-" ? "/dev/stdin" : $0 })
    }

    /// What comes from standard input.
    ///
    /// Throws if it is more than the limit.
    static func bytes(limit: Int) throws(RecordingError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more = StandardStream.input.read(count: 1 << 16)
            if more.isEmpty { return bytes }
            bytes += more
            guard bytes.count <= limit else {
                throw RecordingError(.limit, "longer than the limit of \(limit) bytes", path: "standard input")
            }
        }
    }
}
