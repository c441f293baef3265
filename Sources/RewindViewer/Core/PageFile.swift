import RewindArchive
import RewindFormat
import RewindReplay
import RewindValue

// What the page offers its core. Each function copies into the core's memory; the page calls none of the core's functions meanwhile.

/// Copies bytes of the recording's file.
@_extern(wasm, module: "page", name: "file")
private func pageFile(_ offset: UInt32, _ count: UInt32, _ bytes: UnsafeMutableRawPointer)

/// Says whether an entry is inflated, and if so copies its SHA-256; if not, the page inflates it and asks the question again.
///
/// Returns -1 if the entry is not inflated yet, -2 if it can't be inflated, and otherwise how many bytes it has.
@_extern(wasm, module: "page", name: "inflated")
private func pageInflated(
    _ offset: UInt32, _ compressed: UInt32, _ size: UInt32, _ isStored: Int32, _ crc: UInt32, _ digest: UnsafeMutableRawPointer
) -> Int32

/// Copies an entry that is inflated.
@_extern(wasm, module: "page", name: "content")
private func pageContent(_ offset: UInt32, _ bytes: UnsafeMutableRawPointer)

/// The file that is in the page, or was dropped onto it.
struct PageFile: FileBytes {
    let path: String
    let size: Int64

    func bytes(at offset: Int64, count: Int) throws(RecordingError) -> [UInt8] {
        guard offset >= 0, count >= 0, offset + Int64(count) <= size else {
            throw RecordingError(.damaged, "the file ends at byte \(size) where more is expected", path: path)
        }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            if let base = buffer.baseAddress, count > 0 { pageFile(UInt32(offset), UInt32(count), base) }
            filled = count
        }
    }
}

/// The files of the sealed recording in the page, each checked against the manifest's SHA-256.
struct PageSource: EntrySource {
    let path: String
    let names: [String]
    let others: [String]
    let notes: [String]
    var form: Recording.Form { .bundle }

    /// The table of contents.
    let directory: ZipDirectory
    private let listed: ListedEntries
    private let manifestBytes: [UInt8]

    /// Reads the file's table of contents and its manifest.
    init(_ file: PageFile) throws(RecordingError) {
        let directory = try ZipDirectory(of: file)
        guard let entry = directory[name: Manifest.entryName] else {
            throw RecordingError(.notARecording, "not a recording: \(Manifest.entryName) is missing", path: file.path)
        }
        let limits = FormatLimits.default
        try limits.checkManifest(size: entry.size, path: file.path)
        manifestBytes = try Self.content(of: entry).bytes
        let present = Set(directory.entries.map { $0.name })
        listed = try ListedEntries(
            of: try Manifest(parsing: manifestBytes, limits: limits, path: file.path), among: present, path: file.path)
        path = file.path
        names = listed.names
        others = listed.others(among: present)
        notes = ListedEntries.notes(others: others)
        self.directory = directory
    }

    func read(_ name: String) throws(RecordingError) -> [UInt8] {
        if name == Manifest.entryName { return manifestBytes }
        let info = try listed.entry(name, path: path)
        do throws(RecordingError) {
            guard let entry = directory[name: name], entry.size == Int64(info.bytes) else { throw ListedEntries.mismatch }
            let (bytes, digest) = try Self.content(of: entry)
            guard bytes.count == info.bytes, digest == info.sha256 else { throw ListedEntries.mismatch }
            return bytes
        } catch {
            throw error.located(path: path, entry: name)
        }
    }

    /// A file that was added to the recording, and where its content is; `nil` for any other.
    func json(_ file: Manifest.AttachmentInfo) -> JSONValue? {
        guard file.name != Crash.entryName, let entry = directory[name: file.name], let listed = try? listed.entry(file.name, path: path)
        else { return nil }
        var object = file.details
        object["name"] = .string(file.fileName)
        object["sha256"] = .string(listed.sha256)
        object["entry"] = entry.json
        return .object(object)
    }

    /// The bytes of an entry, and their SHA-256.
    private static func content(of entry: ZipEntry) throws(RecordingError) -> (bytes: [UInt8], digest: String) {
        var digest = [UInt8](repeating: 0, count: 32)
        let offset = UInt32(entry.content.lowerBound)
        let count = digest.withUnsafeMutableBytes { digest in
            pageInflated(
                offset, UInt32(entry.compressedSize), UInt32(entry.size), entry.method == .stored ? 1 : 0, entry.crc,
                digest.baseAddress!)
        }
        guard count >= 0 else {
            throw RecordingError(
                .damaged, count == -1 ? "the content is not inflated yet" : "the content can't be inflated", entry: entry.name)
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, filled in
            if let base = buffer.baseAddress, count > 0 { pageContent(offset, base) }
            filled = Int(count)
        }
        return (bytes, digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }
}

extension ZipEntry {
    /// Where the content of the entry is, for the page.
    var json: JSONValue {
        [
            "offset": .number(JSONNumber(Int(content.lowerBound))), "size": .number(JSONNumber(Int(size))),
            "compressed": .number(JSONNumber(Int(compressedSize))), "isStored": .bool(method == .stored),
            "crc": .number(JSONNumber(Int(crc))),
        ]
    }
}

/// The reader of the page, which has one thread.
final class PageReader: TimelineReader, @unchecked Sendable {
    private var cursors: Cursors<RecordedSegments>
    private var known: PathIndex?

    init(_ segments: RecordedSegments) { cursors = Cursors(of: segments, from: segments) }

    func segment(at position: Int) throws(RecordingError) -> SegmentSteps { try cursors.segment(at: position) }

    func step(at number: Int, segment position: Int) throws(RecordingError) -> Step? {
        try cursors.step(number, segment: position, by: known)
    }

    func state(at step: Int, store: String, segment position: Int) throws(RecordingError) -> StateAnswer {
        try cursors.state(at: step, store: store, segment: position)
    }

    func expectSegment(at position: Int) {}

    var keepsIndex: Bool { false }
    var index: PathIndex? { known }
    func keep(_ index: PathIndex) { known = index }
}
