package import RewindFormat
import RewindReplay

extension RecordingSummary {
    /// Which recording it is, for a person who has to know it again: `Episodes 1.2, 7 steps in 11.3 s, killed by SIGHUP, 10 min ago`.
    ///
    /// - Parameter now: nanoseconds since 1970.
    package func words(now: Int) -> String {
        guard let manifest, problem == nil else { return "can't be read" }
        let app = [manifest.appName ?? "an app", manifest.appVersion ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        let count = steps?.count ?? 0
        let steps = count == 0 ? "no step" : count == 1 ? "1 step" : "\(count) steps"
        let span = duration.map { " in \(TimeText.duration($0))" } ?? ""
        let title = manifest.title.map { ", “\($0)”" } ?? ""
        let when = manifest.started == 0 || isLive ? "" : ", \(Self.age(now - manifest.started - (manifest.ending.at ?? duration ?? 0)))"
        return "\(app), \(steps)\(span), \(EndingText(ending: manifest.ending).verb)\(when)\(title)"
    }

    /// `just now`, `10 min ago`, `3 h ago`, `2 days ago`.
    private static func age(_ nanoseconds: Int) -> String {
        let minutes = nanoseconds / 60_000_000_000
        return switch minutes {
        case ..<1: "just now"
        case ..<60: "\(minutes) min ago"
        case ..<2_880: "\(minutes / 60) h ago"
        default: "\(minutes / 1_440) days ago"
        }
    }
}
