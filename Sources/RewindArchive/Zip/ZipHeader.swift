import RewindFormat

/// One header of an entry, central or local, parsed and checked on its own.
struct ZipHeader {
    var flags: UInt16 = 0
    var method: UInt16 = 0
    var crc: UInt32 = 0
    var compressedSize: UInt32 = 0
    var size: UInt32 = 0
    var name: ArraySlice<UInt8> = []
    /// The offset of the local header; only a central header has it.
    var offset: UInt32 = 0
    /// The type bits of the file's Unix mode, and those for set-user-id and the like; only a central header has them.
    var mode: UInt32 = 0
    /// The DOS flags for directories and volume labels; only a central header has them.
    var attributes: UInt32 = 0

    /// The name without the `./` that bsdtar writes in front of the files of the present folder.
    var path: ArraySlice<UInt8> { name.starts(with: "./".utf8) && name.count > 2 ? name.dropFirst(2) : name }
    var isFolder: Bool { name.last == UInt8(ascii: "/") }
    var hasDescriptor: Bool { flags & ZipFormat.descriptorFlag != 0 }

    /// Parses the next header of the central directory; `nil` if the bytes are not a header.
    init?(central fields: inout ZipFields, limits: ArchiveLimits) throws(RecordingError) {
        guard fields.uint32() == ZipFormat.centralSignature, fields.uint16() != nil, let version = fields.uint16(),
            let lengths = parseCommonFields(&fields), let comment = fields.uint16(), let disk = fields.uint16(), fields.uint16() != nil,
            let external = fields.uint32(), let offset = fields.uint32(), let name = fields.bytes(Int(lengths.name)),
            let extra = fields.bytes(Int(lengths.extra)), fields.bytes(Int(comment)) != nil
        else { return nil }
        self.name = name
        self.offset = offset
        mode = external >> 16
        attributes = external & 0xFFFF
        try checkAlone(version: version, extra: extra, limits: limits)
        if disk != 0 { throw refusal(.unsupported, "the zip is split over several files") }
        if offset == .max { throw zip64 }
        try checkFileType()
    }

    /// Parses a local header; `nil` if the bytes are not a header or too few.
    init?(local bytes: [UInt8], limits: ArchiveLimits) throws(RecordingError) {
        var fields = ZipFields(bytes)
        guard fields.uint32() == ZipFormat.localSignature, let version = fields.uint16(), let lengths = parseCommonFields(&fields),
            let name = fields.bytes(Int(lengths.name)), let extra = fields.bytes(Int(lengths.extra))
        else { return nil }
        self.name = name
        try checkAlone(version: version, extra: extra, limits: limits)
    }

    /// Parses only the fields of a damaged file's local header that are needed to find an entry: name, method and sizes; `nil` if the
    /// method is unknown.
    ///
    /// The other fields may be damaged without harm: a content that inflates to its end and matches its CRC-32 is whole.
    init?(salvaging bytes: [UInt8]) {
        var fields = ZipFields(bytes)
        guard fields.uint32() == ZipFormat.localSignature, fields.uint16() != nil, let lengths = parseCommonFields(&fields),
            ZipEntry.Method(rawValue: method) != nil, let name = fields.bytes(Int(lengths.name))
        else { return nil }
        self.name = name
        parseZip64Sizes(fields.bytes(Int(lengths.extra)) ?? [])
    }

    /// Takes the sizes of an entry in Zip64 form, which are in an extra field (APPNOTE.TXT, section 4.5.3).
    private mutating func parseZip64Sizes(_ extra: ArraySlice<UInt8>) {
        var fields = ZipFields(extra)
        while let tag = fields.uint16(), let length = fields.uint16(), let content = fields.bytes(Int(length)) {
            var sizes = ZipFields(content)
            guard tag == 0x0001, let whole = sizes.uint32(), sizes.uint32() == 0, let compressed = sizes.uint32(), sizes.uint32() == 0
            else { continue }
            if size == .max { size = whole }
            if compressedSize == .max { compressedSize = compressed }
        }
    }

