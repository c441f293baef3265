import RewindValue

/// Removes the stack trace of Swift's runtime from a crashing child's standard error.
///
/// `Current stack trace:` is followed by dozens of addresses, most of them without a name; the recording has a better backtrace. All other
/// output passes as it arrives, including incomplete lines, unless they may become part of the trace.
struct RuntimeTraceFilter {
    /// The beginning of a line that may be part of the trace.
    private var line: [UInt8] = []
    /// Whether the rest of the line passes.
    private var isPassing = false
    /// Whether the previous line was the heading, which is only removed if a frame follows.
    private var isBelowHeading = false
    private var isInTrace = false

    private static let heading = Array("Current stack trace:\n".utf8)

    /// Filters bytes of the stream; returns those that pass.
    mutating func passed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var passed: [UInt8] = []
        for byte in bytes {
            let isEnd = byte == UInt8(ascii: "\n")
            if isPassing {
                passed.append(byte)
                isPassing = !isEnd
                continue
            }
            line.append(byte)
            if isEnd ? isLeftOut() : mayBeLeftOut { continue }
            passed += rest()
            isPassing = !isEnd
        }
        return passed
    }

    /// The bytes held back; call it at the end.
    mutating func rest() -> [UInt8] {
        defer { (line, isBelowHeading, isInTrace) = ([], false, false) }
        return (isBelowHeading ? Self.heading : []) + line
    }

    private var mayBeLeftOut: Bool {
        if isBelowHeading || isInTrace { return line[0].isASCIIDigit && line.count < 1_000 }
        return Self.heading.starts(with: line)
    }

    /// Handles a whole line; returns whether it is removed.
    private mutating func isLeftOut() -> Bool {
        if isBelowHeading || isInTrace {
            guard Self.isFrame(line) else { return false }
            (isBelowHeading, isInTrace, line) = (false, true, [])
        } else {
            guard line == Self.heading else { return false }
            (isBelowHeading, line) = (true, [])
        }
        return true
    }

    /// Whether a line is a frame, such as `12   Shop   0x000055c1a275aef6 main + 33`.
    private static func isFrame(_ line: [UInt8]) -> Bool {
        let words = String(decoding: line.dropLast(), as: UTF8.self).split(separator: " ")
        guard words.count > 4, Int(words[0]) != nil, words[words.count - 2] == "+", Int(words[words.count - 1]) != nil else { return false }
        return words.contains { $0.hasPrefix("0x") && $0.utf8.count == 18 }
    }
}
