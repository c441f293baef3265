import RewindFormat

/// The whole entries of a truncated or damaged zip, found by their local headers from the beginning of the file to its end.
///
/// No header is trusted: an entry is whole if its content inflates to its end and matches its CRC-32. Reads the file once, and a second
/// time for the directory if a name is not one of a recording's own.
struct SalvagedZip: SalvagedFiles {
    /// The whole entries by name; of two with the same name, the first counts.
    private(set) var files: [String: SalvagedFile] = [:]
    let isFolder = false

    /// The header of each whole entry, and where its content begins.
    private var places: [String: (header: ZipHeader, start: Int64)] = [:]
    /// The same for each entry that is not whole.
    private var beginnings: [String: (header: ZipHeader, start: Int64)] = [:]
    /// The last entry, if it is not whole: the end of the file may have cut it off.
    private var last: String?
    /// The names by the directory, once they were asked for.
    private var names: SalvagedNames?
    private let file: InputFile
    private let limits: ArchiveLimits

    /// Looks for entries in a file.
    init(_ file: InputFile, limits: ArchiveLimits) throws(RecordingError) {
        self.file = file
        self.limits = limits
        var inflated: Int64 = 0
        var attempts = 0
        var offset: Int64 = 0
        while let found = try nextSignature(from: offset) {
            offset = found + 4
            guard let (header, start) = try? header(at: found), !header.isFolder, let name = try name(of: header, at: found) else {
                continue
            }
            // Failed attempts count too: a file may be crafted to make each of them costly.
            attempts += 1
            try limits.check(attempts, limits.entries, "entries", "a number of entries")
            try limits.check(inflated, limits.inflatedBytes, "inflatedBytes", "a size of all contents")
            guard let (content, used) = try? whole(header, from: start, &inflated) else {
                if beginnings[name] == nil { beginnings[name] = (header, start) }
                last = name
                continue
            }
            last = nil
            if files[name] == nil { (files[name], places[name]) = (content, (header, start)) }
            // Signatures inside a content do not begin an entry of this zip.
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

    /// The part of a content that inflates before the damage, or before the end of the file.
    ///
    /// Deflate produces its output in order, so this is the original content as far as the file's bytes are intact. No checksum covers it.
    func beginning(of name: String) throws(RecordingError) -> (bytes: [UInt8], isCut: Bool) {
        guard let (header, start) = beginnings[name] else { return ([], false) }
        var bytes: [UInt8] = []
        let isCut = try SingleEntryZip.inflateBeginning(after: header, from: start, in: file) { (chunk, isFirst) throws(RecordingError) in
            if isFirst { bytes = [] }
            try limits.check(Int64(bytes.count + chunk.count), limits.entryBytes, "entryBytes", "a content size")
            try limits.checkRatio(size: Int64(bytes.count + chunk.count), compressed: file.size - start, entry: name)
            bytes.append(contentsOf: chunk)
        }
        return (bytes, isCut && name == last)
    }

    /// The name of an entry: where its own is damaged, as far as the directory or its likeness tells.
    private mutating func name(of header: ZipHeader, at offset: Int64) throws(RecordingError) -> String? {
        let own = try? ZipName.check(header.path, limits: limits, isWrapped: true)
        if let own, SalvagedNames.isKnown(own) { return own }
        if names == nil { names = SalvagedNames(try directory(), limits: limits) }
        return names?.name(of: header, own: own, at: offset)
    }

    /// What is left of the directory's headers, wherever they are.
    private func directory() throws(RecordingError) -> [ZipHeader] {
        var headers: [ZipHeader] = []
        var (offset, size) = (Int64(0), 0)
        while headers.count < limits.entries, size < limits.directoryBytes,
            let found = try nextSignature(ZipFormat.centralSignature, from: offset)
        {
            offset = found + 4
            let most = Int64(46 + limits.nameBytes + limits.extraBytes + 1_024)  // the fields, the name and what may follow it
            var fields = ZipFields(try file.bytes(at: found, count: Int(min(most, file.size - found))))
            let room = fields.rest.count
            if let header = try? ZipHeader(central: &fields, limits: limits) { headers.append(header) }
            size += room - fields.rest.count
        }
        return headers
    }

    /// The offset of the next signature at or after an offset, by default that of an entry; `nil` if none follows.
    private func nextSignature(
        _ wanted: UInt32 = ZipFormat.localSignature, from start: Int64
    ) throws(RecordingError) -> Int64? {
        var (offset, size) = (start, Int64(1 << 11))
        while offset + 4 <= file.size {
            let bytes = try file.bytes(at: offset, count: Int(min(file.size - offset, size)))
            size = min(size * 2, 1 << 18)  // the next one is near among small entries, and far after a large one
            let place = bytes.withUnsafeBytes { bytes -> Int? in
                var place = 0
                while place + 4 <= bytes.count {
                    if UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)) == wanted { return place }
                    place += 1
                }
                return nil
            }
            if let place { return offset + Int64(place) }
            offset += Int64(max(1, bytes.count - 3))  // a signature may straddle two blocks
        }
        return nil
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

    /// Inflates a content to its end, and stores its size and hash.
    private func whole(
        _ header: ZipHeader, from start: Int64, _ inflated: inout Int64
    ) throws(RecordingError) -> (SalvagedFile, used: Int64) {
        var size: Int64 = 0
        var digest = Digest()
        let used = try SingleEntryZip(after: header, from: start, in: file).inflate { (chunk) throws(RecordingError) in
            size += Int64(chunk.count)
            inflated += Int64(chunk.count)
            try limits.check(size, limits.entryBytes, "entryBytes", "a content size")
            try limits.checkRatio(size: size, compressed: file.size - start, entry: "")
            digest.update(chunk)
        }
        return (SalvagedFile(size: size, sha256: digest.hex), used)
    }
}
