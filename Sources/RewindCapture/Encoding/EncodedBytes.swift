import RewindValue

/// The encoding of a value, as bytes.
///
/// - Parameter encoding: does the work; the same for many values saves making one for each.
func encodedBytes(of value: some Encodable, at path: CodingPath, by encoding: ByteEncoding = ByteEncoding()) throws -> [UInt8] {
    if (try? encoding.run(value, at: path)) != nil, !encoding.isIrregular { return Array(encoding.bytes.bytes) }
    // Encoded by parts, which also finds out what is wrong.
    var bytes: [UInt8] = []
    try JSONValue(encoding: value, at: path).write(into: &bytes)
    return bytes
}
