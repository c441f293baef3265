import RewindArchive
import RewindFormat
import Synchronization

/// The lines of the segment that was cut last: parts into which a recording is split often come from one.
final class CutLines: Sendable {
    private let last = Mutex<(index: Int, lines: SegmentLines)?>(nil)

    func lines(of part: BundleContents.SegmentPart) throws(RecordingError) -> SegmentLines {
        let index = part.span.index
        if let known = last.withLock({ $0?.index == index ? $0?.lines : nil }) { return known }
        let lines = SegmentLines(try part.streams())
        last.withLock { $0 = (index, lines) }
        return lines
    }
}
