import RewindFormat
import RewindValue

/// A mark that is set from outside while an app records.
///
/// The mark is a line of the live form in `marks.ndjson`, a file next to the actions of its segment. So the app need not take part: it may
/// hang, and the mark stays whatever happens to the app.
package struct LiveMark {
    let line: MarkLine
    /// The line as it is in the file.
    let bytes: ArraySlice<UInt8>

    /// The sound lines of a file of marks.
    static func parse(_ bytes: [UInt8]) -> [LiveMark] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard LiveLine.isSound(line), let object = (try? JSONValue(parsing: line))?.object,
                case .mark(let mark)? = JournalLine(json: object)
            else { return nil }
            return LiveMark(line: mark, bytes: bytes[line.startIndex...line.endIndex])
        }
    }
}
