import RewindFormat

/// The last 22 bytes of a zip, which locate its directory.
struct EndRecord {
    var entryCount: Int
    var directorySize: Int
    var directoryOffset: Int

    /// Reads the record from the exact end of the file.
    ///
    /// Throws an error in a person's terms: the file is empty, no zip at all, cut short, or has something appended.
    init(of file: some FileBytes) throws(RecordingError) {
        guard file.size > 0 else { throw RecordingError(.notARecording, "the file is empty") }
        let isZip = try EndRecord.beginsLikeZip(file)
        let start = file.size - Int64(ZipFormat.endSize)
        var fields = ZipFields(start >= 0 ? try file.bytes(at: start, count: ZipFormat.endSize) : [])
        guard fields.uint32() == ZipFormat.endSignature, let disk = fields.uint16(), let directoryDisk = fields.uint16(),
            let entriesHere = fields.uint16(), let entries = fields.uint16(), let size = fields.uint32(), let offset = fields.uint32(),
            let comment = fields.uint16(), comment == 0
        else {
            throw isZip
                ? RecordingError(
                    .damaged, "the file begins as a zip but does not end as one: the end was cut off or changed, or something was appended")
                : RecordingError(.notARecording, "not a recording: neither a directory nor a zip file")
        }
        if entries == .max || size == .max || offset == .max {
            throw RecordingError(.unsupported, "the zip uses the Zip64 extension, which no bundle within the limits needs")
        }
        guard disk == 0, directoryDisk == 0, entriesHere == entries else {
            throw RecordingError(.unsupported, "the zip is split over several files")
        }
        guard entries > 0 else { throw RecordingError(.notARecording, "the zip has no entries") }
        guard Int64(offset) + Int64(size) == start else {
            throw RecordingError(.damaged, "the directory does not end where the end record begins: bytes are missing or were added")
        }
        entryCount = Int(entries)
        directorySize = Int(size)
        directoryOffset = Int(offset)
    }

    /// Whether the first bytes are those of a local header.
    private static func beginsLikeZip(_ file: some FileBytes) throws(RecordingError) -> Bool {
        var fields = ZipFields(try file.bytes(at: 0, count: Int(min(file.size, 4))))
        return fields.uint32() == ZipFormat.localSignature
    }
}
