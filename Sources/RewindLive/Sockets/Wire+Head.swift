extension Wire {
    /// Reads the head of a request or an answer, and what came after it.
    ///
    /// - Throws: `Handshake.Refusal` if it is too long or no HTTP, and the errors of the connection.
    func head() async throws -> (head: HTTPHead, rest: [UInt8]) {
        var bytes: [UInt8] = []
        var end: Int?
        while end == nil {
            guard bytes.count <= HTTPHead.limit else { throw Handshake.Refusal.tooLarge }
            bytes += try await read(atMost: HTTPHead.limit)
            end = HTTPHead.end(in: bytes)
        }
        guard let end, end <= HTTPHead.limit else { throw Handshake.Refusal.tooLarge }
        guard let head = HTTPHead(parsing: bytes[..<end]) else { throw Handshake.Refusal.notHTTP }
        return (head, Array(bytes[end...]))
    }
}
