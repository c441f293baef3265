package import RewindFormat
import RewindValue

/// The table of contents of a zip, trusted only after every byte of the file outside of contents is accounted for.
///
/// Zip readers disagree about slightly irregular files: some search for the end record, some trust the local headers, some the directory.
/// This check accepts only files that leave no room for disagreement:
///
/// - the end record is the very end of the file, without a comment, and the directory comes right before it;
/// - the entries follow each other from the first byte to the directory, without gaps or overlaps;
/// - every local header, and every descriptor after a content, agrees with the directory;
/// - names are plain (``ZipName``), unique regardless of case, and no file is the folder of another; beside a recording that another tool
///   repacked, files and folders may have any name that can't lead elsewhere;
/// - nothing is encrypted, split, a link, a device or Zip64; contents are stored or deflated;
/// - all counts and sizes are within the ``ArchiveLimits``.
///
/// Source: PKWARE's APPNOTE.TXT. It costs one read of the directory and one or two small reads for each entry; contents are not read.
package struct ZipDirectory: Sendable {
    /// The files, in the order of the directory.
    ///
    /// Folders are left out.
    package let entries: [ZipEntry]

    /// Whether any entry is a folder; sealing writes none.
    package let hasFolders: Bool

    private let indices: [String: Int]

    package subscript(name name: String) -> ZipEntry? { indices[name].map { entries[$0] } }

    /// Reads and checks the directory of a file.
    ///
    /// Throws `RecordingError` for the first error.
    package init(of file: some FileBytes, limits: ArchiveLimits = .default) throws(RecordingError) {
        do throws(RecordingError) {
            try limits.check(file.size, limits.bundleBytes, "bundleBytes", "a file size")
            let end = try EndRecord(of: file)
            try limits.check(end.entryCount, limits.entries, "entries", "a number of entries")
            try limits.check(end.directorySize, limits.directoryBytes, "directoryBytes", "a directory size")
            let headers = try ZipDirectory.headers(of: file, end: end, limits: limits)
            let names = try ZipDirectory.names(headers, limits: limits)
            hasFolders = names.contains { $0.hasSuffix("/") }
            entries = try ZipDirectory.entries(of: file, headers, names, end: Int64(end.directoryOffset), limits: limits)
        } catch {
            throw error.located(path: file.path)
        }
        // The check above ensures that names are unique.
        indices = Dictionary(firstOf: zip(entries.map { $0.name }, entries.indices))
    }

    private static func headers(of file: some FileBytes, end: EndRecord, limits: ArchiveLimits) throws(RecordingError) -> [ZipHeader] {
        var fields = ZipFields(try file.bytes(at: Int64(end.directoryOffset), count: end.directorySize))
        var headers: [ZipHeader] = []
        headers.reserveCapacity(end.entryCount)
        while !fields.rest.isEmpty {
            guard headers.count < end.entryCount, let header = try ZipHeader(central: &fields, limits: limits) else {
                throw RecordingError(.damaged, "header \(headers.count + 1) of the zip's directory is unreadable or surplus")
            }
            headers.append(header)
        }
        guard headers.count == end.entryCount else {
            throw RecordingError(.damaged, "the directory holds \(headers.count) of the \(end.entryCount) entries that it announces")
        }
        return headers
    }

    /// The names, after checking each, and checking that no two would be one file, or a file and its own folder, when unpacked anywhere.
    private static func names(_ headers: [ZipHeader], limits: ArchiveLimits) throws(RecordingError) -> [String] {
        let isOfRecording = headers.contains { header in
            (try? ZipName.foreign(header.path, limits: limits)).map(ZipName.isOfRecording) == true
        }
        var all: [String] = []
        var names: Set<String> = []
        var folders: Set<String> = []
        for header in headers {
            all.append(
                isOfRecording
                    ? try ZipName.foreign(header.path, limits: limits) : try ZipName.check(header.path, limits: limits, isWrapped: true))
            let name = ZipName.folded(all[all.count - 1])
            guard names.insert(name).inserted else { throw header.refusal(.damaged, "the name appears twice") }
            var path = name[...]
            while let slash = path.lastIndex(of: "/") {
                path = path[..<slash]
                folders.insert(String(path))
            }
        }
        if let clash = names.intersection(folders).min() {
            throw RecordingError(.damaged, "the name is both a file and a folder", entry: printableName(clash))
        }
        return all
    }

    /// Checks sizes, local headers and descriptors, in the order of the file.
    private static func entries(
        of file: some FileBytes, _ headers: [ZipHeader], _ names: [String], end: Int64, limits: ArchiveLimits
    ) throws(RecordingError) -> [ZipEntry] {
        var total: Int64 = 0
        for (header, name) in zip(headers, names) {
            try limits.check(Int64(header.size), limits.entryBytes, "entryBytes", "a content size", entry: printableName(name))
            try limits.checkRatio(
                size: Int64(header.size), compressed: Int64(header.compressedSize), entry: printableName(name))
            total += Int64(header.size)
            try limits.check(total, limits.inflatedBytes, "inflatedBytes", "a size of all contents", entry: printableName(name))
        }
        let order = headers.indices.sorted { headers[$0].offset < headers[$1].offset }
        var found: [ZipEntry?] = Array(repeating: nil, count: headers.count)
        var position: Int64 = 0
        for (rank, index) in order.enumerated() {
            let header = headers[index]
            let next = rank + 1 < order.count ? Int64(headers[order[rank + 1]].offset) : end
            guard Int64(header.offset) == position else {
                throw header.refusal(.damaged, "the entry begins at byte \(header.offset) instead of byte \(position)")
            }
            let content = try header.content(in: file, upTo: next, limits: limits)
            position = next
            guard !names[index].hasSuffix("/"), let method = ZipEntry.Method(rawValue: header.method) else { continue }
            found[index] = ZipEntry(
                name: names[index], method: method, crc: header.crc,
                compressedSize: Int64(header.compressedSize), size: Int64(header.size), content: content)
        }
        guard position == end else {
            throw RecordingError(.damaged, "\(end - position) bytes before the zip's directory belong to no entry")
        }
        return found.compactMap { $0 }
    }
}

