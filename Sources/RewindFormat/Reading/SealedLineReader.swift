package import RewindValue

/// Reads single lines of sealed streams, one after another: most have the form that our writer gives them, and need no JSON object.
package struct SealedLineReader: ~Copyable {
    private var reader: LineReader
    private let limits = FormatLimits.default.json

    /// A reader for the lines of one stream.
    package init() { reader = LineReader(limits: limits) }

    /// A line of an action stream; `nil` if the bytes are not one.
    package mutating func journal(_ line: UnsafeRawBufferPointer) -> JournalLine? {
        reader.begin(line)
        if let action = ActionLine(plain: &reader, isLive: false) { return .action(action) }
        let object = object(line)
        return object.isEmpty ? nil : JournalLine(json: object)
    }

    /// A line of a state stream; `nil` if the bytes are not one, or are of a kind that this version does not know.
    package mutating func state(_ line: UnsafeRawBufferPointer) -> StateLine? {
        reader.begin(line)
        if let state = StateLine(plain: &reader, isLive: false) { return state }
        let object = object(line)
        return StateLine.isKnown(object) ? StateLine(json: object) : nil
    }

    /// The members of a line; empty if the line is not an object.
    package func object(_ line: UnsafeRawBufferPointer) -> JSONObject {
        (try? JSONValue(parsing: line, limits: limits))?.object ?? [:]
    }
}
