package import RewindFormat
package import RewindSystem

/// The step numbers of lines, found without reading the lines whole.
package enum LineSteps {
    package static func step(of line: ArraySlice<UInt8>) -> Int? {
        guard line.starts(with: head) else { return nil }
        let digits = line.dropFirst(head.count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int(String(decoding: digits.prefix(18), as: UTF8.self))
    }

    private static let head = Array(#"{"step":"#.utf8)

    /// The step of the last line that has one.
    package static func last(in bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        if rest.last == UInt8(ascii: "\n") { rest = rest.dropLast() }
        while !rest.isEmpty {
            let start = rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.startIndex
            if let step = step(of: rest[start...]) { return step }
            rest = rest[..<max(rest.startIndex, start - 1)]
        }
        return nil
    }

    /// The step of the last whole line that has one, in the first bytes of a file; `nil` if its last lines have none.
    package static func last(in file: File, upTo end: Int) throws(RecordingError) -> Int? {
        let start = max(0, end - (256 << 10))
        let bytes = try file.read(at: start, count: end - start)
        return bytes.lastIndex(of: UInt8(ascii: "\n")).flatMap { last(in: bytes[...$0]) }
    }

    /// The step of the first line that has one, among as many as may repeat effects where a segment begins, and some more.
    package static func first(in bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        for _ in 0..<(FormatLimits.effectsRepeated + 100) where !rest.isEmpty {
            if let step = step(of: rest) { return step }
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            rest = rest[(end + 1)...]
        }
        return nil
    }
}
