import RewindFormat
import RewindValue

/// The effects that are under way where a part of a recording begins: the part repeats their beginnings.
struct EffectsAtBorder {
    private var begins: [Int: EffectLine] = [:]

    /// Takes a line before the border into account.
    mutating func add(_ line: EffectLine) {
        switch line.event {
        case .begin: begins[line.id] = line
        case .end: begins[line.id] = nil
        }
    }

    /// The lines with which the part begins, in the order in which the effects began.
    ///
    /// - Parameter step: the step before the part's first.
    func lines(at step: Int) -> [EffectLine] {
        begins.values.sorted { ($0.time, $0.id) < ($1.time, $1.id) }.map { line in
            guard case .begin(var begin) = line.event else { return line }
            begin.isAgain = true
            return EffectLine(time: line.time, step: step, id: line.id, .begin(begin))
        }
    }
}
