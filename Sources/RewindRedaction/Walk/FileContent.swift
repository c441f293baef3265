import RewindValue

/// The kind of a file's contents, judged by its bytes alone.
enum FileContent {
    /// Text in UTF-8.
    case text(String)
    /// Pictures, sound, video or packed bytes.
    case packed
    case unknown

    init(_ bytes: [UInt8]) {
        if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
            self = .text(text)
        } else {
            self = Self.isPacked(bytes) ? .packed : .unknown
        }
    }

    /// The first bytes of binary file formats, with their offsets.
    private static let beginnings: [(offset: Int, bytes: [UInt8])] = [
        (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),  // PNG
        (0, [0xFF, 0xD8, 0xFF]),  // JPEG
        (0, Array("GIF87a".utf8)), (0, Array("GIF89a".utf8)),
        (0, [0x49, 0x49, 0x2A, 0x00]), (0, [0x4D, 0x4D, 0x00, 0x2A]),  // TIFF
        (0, Array("%PDF-".utf8)), (0, Array("OggS\0".utf8)), (0, Array("fLaC\0".utf8)),
        (0, [0x1A, 0x45, 0xDF, 0xA3]),  // Matroska, WebM
        (0, [0x1F, 0x8B, 0x08]),  // gzip
        (0, [0x50, 0x4B, 0x03, 0x04]),  // zip
    ]

    private static func isPacked(_ bytes: [UInt8]) -> Bool {
        func has(_ part: some Collection<UInt8>, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: part) }
        if beginnings.contains(where: { has($0.bytes, at: $0.offset) }) { return true }
        if has("RIFF".utf8, at: 0) { return ["WEBP", "WAVE", "AVI "].contains { has($0.utf8, at: 8) } }
        // MP4, HEIC, AVIF: the length of the first box, and its kind.
        return has([0, 0], at: 0) && has("ftyp".utf8, at: 4)
    }
}
