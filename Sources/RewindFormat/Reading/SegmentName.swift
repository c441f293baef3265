/// The names of a segment's files, the same in both forms.
package enum SegmentName {
    package static func directory(_ index: Int) -> String {
        let digits = String(index)
        return "segments/" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
    package static func actions(_ index: Int) -> String { directory(index) + "/actions.ndjson" }
    package static func states(_ index: Int) -> String { directory(index) + "/states.ndjson" }
    /// The marks that were set from outside while an app recorded; only the live form has a file of them.
    package static func marks(_ index: Int) -> String { directory(index) + "/marks.ndjson" }

    package static func isMarks(_ name: String) -> Bool { name.hasPrefix("segments/") && name.hasSuffix("/marks.ndjson") }

    /// The segment that a file is a stream of; `nil` for other files.
    package static func index(ofStream name: String) -> Int? {
        let parts = name.split(separator: "/")
        guard parts.count == 3, let index = Int(parts[1]), FormatLimits.segmentNumbers.contains(index),
            name == actions(index) || name == states(index)
        else { return nil }
        return index
    }

    /// The segments that a list of entry names has, in order.
    package static func indices(in names: some Sequence<String>) -> [Int] { Set(names.compactMap(index(ofStream:))).sorted() }
}