extension ZipHeader {
    /// Checks the local header, and the descriptor if any, of a central header whose entry extends to an offset.
    fileprivate func content(in file: some FileBytes, upTo next: Int64, limits: ArchiveLimits) throws(RecordingError) -> Range<Int64> {
        let start = Int64(offset)
        let overlap = refusal(.damaged, "the entry does not fit between its place and the next one")
        guard start + Int64(ZipFormat.localSize) <= next else { throw overlap }
        var lengths = ZipFields(try file.bytes(at: start + Int64(ZipFormat.localSize - 4), count: 4))
        guard let nameLength = lengths.uint16(), let extraLength = lengths.uint16() else { throw overlap }
        let headerSize = ZipFormat.localSize + Int(nameLength) + Int(extraLength)
        guard start + Int64(headerSize) <= next else { throw overlap }
        guard let local = try ZipHeader(local: try file.bytes(at: start, count: headerSize), limits: limits) else {
            throw refusal(.damaged, "the entry has no header at byte \(start)")
        }
        try checkAgrees(with: local)

        let content = start + Int64(headerSize)..<start + Int64(headerSize) + Int64(compressedSize)
        guard content.upperBound <= next else { throw overlap }
        let rest = try file.bytes(at: content.upperBound, count: Int(min(next - content.upperBound, 17)))
        guard rest == (hasDescriptor ? descriptor(signed: rest.count == 16) : []) else {
            throw refusal(.damaged, hasDescriptor ? "the descriptor after the content is wrong" : "unknown bytes follow the content")
        }
        return content
    }

    /// The descriptor that must follow the content; the signature is optional (APPNOTE.TXT, section 4.3.9).
    private func descriptor(signed: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        if signed { bytes.append(littleEndian: ZipFormat.descriptorSignature) }
        bytes.append(littleEndian: crc)
        bytes.append(littleEndian: compressedSize)
        bytes.append(littleEndian: size)
        return bytes
    }
}

/// The bytes of a file that can be read at any offset.
package protocol FileBytes: Sendable {
    /// The path as it was given, for messages.
    var path: String { get }
    /// The size in bytes.
    var size: Int64 { get }

    /// Reads exactly `count` bytes.
    ///
    /// Throws ``RecordingError/Code/damaged`` if the file ends before the range does.
    func bytes(at offset: Int64, count: Int) throws(RecordingError) -> [UInt8]
}
