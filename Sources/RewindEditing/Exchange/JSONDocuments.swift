import RewindValue

/// The JSON documents of a file, however it separates them: one a line, over several lines, one behind the other, or as the elements of an
/// array.
enum JSONDocuments {
    /// Calls `body` with each document, and the number of its first line from 1; with a line that is none, as it is.
    ///
    /// O(n): an object is given up at the first byte that can't follow, and after 16 that never end, only lines are looked at.
    static func forEach(in bytes: [UInt8], _ body: (Int, ArraySlice<UInt8>) -> Void) {
        var place = bytes.startIndex
        var line = 1
        var unended = 0
        // The elements of an array are documents: its brackets and commas are passed over.
        let isList = beginsWithListOfObjects(bytes)
        while place < bytes.endIndex {
            let byte = bytes[place]
            if byte == newline { line += 1 }
            if isBlank(byte) || isList && (byte == comma || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")) {
                place += 1
                continue
            }
            let lineEnd = bytes[place...].firstIndex(of: newline) ?? bytes.endIndex
            var end = lineEnd
            if byte == UInt8(ascii: "{"), unended < 16 {
                switch self.end(of: bytes[place...]) {
                case .at(let place): end = place
                case .none: break
                case .never: unended += 1
                }
            }
            body(line, trimmed(bytes[place..<end], isList))
            line += bytes[place..<end].count { $0 == newline }
            place = end
        }
    }

    private static let newline = UInt8(ascii: "\n"), comma = UInt8(ascii: ",")

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == newline }

    private static func beginsWithListOfObjects(_ bytes: [UInt8]) -> Bool {
        var rest = bytes.drop(while: isBlank)
        guard rest.popFirst() == UInt8(ascii: "[") else { return false }
        return rest.drop(while: isBlank).first == UInt8(ascii: "{")
    }

    /// A line without the blanks and, in a list, without the comma at its end.
    private static func trimmed(_ line: ArraySlice<UInt8>, _ isList: Bool) -> ArraySlice<UInt8> {
        var line = line
        while let last = line.last, isBlank(last) || isList && last == comma { line.removeLast() }
        return line
    }

    /// Where an object ends.
    private enum End {
        case at(Int)
        /// It is no JSON.
        case none
        /// The text ends before it.
        case never
    }

    /// The end of the object at the beginning of some text.
    private static func end(of text: ArraySlice<UInt8>) -> End {
        var depth = 0
        var last: UInt8 = 0
        var isText = false
        var place = text.startIndex
        while place < text.endIndex {
            let byte = text[place]
            if isText {
                if byte == UInt8(ascii: "\\") { place += 1 } else if byte == UInt8(ascii: "\"") { isText = false }
                if byte == newline { return .none }
            } else if !isBlank(byte) {
                switch byte {
                case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
                    // A value begins behind a bracket, a colon or a comma: elsewhere, the object before lacks its end.
                    let begins = depth == 0 || last == UInt8(ascii: "[") || last == UInt8(ascii: ":") || last == comma
                    guard begins || last == UInt8(ascii: "{") && byte == UInt8(ascii: "\"") else { return .none }
                    if byte == UInt8(ascii: "\"") { isText = true } else { depth += 1 }
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
                last = byte
                if depth == 0 { return .at(place + 1) }
            }
            place += 1
        }
        return .never
    }
}
