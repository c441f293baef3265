import RewindControl
import RewindFormat
import RewindSystem
import RewindValue

/// The file of one replica, as the others read it: whole lines with right checksums, from where they were last.
///
/// Whatever the file has, reading takes no more memory than ``FileLimits`` allow for a line, besides the lines that are sound.
struct ReplicaFile: Sendable {
    let path: String
    let replica: String
    private(set) var head: ReplicaHead?
    /// Why the last reading ended before the end of the file; `nil` if it did not.
    ///
    /// The lines read before that count.
    private(set) var problem: RecordingError?
    private var offset = 0
    /// The end of the last line that was read, which is still there unless the file was replaced.
    private var last: [UInt8] = []

    static let suffix = ".replica"
    private static let pieceBytes = 256 << 10
    static let lastBytes = 4 << 10

    init(folder: String, replica: String) {
        self.replica = replica
        path = "\(folder)/\(replica)\(Self.suffix)"
    }

    static func replicas(in folder: String) throws(RecordingError) -> [String] {
        try FileSystem.names(in: folder).filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }.map { String($0.dropLast(suffix.count)) }
    }

    /// The lines added since the last look; all lines if the file was replaced, and none if it is missing.
    mutating func read() -> [ReplicaLine] {
        problem = nil
        var lines: [ReplicaLine] = []
        do throws(RecordingError) {
            try read(into: &lines)
        } catch {
            // A file that is removed while it is read is simply gone, unless a link is left.
            if error.code != .notFound || FileSystem.linkTarget(of: path) != nil { problem = error }
        }
        return lines
    }

    private mutating func read(into lines: inout [ReplicaLine]) throws(RecordingError) {
        let file = try File(opening: path, .regularFile)
        let isTheSame = try file.size() < offset ? false : try file.read(at: offset - last.count, count: last.count) == last
        if !isTheSame { (offset, last) = (0, []) }
        var bytes: [UInt8] = []  // from the end of the last line on
        var start = 0
        while true {
            // The part searched in vain is searched again with each piece, which doubles in size.
            while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
                try parse(bytes[start..<end], into: &lines)
                last = Array(bytes[start...end].suffix(Self.lastBytes))
                offset += end + 1 - start
                start = end + 1
            }
            bytes.removeSubrange(..<start)
            start = 0
            let limit = offset == 0 ? FileLimits.replicaHeadBytes : FileLimits.replicaLineBytes
            guard bytes.count <= limit else { throw refusal("a line there has more than \(limit) bytes") }
            let piece = try file.read(at: offset + bytes.count, count: max(Self.pieceBytes, bytes.count))
            if piece.isEmpty { return }  // the rest of the line comes later
            bytes += piece
        }
    }

    private mutating func parse(_ text: ArraySlice<UInt8>, into lines: inout [ReplicaLine]) throws(RecordingError) {
        guard LiveLine.isSound(text) else { throw refusal("a line there is not as a replica wrote it") }
        try FileLimits.check(text, of: path)
        guard let json = try? JSONValue(parsing: text) else { throw refusal("a line there is no JSON") }
        guard let line = ReplicaLine(json: json, of: replica) else { return }
        if case .head(let head) = line { self.head = head }
        lines.append(line)
    }

    private func refusal(_ message: String) -> RecordingError {
        RecordingError(
            .damaged, "\(message), and what follows it is passed over", path: path,
            advice: "Have the file carried here again, or remove it if it is no replica's")
    }

    /// A line as it's written.
    static func bytes(of line: ReplicaLine) -> [UInt8] {
        var bytes: [UInt8] = []
        line.json.write(into: &bytes)
        LiveLine.close(&bytes, from: 0)
        return bytes
    }
}
