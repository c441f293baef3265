import RewindSystem

/// The lines of standard input, each a message, until it ends.
struct AssistantInput {
    private var line: [UInt8] = []
    /// Whether the line is too long, and is passed over.
    private var isTooLong = false

    /// Serves a client until the end of the input.
    static func serve(_ server: AssistantServer) {
        var input = AssistantInput()
        while case let bytes = StandardStream.input.read(count: 1 << 16), !bytes.isEmpty { input.take(bytes[...], server) }
        input.end(server)
        server.finish()
    }

    /// Takes some of the input.
    mutating func take(_ bytes: ArraySlice<UInt8>, _ server: AssistantServer) {
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            add(rest[..<end])
            self.end(server)
            rest = rest[(end + 1)...]
        }
        add(rest)
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        if isTooLong { return }
        if line.count + bytes.count > AssistantMessage.longest { (line, isTooLong) = ([], true) } else { line += bytes }
    }

    /// The line is complete.
    mutating func end(_ server: AssistantServer) {
        if isTooLong { server.refuseLongMessage() } else { server.take(line) }
        (line, isTooLong) = ([], false)
    }
}
