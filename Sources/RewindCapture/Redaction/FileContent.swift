import RewindValue

/// What a file holds, by its bytes alone.
enum FileContent {
    /// Text, perhaps with some bytes that could not be read.
    case text(String)
    /// Pictures, sound, video or packed bytes.
    case packed
    case unknown

    init(_ bytes: [UInt8]) {
        if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
            self = .text(text)
        } else if Self.isPacked(bytes) {
            self = .packed
        } else if let text = Self.textOfPairs(bytes) {
            self = .text(text)
        } else {
            // A log's end that was cut inside a character, or an alphabet of one byte a letter.
            let text = String(decoding: bytes, as: UTF8.self)
            self = Self.isReadable(text) ? .text(text) : .unknown
        }
    }

    /// The first bytes of files that are no text, and where they stand.
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
        // MP4, HEIC, AVIF: the length of a first box, and its kind.
        return has([0, 0], at: 0) && has("ftyp".utf8, at: 4)
    }

    /// Text of two bytes a unit, as a mark at its beginning says, or a zero in every other byte.
    private static func textOfPairs(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 2 else { return nil }
        let zeros = bytes.indices.reduce(into: [0, 0]) { zeros, index in if bytes[index] == 0 { zeros[index % 2] += 1 } }
        let most = bytes.count / 2 * 8 / 10
        let isLittle: Bool
        switch (bytes[0], bytes[1]) {
        case (0xFF, 0xFE): isLittle = true
        case (0xFE, 0xFF): isLittle = false
        default:
            guard max(zeros[0], zeros[1]) >= max(most, 1) else { return nil }
            isLittle = zeros[1] > zeros[0]
        }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        let text = String(decoding: units, as: UTF16.self)
        return isReadable(text) ? text : nil
    }

    /// Whether nine of ten characters are such as texts have.
    private static func isReadable(_ text: String) -> Bool {
        var (all, readable) = (0, 0)
        for scalar in text.unicodeScalars {
            all += 1
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: readable += 1
            case ..<0x20, 0x7F...0x9F, 0xFFFD: break
            default: readable += 1
            }
        }
        return readable * 10 >= all * 9
    }
}
