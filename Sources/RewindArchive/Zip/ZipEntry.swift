/// One file inside a zip, as its checked directory tells it.
package struct ZipEntry: Sendable, Hashable {
    /// How the bytes are kept.
    package enum Method: UInt16, Sendable {
        /// The bytes as they are.
        case stored = 0
        /// By the deflate method.
        case deflated = 8
    }

    /// The name, allowed by the rules of this module: relative, and ASCII if it is one of a recording.
    package var name: String
    /// How the bytes are kept.
    package var method: Method
    /// The CRC-32 of the content.
    package var crc: UInt32
    /// The bytes it takes in the file.
    package var compressedSize: Int64
    /// The bytes of its content.
    package var size: Int64
    /// Where its bytes are in the file, headers not counted.
    package var content: Range<Int64>
}
