import RewindValue

/// The JSON documents of a file, however it separates them: one a line, over several lines, one behind the other, or as the elements of an
/// array.
enum JSONDocuments {
    /// Calls `body` with each document, and the number of its first line from 1; with a line that is no document, as it is.
    ///
    /// O(n): an object is given up at the first byte that can't follow, and once what was read in vain adds up to the whole text, only
    /// lines are looked at.
    static func forEach(in bytes: [UInt8], _ body: (Int, ArraySlice<UInt8>) -> Void) {
        var place = bytes.startIndex
        var line = 1
        var (depth, vain) = (0, 0)
        while place < bytes.endIndex {
            let byte = bytes[place]
            if byte == newline { line += 1 }
            // The elements of a list of objects are documents: its brackets and commas are passed over.
            let opens = byte == UInt8(ascii: "[") && (depth > 0 || isListOfObjects(bytes[place...]))
            if opens { depth += 1 }
            if byte == UInt8(ascii: "]"), depth > 0 {
                depth -= 1
            } else if !isBlank(byte), !opens, depth == 0 || byte != comma {
                let end = end(of: bytes, from: place, isInList: depth > 0, &vain)
                body(line, trimmed(bytes[place..<end]))
                line += bytes[place..<end].count { $0 == newline }
                place = end
                continue
            }
            place += 1
        }
    }

    /// The end of the object that begins at a place, or of the line or the element that is no object.
    private static func end(of bytes: [UInt8], from place: Int, isInList: Bool, _ vain: inout Int) -> Int {
        if bytes[place] == UInt8(ascii: "{"), vain <= bytes.count {
            let (end, read) = objectEnd(in: bytes[place...])
            if let end { return end }
            vain += read
        }
        let endsElement = isInList && bytes[place] != UInt8(ascii: "{")
        let end = bytes[place...].firstIndex { $0 == newline || endsElement && ($0 == comma || $0 == UInt8(ascii: "]")) }
        return end ?? bytes.endIndex
    }

    private static let newline = UInt8(ascii: "\n"), comma = UInt8(ascii: ",")

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == newline }

    /// Whether a list begins here that is empty or whose first element is an object, or such a list.
    private static func isListOfObjects(_ text: ArraySlice<UInt8>) -> Bool {
        let first = text.prefix(1_024).first { !isBlank($0) && $0 != UInt8(ascii: "[") }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "]")
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let last = line.last, isBlank(last) { line.removeLast() }
        return line
    }

    /// The end of the object at the beginning of some text, `nil` if it is no JSON or has no end, and how much was read.
    private static func objectEnd(in text: ArraySlice<UInt8>) -> (end: Int?, read: Int) {
        var depth = 0
        var last: UInt8 = 0
        var isText = false
        var place = text.startIndex
        while place < text.endIndex {
            let byte = text[place]
            if isText {
                if byte == UInt8(ascii: "\\") { place += 1 } else if byte == UInt8(ascii: "\"") { isText = false }
                if byte == newline { return (nil, place - text.startIndex) }
            } else if !isBlank(byte) {
                switch byte {
                case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
                    // A value begins behind a bracket, a colon or a comma: elsewhere, the object before lacks its end.
                    let begins = depth == 0 || last == UInt8(ascii: "[") || last == UInt8(ascii: ":") || last == comma
                    guard begins || last == UInt8(ascii: "{") && byte == UInt8(ascii: "\"") else { return (nil, place - text.startIndex) }
                    if byte == UInt8(ascii: "\"") { isText = true } else { depth += 1 }
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
                last = byte
                if depth == 0 { return (place + 1, 0) }
            }
            place += 1
        }
        return (nil, text.count)
    }
}
