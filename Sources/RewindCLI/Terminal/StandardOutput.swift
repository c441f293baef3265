import RewindRendering
import RewindSystem
import Synchronization

/// Standard output: gathered into large writes, and a closed pipe at the other end is a reader who has seen enough.
enum StandardOutput {
    private static let pending = Mutex<[UInt8]>([])
    private static let bufferSize = 1 << 16

    /// Adds bytes to what will be written.
    static func write(_ bytes: some Collection<UInt8>) {
        let full: [UInt8] = pending.withLock { pending in
            pending.append(contentsOf: bytes)
            guard pending.count >= bufferSize else { return [] }
            defer { pending = [] }
            return pending
        }
        send(full)
    }

    /// Adds bytes that a stranger may have written: a terminal gets them as harmless text, a pipe or a file as they are.
    static func write(foreign bytes: [UInt8]) {
        guard StandardStream.output.isTerminal else { return write(bytes) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        write(lines.map { TerminalText.escaped(String($0)) }.joined(separator: "\n").utf8)
    }

    /// Writes what was gathered.
    static func flush() {
        send(
            pending.withLock { pending in
                defer { pending = [] }
                return pending
            })
    }

    /// Writes a text at once, such as a prompt.
    static func show(_ text: String) {
        write(text.utf8)
        flush()
    }

    private static func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        let error = StandardStream.output.write(bytes)
        if error == 0 { return }
        if isBrokenPipe(error) { endProcess(.done) }
        Diagnostics.say("can't write the output: \(systemWords(for: error))")
        endProcess(.failed)
    }
}
