import RewindFormat
import RewindValue

/// A mark that is set from outside while an app records.
///
/// It stands in a file beside the actions of its segment, `marks.ndjson`, as a line of the live form. So the app need not take part: it may hang, and
/// what was marked stays whatever becomes of it.
package struct LiveMark {
    let line: MarkLine
    /// The line as it stands in the file.
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
