import RewindFormat

/// What is whole in a zip that is cut or damaged: entries found by their own headers, from the beginning of the file to its end.
///
/// Nothing here is believed because a header says so: an entry counts when its content inflates to its end and fits its own CRC-32.
/// Costs one read of the file.
struct SalvagedZip: SalvagedFiles {
    /// The whole entries by name; of a name that is there twice, the first counts.
    private(set) var files: [String: SalvagedFile] = [:]
    private(set) var cut: (name: String, beginning: [UInt8])?
    let isFolder = false

    /// The header before the content of each whole entry, and where that begins.
    private var places: [String: (header: ZipHeader, start: Int64)] = [:]
    private let file: InputFile
    private let limits: ArchiveLimits

    /// Looks for entries in a file.
    init(_ file: InputFile, limits: ArchiveLimits) throws(RecordingError) {
        self.file = file
        self.limits = limits
        var inflated: Int64 = 0
        var attempts = 0
        var offset: Int64 = 0
        var last: (name: String, header: ZipHeader, start: Int64)?
        while let found = try SignatureSearch(file).next(.entry, from: offset) {
            offset = found + 4
            guard let (header, start) = try? header(at: found), let name = try? ZipName.check(header.name, limits: limits, isWrapped: true),
                !header.isFolder
            else { continue }
            // Attempts count, failed ones too: a file may be made to cost one after the other.
            attempts += 1
            try limits.check(attempts, \.entries, "entries", "a number of entries")
            try limits.check(inflated, \.inflatedBytes, "inflatedBytes", "a size of all contents")
            last = (name, header, start)
            guard let (content, used) = try? whole(header, from: start, &inflated) else { continue }
            last = nil
            if files[name] == nil { (files[name], places[name]) = (content, (header, start)) }
            // What is inside a content is no entry of this zip, whatever it looks like.
            offset = max(offset, start + used)
        }
        if let last, try isCut(after: last.start) { cut = (last.name, try beginning(of: last.header, from: last.start)) }
    }

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

    /// Whether the file ends inside a content rather than behind one that is damaged: then the tables of contents would follow, or at
    /// least the content's own sizes.
    private func isCut(after start: Int64) throws(RecordingError) -> Bool {
        let search = SignatureSearch(file)
        for signature in [SignatureSearch.Signature.directory, .end] where try search.next(signature, from: start) != nil { return false }
        for size in [16, 24] as [Int64] where try search.next(.descriptor, from: max(start, file.size - size)) == file.size - size {
            return false
        }
        return true
    }

    /// What inflates of a content before the file ends.
    ///
    /// It is what was written, as far as the file's own bytes are: deflate gives its output from front to back. No hash covers it.
    private func beginning(of header: ZipHeader, from start: Int64) throws(RecordingError) -> [UInt8] {
        // libarchive keeps the last piece back where the content is all there and only its sizes are cut: without them, it gives it.
        for end in [file.size, file.size - 24] {
            var bytes: [UInt8] = []
            let zip = SingleEntryZip(after: header, from: start, cutAt: end, in: file)
            do throws(RecordingError) {
                _ = try zip.inflate { (chunk) throws(RecordingError) in
                    try limits.check(Int64(bytes.count + chunk.count), \.entryBytes, "entryBytes", "a content size")
                    try limits.checkRatio(size: Int64(bytes.count + chunk.count), compressed: file.size - start, entry: "")
                    bytes.append(contentsOf: chunk)
                }
            } catch {
                if error.code == .limit { throw error }
                if !zip.isExhausted { return [] }  // it broke before the end: something else is wrong with it
            }
            if !bytes.isEmpty { return bytes }
        }
        return []
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
        return try ZipHeader(local: file.bytes(at: offset, count: size), limits: limits).map { ($0, offset + Int64(size)) }
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
        static let descriptor = Signature(bytes: [0x50, 0x4B, 0x07, 0x08])
        static let directory = Signature(bytes: [0x50, 0x4B, 0x01, 0x02])
        static let end = Signature(bytes: [0x50, 0x4B, 0x05, 0x06])

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
