package import RewindValue

/// Reads single lines of sealed streams, one after another: most of them look as our writer made them, and take no detour over a JSON object.
package struct SealedLineReader: ~Copyable {
    private var reader: LineReader
    private let limits: JSONParser.Limits

    /// A reader for the lines of one stream.
    package init(limits: FormatLimits = .default) {
        self.limits = limits.json
        reader = LineReader(limits: limits.json)
    }

    /// A line of an action stream; `nil` for bytes that are none.
    package mutating func journal(_ line: UnsafeRawBufferPointer) -> JournalLine? {
        reader.begin(line)
        if let action = ActionLine(plain: &reader, isLive: false) { return .action(action) }
        let object = object(line)
        return object.isEmpty ? nil : JournalLine(json: object)
    }

    /// A line of a state stream; `nil` for bytes that are none, or of a kind that this version does not know.
    package mutating func state(_ line: UnsafeRawBufferPointer) -> StateLine? {
        reader.begin(line)
        if let state = StateLine(plain: &reader, isLive: false) { return state }
        let object = object(line)
        return StateLine.isKnown(object) ? StateLine(json: object) : nil
    }

    /// The members of a line; none where it is no object.
    package func object(_ line: UnsafeRawBufferPointer) -> JSONObject {
        (try? JSONValue(parsing: line, limits: limits))?.object ?? [:]
    }
}
