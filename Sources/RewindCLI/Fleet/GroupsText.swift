import RewindFleet
import RewindFormat
import RewindRendering

/// Groups of sessions in lines of text.
struct GroupsText {
    let grouping: Grouping
    let shown: ArraySlice<SessionGroup>

    var lines: [Line] {
        let ended = grouping.groups.reduce(0) { $0 + $1.sessions }
        let sessions = grouping.sessions == 1 ? "1 session" : "\(grouping.sessions) sessions"
        if grouping.groups.isEmpty { return [Line("\(sessions), and none that ended badly.")] }
        let groups = grouping.groups.count == 1 ? "1 group" : "\(grouping.groups.count) groups"
        let rest = shown.count < grouping.groups.count ? ", of which the first \(shown.count == 1 ? "is" : "\(shown.count) are") shown" : ""
        return [Line("\(ended) of \(sessions) did not finish, in \(groups)\(rest):")]
            + shown.enumerated().flatMap { [Line()] + lines(of: $1, number: $0 + 1) }
    }

    private func lines(of group: SessionGroup, number: Int) -> [Line] {
        let count = group.sessions == 1 ? "1 session" : "\(group.sessions) sessions"
        var lines = [
            (Line("\(number). ", .faint) + Line(Self.title(of: group), .alarm) + Line(": \(count), \(Self.percent(group.share))")).hanging(
                3)
        ]
        if grouping.hasManyApps { lines.append(fact("app", Line(group.app))) }
        if let seen = Self.seen(group) { lines.append(fact("seen", Line(seen))) }
        if let reason = Self.reason(of: group) { lines.append(fact("reason", Line(reason))) }
        if let story = group.story { lines.append(fact("story", Line(story, .name))) }
        for (place, one) in (group.sequences ?? []).enumerated() { lines.append(fact(place == 0 ? "before it" : "", line(of: one, group))) }
        for (place, one) in (group.places ?? []).enumerated() { lines.append(fact(place == 0 ? "changes" : "", line(of: one, group))) }
        if let effects = Self.effects(of: group) { lines.append(fact("under way", Line(effects))) }
        if let neverBefore = group.neverBefore { lines.append(fact("rule", Line(TerminalText.escaped(neverBefore)))) }
        if group.versions.count > 1 { lines.append(fact("versions", Line(group.versions.joined(separator: ", ")))) }
        if group.devices.count > 1 { lines.append(fact("devices", Line(Self.devices(of: group)))) }
        let steps = group.steps == 1 ? "1 step" : "\(group.steps) steps"
        lines.append(fact("example", Line("rewind crash \(group.source.shellQuoted)", .strong) + Line("  (\(steps))", .faint)))
        return lines
    }

    private func fact(_ name: String, _ line: Line) -> Line { (Line(DisplayWidth.padded("   " + name, to: 14), .faint) + line).hanging(14) }

    private func line(of one: SessionGroup.Separation, _ group: SessionGroup) -> Line {
        Line(one.what, .name) + Line("  " + Self.weight(of: one, group), .faint)
    }

    /// How a group ended, and where: `crashed in Cart.remove(_:), at cart/undo`.
    static func title(of group: SessionGroup) -> String {
        let ending = group.ending == "memory" ? "killed for its memory" : group.ending
        let place = group.function.map { " in \($0)" } ?? ""
        let action = group.action.map { ", at \($0)" } ?? ""
        return ending + place + action
    }

    /// `since version 2.1.0, from 2026-10-03 to 2026-11-27`; `nil` if it is not known when.
    static func seen(_ group: SessionGroup) -> String? {
        guard let first = group.first?.prefix(10), let last = group.last?.prefix(10) else { return nil }
        let days = first == last ? "on \(first)" : "from \(first) to \(last)"
        return group.since.map { "since version \($0), \(days)" } ?? days
    }

    /// `SIGILL, Fatal error: Index out of range (and 2 others)`; `nil` if most sessions have neither a signal nor a reason.
    static func reason(of group: SessionGroup) -> String? {
        let words = [group.signal, group.reason].compactMap { $0 }
        if words.isEmpty { return nil }
        let others = group.reasons - 1
        return words.joined(separator: ", ") + (others == 0 ? "" : others == 1 ? " (and 1 other)" : " (and \(others) others)")
    }

    /// `comments/edit in 38 of 41, search/load in 3 of 41`; `nil` if no session has effects recorded.
    static func effects(of group: SessionGroup) -> String? {
        guard let effects = group.effects else { return nil }
        let names = effects.underWay.map { "\($0.name) in \($0.sessions) of \(effects.recorded)" }
        let rest = group.sessions - effects.recorded
        return (names.isEmpty ? "no effect in \(effects.recorded) of \(effects.recorded)" : names.joined(separator: ", "))
            + (rest == 0 ? "" : rest == 1 ? " (1 other has none recorded)" : " (\(rest) others have none recorded)")
    }

    /// The five most frequent devices.
    static func devices(of group: SessionGroup) -> String {
        let rest = group.devices.count - 5
        return group.devices.prefix(5).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// `in 40 of 41, in 2 of 900 that finished, 439 times as often`.
    static func weight(of one: SessionGroup.Separation, _ group: SessionGroup) -> String {
        let finished = "in \(one.inFinished == 0 ? "none" : "\(one.inFinished)") of \(one.finished) that finished in the same versions"
        let lift =
            one.inFinished == 0
            ? "" : ", \(one.lift >= 10 ? "\(Int(one.lift.rounded()))" : "\((one.lift * 10).rounded() / 10)") times as often"
        return "in \(one.inGroup) of \(group.sessions), \(finished)\(lift)"
    }

    /// `1.2 %`.
    static func percent(_ share: Double) -> String {
        let percent = share * 100
        return percent >= 10 ? "\(Int(percent.rounded())) %" : percent >= 0.1 ? "\((percent * 10).rounded() / 10) %" : "below 0.1 %"
    }
}
