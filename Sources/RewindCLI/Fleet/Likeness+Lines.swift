import RewindFleet
import RewindRendering

extension Likeness {
    /// The likeness of a recording as lines: the verdict, how alike, what both have, and where they differ.
    func lines(path: String) -> [Line] {
        var lines = [
            Line(verdict.words, verdict == .sameBug ? .alarm : .plain) + Line(", \(Int((score * 100).rounded())) % alike: ")
                + Line(path, .strong),
            (Line("   ") + Line(reasons.joined(separator: ", "))).hanging(3),
        ]
        if let difference { lines.append((Line("   ") + Line(Self.text(difference), .faint)).hanging(3)) }
        return lines
    }

    private static func text(_ difference: (here: Difference?, other: Difference?)) -> String {
        switch difference {
        case (let here?, let other?):
            "back from the end, they first differ at step \(here.step), \(here.type), here and at step \(other.step), \(other.type), there"
        case (let here?, nil): "back from the end, step \(here.step), \(here.type), is the first that is only here"
        case (nil, let other?): "back from the end, step \(other.step), \(other.type), is the first that is only there"
        case (nil, nil): ""
        }
    }
}
