import RewindControl
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// The file of one replica, as the others read it: whole lines with right checksums, from where they were last.
struct ReplicaFile: Sendable {
    let path: String
    let replica: String
    private(set) var head: ReplicaHead?
    private var offset = 0
    /// The last line that was read, which is still there unless the file was replaced.
    private var last: [UInt8] = []

    static let suffix = ".replica"
    private static let sizeLimit = 1 << 30

    init(folder: String, replica: String) {
        self.replica = replica
        path = "\(folder)/\(replica)\(Self.suffix)"
    }

    /// The names of the replicas that have files in a folder.
    static func replicas(in folder: String) throws(RecordingError) -> [String] {
        try FileSystem.names(in: folder).filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }.map { String($0.dropLast(suffix.count)) }
    }

    /// What was added since the last look; everything if the file is another one now.
    mutating func read() throws(RecordingError) -> [ReplicaLine] {
        let file: FileDescriptor<RecordingError>
        do throws(RecordingError) {
            file = try FileDescriptor(opening: path, .read)
        } catch {
            if error.code == .notFound { return [] }
            throw error
        }
        let size = try file.size()
        let isTheSame = size < offset ? false : try file.read(at: offset - last.count, count: last.count) == last
        if !isTheSame { (offset, last) = (0, []) }
        guard size > offset else { return [] }
        guard size <= Self.sizeLimit else {
            throw RecordingError(.limit, "the file has \(size) bytes, more than a replica writes", path: path)
        }
        var bytes: [UInt8] = []
        while bytes.count < size - offset {
            let part = try file.read(at: offset + bytes.count, count: size - offset - bytes.count)
            if part.isEmpty { break }
            bytes += part
        }
        var lines: [ReplicaLine] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            // What is not whole may be so when the rest of the file is here.
            guard LiveLine.isSound(bytes[start..<end]), let json = try? JSONValue(parsing: bytes[start..<end]) else { break }
            if let line = ReplicaLine(json: json, of: replica) {
                if case .head(let head) = line { self.head = head }
                lines.append(line)
            }
            last = Array(bytes[start...end])
            start = end + 1
        }
        offset += start
        return lines
    }

    /// A line as it's written.
    static func bytes(of line: ReplicaLine) -> [UInt8] {
        var bytes: [UInt8] = []
        line.json.write(into: &bytes)
        LiveLine.close(&bytes, from: 0)
        return bytes
    }
}
