package import RewindFormat
package import RewindReplay

/// Effects in words.
package enum EffectText {
    /// The beginning or the end of an effect, after its name.
    package static func line(_ effect: EffectItem) -> Line {
        guard let end = effect.end else {
            let by = effect.cause.map { ", by \($0)" } ?? ""
            let what = effect.begin?.isAgain == true ? "is under way" : "begins"
            return Line("effect \(effect.line.id) \(what)\(by)", .faint) + Line(effect.begin?.site.map { "  \($0)" } ?? "", .faint)
        }
        let took = effect.took.map { " after \(TimeText.duration($0))" } ?? ""
        return Line("effect \(effect.line.id) ", .faint) + text(of: end, took)
    }

    /// What a step started: `comments/save (7) failed after 0.8 s: no network, sent 66`.
    package static func line(_ effect: StartedEffect) -> Line {
        var line = Line("\(effect.begin.name) (\(effect.id)) ", .name)
        if let end = effect.end {
            line = line + text(of: end, effect.took.map { " after \(TimeText.duration($0))" } ?? "")
        } else {
            line.add(effect.isUnderWayAtEnd ? "was under way when the recording ended" : "had not ended in the segments that were read")
        }
        if let site = effect.begin.site { line.add(", from \(site)", .faint) }
        if !effect.sent.isEmpty { line.add(", sent \(effect.sent.map { String($0) }.joined(separator: ", "))") }
        return line
    }

    /// How an effect ended, and after what time.
    package static func text(of end: EffectLine.EffectEnd, _ took: String) -> Line {
        switch end {
        case .finished: Line("finished\(took)", .faint)
        case .cancelled: Line("cancelled\(took)")
        case .failed(let reason): Line("failed\(took)", .alarm) + Line(reason.isEmpty ? "" : ": \(reason)")
        }
    }

    /// The effects under way at a time, in one sentence: `3 effects were under way: comments/edit for 0.8 s, …`.
    package static func sentence(_ effects: [EffectUnderWay], at time: Int) -> String {
        if effects.isEmpty { return "no effect was under way" }
        let shown = effects.prefix(limit).map { "\($0.begin.name) for \(TimeText.duration($0.age(at: time)))" }
        let more = effects.count > limit ? ", and \(effects.count - limit) more" : ""
        let words = effects.count == 1 ? "an effect was" : "\(effects.count) effects were"
        return "\(words) under way: \(shown.joined(separator: ", "))\(more)"
    }

    /// How many effects a sentence names.
    private static let limit = 8
}
