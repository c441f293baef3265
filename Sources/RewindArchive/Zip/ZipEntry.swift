/// One file inside a zip, according to its checked directory.
package struct ZipEntry: Sendable, Hashable {
    /// How the content is stored.
    package enum Method: UInt16, Sendable {
        /// The bytes as they are.
        case stored = 0
        case deflated = 8
    }

    /// The name, checked by the rules of this module: relative, and ASCII if it belongs to a recording.
    package var name: String
    /// How the content is stored.
    package var method: Method
    /// The CRC-32 of the content.
    package var crc: UInt32
    /// The size of the compressed content in the file.
    package var compressedSize: Int64
    package var size: Int64
    /// The range of the compressed content in the file, without headers.
    package var content: Range<Int64>
}
