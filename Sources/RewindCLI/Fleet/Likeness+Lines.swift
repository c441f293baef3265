import RewindFleet
import RewindRendering

extension Likeness {
    /// The likeness of a recording as lines: how alike, what both have, and where they differ.
    func lines(path: String) -> [Line] {
        var lines = [
            (Line(DisplayWidth.padded("\(Int((score * 100).rounded())) %", to: 7), score > 0.8 ? .alarm : .plain) + Line(path, .strong)),
            (Line("       ") + Line(reasons.joined(separator: ", "))).hanging(7),
        ]
        if let difference { lines.append((Line("       ") + Line(Self.words(difference), .faint)).hanging(7)) }
        return lines
    }

    private static func words(_ difference: (here: Difference?, other: Difference?)) -> String {
        switch difference {
        case (let here?, let other?):
            "before that they differ: step \(here.step) of the one is \(here.type), step \(other.step) of this one is \(other.type)"
        case (let here?, nil): "this one begins there; before that, the other has \(here.type) in step \(here.step)"
        case (nil, let other?): "the other begins there; before that, this one has \(other.type) in step \(other.step)"
        case (nil, nil): ""
        }
    }
}
