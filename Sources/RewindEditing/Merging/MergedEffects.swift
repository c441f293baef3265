import RewindFormat

/// The effects of recordings that are merged onto one clock: their new numbers, and those that are under way.
struct MergedEffects {
    private var numbers: [String: [Int: Int]] = [:]
    private var last = 0
    private var open = EffectsAtBorder()

    /// The new number of a source's effect.
    mutating func number(of id: Int, in source: String) -> Int {
        if let known = numbers[source]?[id] { return known }
        last += 1
        numbers[source, default: [:]][id] = last
        return last
    }

    /// The line in the merged recording; `nil` for one that repeats what the merged recording has.
    ///
    /// - Parameters:
    ///   - step: the last step of the merged recording.
    ///   - time: the time of the merged recording.
    ///   - base: the wall clock time when the merged recording begins.
    mutating func line(_ effect: EffectLine, of source: MergeSource, after step: Int, at time: Int, since base: Int) -> EffectLine? {
        let isKnown = numbers[source.name]?[effect.id] != nil
        var line = effect
        (line.id, line.step, line.time) = (number(of: effect.id, in: source.name), step, time)
        if case .begin(var begin) = effect.event {
            if begin.isAgain {
                if isKnown { return nil }
                line.time = source.wall(at: effect.time) - base
            }
            begin.store = source.store(begin.store)
            begin.cause = begin.cause.map { source.number(of: $0) }.flatMap { $0 > 0 ? $0 : nil }
            line.event = .begin(begin)
        }
        open.add(line)
        return line
    }

    /// The lines with which a segment begins.
    func underWay(after step: Int) -> [EffectLine] { open.lines(at: step) }
}