    /// Parses the fields that both kinds of header have in the same order.
    private mutating func parseCommonFields(_ fields: inout ZipFields) -> (name: UInt16, extra: UInt16)? {
        guard let flags = fields.uint16(), let method = fields.uint16(), fields.uint32() != nil, let crc = fields.uint32(),
            let compressedSize = fields.uint32(), let size = fields.uint32(), let name = fields.uint16(), let extra = fields.uint16()
        else { return nil }
        (self.flags, self.method, self.crc, self.compressedSize, self.size) = (flags, method, crc, compressedSize, size)
        return (name, extra)
    }

    /// Refuses values that no bundle has, regardless of the other header.
    private func checkAlone(version: UInt16, extra: ArraySlice<UInt8>, limits: ArchiveLimits) throws(RecordingError) {
        if flags & ZipFormat.encryptionFlags != 0 { throw refusal(.unsupported, "the entry is encrypted") }
        if flags & ~ZipFormat.knownFlags != 0 {
            throw refusal(.unsupported, "the entry sets the unknown flags \(flags & ~ZipFormat.knownFlags)")
        }
        if ZipEntry.Method(rawValue: method) == nil {
            throw refusal(.unsupported, "the compression method \(method) is neither stored nor deflated")
        }
        // 4.5 is the highest version whose features other readers agree upon (Zip64, one of them, is refused separately).
        if version & 0xFF > 45 { throw refusal(.unsupported, "the entry needs version \(version & 0xFF) of the zip format") }
        if size == .max || compressedSize == .max { throw zip64 }
        try limits.check(extra.count, limits.extraBytes, "extraBytes", "the extra fields' length", entry: label)
        try checkExtra(extra)
    }

    /// Refuses extra fields that would give other readers another view of the entry; the rest (times, owners) are not used.
    private func checkExtra(_ extra: ArraySlice<UInt8>) throws(RecordingError) {
        var fields = ZipFields(extra)
        while !fields.rest.isEmpty {
            guard let tag = fields.uint16(), let length = fields.uint16(), fields.bytes(Int(length)) != nil else {
                throw refusal(.damaged, "the extra fields do not end where they should")
            }
            switch tag {
            case 0x0001: throw zip64
            case 0x9901, 0x0017: throw refusal(.unsupported, "the entry is encrypted")
            // The same name in UTF-8 beside one in an older encoding: the files of a recording never need that.
            case 0x7075 where name.allSatisfy { $0 < 0x80 }:
                throw refusal(.unsupported, "the entry has a second name in an extra field")
            default: break
            }
        }
    }

    /// Refuses everything except regular files and folders.
    private func checkFileType() throws(RecordingError) {
        let type = mode & 0o170000
        let isRegular = type == 0 || type == 0o100000
        let isDirectory = type == 0 || type == 0o040000
        guard isFolder ? isDirectory : isRegular, mode & 0o7000 == 0 else {
            throw refusal(.unsupported, "not a regular file: the mode is 0\(String(mode, radix: 8))")
        }
        // DOS attributes: 8 is a volume label, 16 a directory.
        guard attributes & 8 == 0, isFolder || attributes & 16 == 0 else {
            throw refusal(.unsupported, "not a regular file: the attributes are \(attributes)")
        }
        if isFolder, size != 0 { throw refusal(.damaged, "the entry is a folder with content") }
    }

    /// Throws unless a local header agrees with this central one.
    func checkAgrees(with local: ZipHeader) throws(RecordingError) {
        func differs(_ what: String) -> RecordingError {
            refusal(.damaged, "the \(what) before the content is not the one in the directory")
        }
        if local.name != name { throw differs("name \"\(local.label)\"") }
        if local.method != method { throw differs("compression method") }
        if local.flags != flags { throw differs("flags field") }
        // With a descriptor after the content, zero means that the value is there.
        let mayWait = hasDescriptor
        func agree(_ here: UInt32, _ there: UInt32) -> Bool { there == here || mayWait && there == 0 }
        if !agree(crc, local.crc) { throw differs("checksum") }
        if !agree(compressedSize, local.compressedSize) { throw differs("compressed size") }
        if !agree(size, local.size) { throw differs("size") }
    }

    func refusal(_ code: RecordingError.Code, _ message: String) -> RecordingError { RecordingError(code, message, entry: label) }

    private var label: String { printableName(name) }

    private var zip64: RecordingError {
        refusal(.unsupported, "the zip uses the Zip64 extension, which no bundle within the limits needs")
    }
}
