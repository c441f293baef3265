package import RewindFormat
import RewindValue

/// Tells of a line of a sealed stream, by its bytes, that no rule removes anything from it and nothing in it looks like a secret.
///
/// Nearly every line is such a one, and needs to be neither parsed nor written again. `false` says nothing but that the line has to be
/// looked at member by member. There is none where rules ask for values or places, or where texts are masked.
package struct CleanLineFilter: ~Copyable {
    private var filter: SecretByteFilter
    private var reader: SealedLineReader

    /// A filter for the lines of one recording; `nil` where the redactor can't tell from bytes.
    package init?(_ redactor: Redactor, limits: FormatLimits = .default) {
        guard redactor.looksAtBytes, redactor.level == .secrets else { return nil }
        filter = SecretByteFilter(redactor: redactor)
        reader = SealedLineReader(limits: limits, skims: true)
    }

    /// Whether a line, without its line feed, goes as it stands.
    package mutating func passes(_ line: UnsafeRawBufferPointer) -> Bool {
        // A backslash hides what a text says.
        guard !line.contains(UInt8(ascii: "\\")), reader.isPlain(line), filter.passes(line.assumingMemoryBound(to: UInt8.self)) else {
            return false
        }
        return isHarmless(pointersIn: line) && SecretSuspicion(in: line) == nil
    }

    /// Whether every text that begins as a pointer does leads through harmless keys only: in a patch, keys stand in pointers.
    private mutating func isHarmless(pointersIn line: UnsafeRawBufferPointer) -> Bool {
        var position = 1
        while position < line.count {
            defer { position += 1 }
            guard line[position] == UInt8(ascii: "/"), line[position - 1] == UInt8(ascii: "\"") else { continue }
            while position < line.count, line[position] == UInt8(ascii: "/") {
                let start = position + 1
                position = start
                while position < line.count, line[position] != UInt8(ascii: "/"), line[position] != UInt8(ascii: "\"") {
                    if line[position] == UInt8(ascii: "~") { return false }
                    position += 1
                }
                if !filter.isHarmless(key: UnsafeRawBufferPointer(rebasing: line[start..<position])) { return false }
            }
        }
        return true
    }
}
