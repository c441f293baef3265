import RewindFormat

/// What is whole in a zip that is cut or damaged: entries found by their own headers, from the beginning of the file to its end.
///
/// Nothing here is believed because a header says so: an entry is whole when its content inflates to its end and fits its own CRC-32.
/// Costs one read of the file.
struct SalvagedZip: SalvagedFiles {
    /// The whole entries by name; of a name that is there twice, the first counts.
    private(set) var files: [String: SalvagedFile] = [:]
    let isFolder = false

    /// The header before the content of each whole entry, and where that begins.
    private var places: [String: (header: ZipHeader, start: Int64)] = [:]
    /// The same of each entry that is not whole.
    private var beginnings: [String: (header: ZipHeader, start: Int64)] = [:]
    /// The last entry, if it is not whole: the end of the file may have cut it off.
    private var last: String?
    private let file: InputFile
    private let limits: ArchiveLimits

    /// Looks for entries in a file.
    init(_ file: InputFile, limits: ArchiveLimits) throws(RecordingError) {
        self.file = file
        self.limits = limits
        var inflated: Int64 = 0
        var attempts = 0
        var offset: Int64 = 0
        while let found = try SignatureSearch(file).next(.entry, from: offset) {
            offset = found + 4
            guard let (header, start) = try? header(at: found), let name = try? ZipName.check(header.name, limits: limits, isWrapped: true),
                !header.isFolder
            else { continue }
            // Attempts count, failed ones too: a file may be made to cost one after the other.
            attempts += 1
            try limits.check(attempts, \.entries, "entries", "a number of entries")
            try limits.check(inflated, \.inflatedBytes, "inflatedBytes", "a size of all contents")
            guard let (content, used) = try? whole(header, from: start, &inflated) else {
                if beginnings[name] == nil { beginnings[name] = (header, start) }
                last = name
                continue
            }
            last = nil
            if files[name] == nil { (files[name], places[name]) = (content, (header, start)) }
            // What is inside a content is no entry of this zip, whatever it looks like.
            offset = max(offset, start + used)
        }
    }

    var damaged: [String] { beginnings.keys.filter { files[$0] == nil } }

    func read(_ name: String) throws(RecordingError) -> [UInt8] {
        guard let content = files[name], let place = places[name] else {
            throw RecordingError(.notFound, "not among the entries that are intact", path: file.path, entry: printableName(name))
        }
        var bytes: [UInt8] = []
        _ = try SingleEntryZip(after: place.header, from: place.start, in: file).inflate { (chunk) throws(RecordingError) in
            guard bytes.count + chunk.count <= content.size else {
                throw RecordingError(.damaged, "the content changed while it was read", path: file.path, entry: name)
            }
            bytes.append(contentsOf: chunk)
        }
        return bytes
    }

    /// What inflates of a content before it breaks, or before the file ends.
    ///
    /// It is what was written, as far as the file's own bytes are: deflate gives its output from front to back. No checksum covers it.
    func beginning(of name: String) throws(RecordingError) -> (bytes: [UInt8], isCut: Bool) {
        guard let (header, start) = beginnings[name] else { return ([], false) }
        var bytes: [UInt8] = []
        let isCut = try SingleEntryZip.inflateBeginning(after: header, from: start, in: file) { (chunk, isFirst) throws(RecordingError) in
            if isFirst { bytes = [] }
            try limits.check(Int64(bytes.count + chunk.count), \.entryBytes, "entryBytes", "a content size")
            try limits.checkRatio(size: Int64(bytes.count + chunk.count), compressed: file.size - start, entry: name)
            bytes.append(contentsOf: chunk)
        }
        return (bytes, isCut && name == last)
    }

    private func header(at offset: Int64) throws(RecordingError) -> (ZipHeader, start: Int64)? {
        guard offset + Int64(ZipFormat.localSize) <= file.size else { return nil }
        var lengths = ZipFields(try file.bytes(at: offset + Int64(ZipFormat.localSize - 4), count: 4))
        guard let name = lengths.uint16(), let extra = lengths.uint16(), Int(name) <= limits.nameBytes, Int(extra) <= limits.extraBytes
        else {
            return nil
        }
        let size = ZipFormat.localSize + Int(name) + Int(extra)
        guard offset + Int64(size) <= file.size else { return nil }
        return try ZipHeader(salvaging: file.bytes(at: offset, count: size)).map { ($0, offset + Int64(size)) }
    }

    /// Inflates a content to its end, and keeps its size and hash.
    private func whole(
        _ header: ZipHeader, from start: Int64, _ inflated: inout Int64
    ) throws(RecordingError) -> (SalvagedFile, used: Int64) {
        var size: Int64 = 0
        var digest = Digest()
        let used = try SingleEntryZip(after: header, from: start, in: file).inflate { (chunk) throws(RecordingError) in
            size += Int64(chunk.count)
            inflated += Int64(chunk.count)
            try limits.check(size, \.entryBytes, "entryBytes", "a content size")
            try limits.checkRatio(size: size, compressed: file.size - start, entry: "")
            digest.update(chunk)
        }
        return (SalvagedFile(size: size, sha256: digest.hex), used)
    }
}

/// Finds the parts of a zip in a file by their first four bytes.
private struct SignatureSearch {
    /// What a part begins with.
    struct Signature {
        static let entry = Signature(bytes: [0x50, 0x4B, 0x03, 0x04])

        let bytes: [UInt8]
    }

    private let file: InputFile

    init(_ file: InputFile) { self.file = file }

    /// The offset of the next signature at or after an offset; `nil` if there is none.
    func next(_ wanted: Signature, from start: Int64) throws(RecordingError) -> Int64? {
        let signature = wanted.bytes
        var offset = start
        while offset + 4 <= file.size {
            let bytes = try file.bytes(at: offset, count: Int(min(file.size - offset, 1 << 18)))
            var place = 0
            while let candidate = bytes[place...].firstIndex(of: signature[0]) {
                guard candidate + 4 <= bytes.count else { break }
                if bytes[candidate..<(candidate + 4)].elementsEqual(signature) { return offset + Int64(candidate) }
                place = candidate + 1
            }
            offset += Int64(max(1, bytes.count - 3))  // a signature may lie across the border
        }
        return nil
    }
}
