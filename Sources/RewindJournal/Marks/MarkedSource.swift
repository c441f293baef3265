import RewindFormat
import RewindSystem

/// A directory's files with the marks that were set from outside in their places among the actions.
///
/// Only the files of a live recording have the marks apart; a reader of this source sees one stream.
struct MarkedSource: EntrySource {
    private let base: AnyEntrySource
    /// The files of marks, by the stream of actions that they belong to.
    private let marks: [String: String]

    var path: String { base.path }
    var form: Recording.Form { base.form }
    let names: [String]
    var notes: [String] { base.notes }
    var unlistedFiles: [String] { base.unlistedFiles }

    init(_ source: some EntrySource) {
        base = AnyEntrySource(source)
        let all = Set(source.names)
        let pairs = SegmentName.indices(in: all).map { (SegmentName.actions($0), SegmentName.marks($0)) }
        marks = Dictionary(uniqueKeysWithValues: pairs.filter { all.contains($0.1) })
        names = source.names.filter { !SegmentName.isMarks($0) }
    }

    /// The bytes of one file; in a stream of actions, each mark precedes the first step that began after it.
    func read(_ name: String) throws(RecordingError) -> [UInt8] {
        let bytes = try base.read(name)
        guard let file = marks[name] else { return bytes }
        return Self.inserting(LiveMark.parse(try base.read(file)), into: bytes)
    }

    private static func inserting(_ marks: [LiveMark], into stream: [UInt8]) -> [UInt8] {
        var rest = marks.sorted { ($0.line.step, $0.line.time) < ($1.line.step, $1.line.time) }[...]
        let end = LiveTail(bytes: stream, isFromStart: true).end ?? 0
        var result: [UInt8] = []
        result.reserveCapacity(stream.count + marks.reduce(0) { $0 + $1.bytes.count })
        var start = 0
        while start < end, !rest.isEmpty {
            let next = stream[start..<end].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? end
            if let step = LineSteps.step(of: stream[start..<next]) {
                while let mark = rest.first, mark.line.step < step {
                    result += mark.bytes
                    rest.removeFirst()
                }
            }
            result += stream[start..<next]
            start = next
        }
        for mark in rest { result += mark.bytes }  // at this point, all whole lines are copied
        return result + stream[start...]
    }
}
