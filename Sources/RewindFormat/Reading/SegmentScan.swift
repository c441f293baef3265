import RewindValue

/// Cuts the two streams of a segment into lines and passes on their content; bytes that are not a line go into a list.
struct SegmentScan {
    let index: Int
    let isLive: Bool
    let limits: FormatLimits
    /// Whether values are only checked; a plain line's values come as `null`, its patches as empty ones.
    var skims = false

    /// Passes on the lines of the action stream.
    ///
    /// - Parameter begin: called before a line is passed on, with its bytes.
    func scan(actions bytes: [UInt8], begin: (UnsafeRawBufferPointer) -> Void = { _ in }, body: (JournalLine) -> Void) -> [Damage] {
        scan(bytes, SegmentName.actions(index), begin) { (reader: inout LineReader) in
            guard let line = ActionLine(plain: &reader, isLive: isLive) else { return false }
            body(.action(line))
            return true
        } object: { object in
            guard let line = JournalLine(json: object) else { return false }
            body(line)
            return true
        }
    }

    /// Passes on the lines of the state stream, those of actions in full among them, and those that this version does not know.
    ///
    /// - Parameter begin: called before a line is passed on, with its bytes.
    func scan(
        states bytes: [UInt8], begin: (UnsafeRawBufferPointer) -> Void = { _ in }, body: (StateLine) -> Void, unknown: (JSONObject) -> Void
    ) -> [Damage] {
        scan(bytes, SegmentName.states(index), begin) { (reader: inout LineReader) in
            guard let line = StateLine(plain: &reader, isLive: isLive) else { return false }
            body(line)
            return true
        } object: { object in
            guard StateLine.isKnown(object) else {
                unknown(object)
                return true
            }
            guard let line = StateLine(json: object) else { return false }
            body(line)
            return true
        }
    }

    /// Passes each line on: first to `plain`, which takes what nearly all lines look like, then, as any JSON object, to `object`.
    private func scan(
        _ bytes: [UInt8], _ entry: String, _ begin: (UnsafeRawBufferPointer) -> Void, plain: (inout LineReader) -> Bool,
        object body: (JSONObject) -> Bool
    ) -> [Damage] {
        var reader = LineReader(limits: limits.json, skims: skims)
        return bytes.withUnsafeBytes { buffer in
            LineScanner(entry: entry, isLive: isLive).scan(buffer) { line in
                if line.count > limits.lineBytes { return false }
                begin(line)
                reader.begin(line)
                if plain(&reader) { return true }
                guard case .object(var object)? = try? JSONValue(parsing: line, limits: limits.json) else { return false }
                if isLive { object["crc"] = nil }
                return body(object)
            }
        }
    }
}

extension ActionLine {
    /// Whether only the beginning of its action is there, after it was completed from the state stream.
    package var isCut: Bool { action == nil && bytes != nil }

    /// Takes its action in full, where the state stream had it.
    mutating func complete(from whole: [Int: StateLine]) {
        guard action == nil, let found = whole[step], case .action(let action) = found.change, found.store == store else { return }
        self.action = action
        redacted = found.redacted
        bytes = nil
        prefix = nil
    }
}
