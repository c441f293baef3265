import RewindArchive
import RewindFormat
import RewindSystem
import RewindValue

/// Text files that a user names; `-` is standard input.
enum TextInput {
    /// The maximum size of such a file.
    private static let limit = 1 << 24

    /// The text of a file, with LF line ends.
    static func read(_ name: String) throws(RecordingError) -> String { UserText.text(try bytes(of: name, limit: limit)) }

    /// The bytes of a file, decompressed if it was compressed by gzip(1).
    static func bytes(of name: String, limit: Int) throws(RecordingError) -> [UInt8] {
        let bytes = name == "-" ? try bytes(limit: limit) : try FileSystem.read(name, limit: limit)
        return GzipText.isOne(bytes) ? try GzipText.inflated(bytes, limit: limit, path: title(of: name)) : bytes
    }

    /// The name of a file in messages.
    static func title(of name: String) -> String { name == "-" ? "standard input" : name }

    /// The commands in a file: one per line, without empty lines and those that begin with `#`.
    static func commands(_ name: String?) throws(RecordingError) -> [String] {
        guard let name else { return [] }
        return try read(name).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    /// The next line of standard input, without its end and without a byte order mark; `nil` at the end.
    static func line() -> String? { StandardStream.inputLine().map { UserText.lines($0).joined() } }

    /// Refuses an output that equals a given file, or lies inside one.
    static func refuse(_ output: String, as names: [String]) throws(RecordingError) {
        try OutputPlace.check(output, outside: names.map { $0 == "-" ? "/dev/stdin" : $0 })
    }

    /// The bytes of standard input.
    ///
    /// Throws if they exceed the limit.
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
