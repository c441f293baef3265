import RewindFormat
import RewindValue

/// The lines between the steps of a recording: marks, logged lines and swallowed actions.
struct PartNotes {
    private var known: Set<Key> = []
    /// The lines that were not known before, in the order of their steps and times.
    private(set) var strays: [Stray] = []

    /// A line, and the step that it follows.
    struct Stray {
        let step: Int
        let time: Int
        let bytes: ArraySlice<UInt8>
    }

    /// The identity of a line, independent of edits to its text.
    private struct Key: Hashable {
        let kind: String
        let time: Int
        let name: String
    }

    /// Remembers the lines of streams that are kept.
    mutating func keep(_ streams: SegmentStreams) {
        for (key, _) in Self.notes(in: streams) { known.insert(key) }
    }

    /// Adds the lines of streams that are not kept, or only in part.
    mutating func add(_ streams: SegmentStreams) {
        for (key, stray) in Self.notes(in: streams) where known.insert(key).inserted { strays.append(stray) }
    }

    private static func notes(in streams: SegmentStreams) -> [(Key, Stray)] {
        SegmentLines(SegmentStreams(actions: streams.actions, states: [])).journal.compactMap { entry in
            func note(_ kind: String, _ time: Int, _ step: Int, _ name: String = "") -> (Key, Stray) {
                (Key(kind: kind, time: time, name: name), Stray(step: step, time: time, bytes: entry.bytes))
            }
            return switch entry.line {
            case .mark(let mark): note("mark", mark.time, mark.step, mark.name)
            case .log(let log): note("log", log.time, log.step, log.label)
            case .swallowed(let line): note("swallowed", line.action.time, entry.place, line.action.type)
            // Of effects, each segment tells all: those of the part whose steps are used count.
            case .action, .gap, .clock, .effect, .unknown, nil: nil
            }
        }
    }
}
