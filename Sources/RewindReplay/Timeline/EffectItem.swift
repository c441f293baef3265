package import RewindFormat
import RewindValue

/// The beginning or the end of an effect, and what is known of its beginning.
package struct EffectItem: Sendable, Equatable {
    package let line: EffectLine
    /// Its beginning; `nil` for an end whose beginning is lost.
    package let begin: EffectLine.Begin?
    /// When it began: monotonic nanoseconds since the start of the recording.
    package let began: Int?

    /// The effect's name; `?` if that is lost.
    package var name: String {
        guard let begin else { return "?" }
        return begin.name
    }

    /// The step that started it.
    package var cause: Int? {
        guard let begin else { return nil }
        return begin.cause
    }

    /// The effect as it is under way; `nil` if its beginning is lost.
    package var underWay: EffectUnderWay? {
        guard let begin, let began else { return nil }
        return EffectUnderWay(id: line.id, begin: begin, began: began)
    }

    /// How it ended; `nil` for a beginning.
    package var end: EffectLine.EffectEnd? { if case .end(let end) = line.event { end } else { nil } }

    /// Nanoseconds from its beginning to its end; `nil` for a beginning, and if the beginning is lost.
    package var took: Int? {
        guard end != nil, let began else { return nil }
        return max(0, line.time - began)
    }
}

/// An effect that is under way.
package struct EffectUnderWay: Sendable, Equatable {
    package let id: Int
    package let begin: EffectLine.Begin
    /// When it began: monotonic nanoseconds since the start of the recording.
    package let began: Int

    /// How long it has been under way at a time.
    package func age(at time: Int) -> Int { max(0, time - began) }
}

/// The effects of one segment, whose lines alone tell which of them are under way after a step.
struct EffectTrack: Sendable {
    /// Its beginnings and ends, without beginnings that only repeat those of a segment that is there.
    private(set) var items: [EffectItem] = []
    /// Whether the recording has no earlier segment, so that a beginning that is repeated is the only one.
    private let isFirst: Bool
    private var lines: [EffectLine] = []
    private var begins: [Int: EffectUnderWay] = [:]

    init(isFirst: Bool = false) { self.isFirst = isFirst }

    /// Adds the next line; returns what it is on the timeline, unless it only repeats a beginning.
    @discardableResult
    mutating func add(_ line: EffectLine) -> EffectItem? {
        lines.append(line)
        let item: EffectItem
        switch line.event {
        case .begin(let begin):
            begins[line.id] = EffectUnderWay(id: line.id, begin: begin, began: line.time)
            if begin.isAgain, !isFirst { return nil }
            item = EffectItem(line: line, begin: begin, began: line.time)
        case .end:
            let known = begins[line.id]
            item = EffectItem(line: line, begin: known?.begin, began: known?.began)
        }
        items.append(item)
        return item
    }

    /// The beginning of an effect, if it was under way in this segment.
    func begin(of id: Int) -> EffectUnderWay? { begins[id] }

    /// Goes through the lines, forwards only.
    struct EffectCursor: Sendable {
        private var next = 0
        private var open: [Int: EffectUnderWay] = [:]
        /// The names of the effects under way, as expressions have them, since the last line.
        private(set) var names: JSONValue = []

        /// The effects under way, in the order in which they began.
        var underWay: [EffectUnderWay] { open.values.sorted { ($0.began, $0.id) < ($1.began, $1.id) } }

        /// Goes to a step, past the lines that follow it.
        mutating func advance(to step: Int, in track: EffectTrack) {
            let start = next
            while next < track.lines.count, track.lines[next].step <= step {
                let line = track.lines[next]
                switch line.event {
                case .begin(let begin): open[line.id] = EffectUnderWay(id: line.id, begin: begin, began: line.time)
                case .end: open[line.id] = nil
                }
                next += 1
            }
            if next > start { names = .array(underWay.map { .string($0.begin.name) }) }
        }
    }

    /// The effects under way after a step, in the order in which they began.
    func underWay(after step: Int) -> [EffectUnderWay] {
        var cursor = EffectCursor()
        cursor.advance(to: step, in: self)
        return cursor.underWay
    }
}
