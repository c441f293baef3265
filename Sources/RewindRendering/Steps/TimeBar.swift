import RewindReplay

/// Where a player is, as one row: the time of the whole, a slider, the step of all steps, the speed, and what goes on.
///
/// ```
/// 00:12.3 / 01:02.5 ━━━━━━━━━━────────────────────  step 23 of 67  ×2  paused, space goes on
/// ```
package struct TimeBar: Sendable, Equatable {
    package enum Status: Sendable, Equatable {
        case playing
        /// It has paused, perhaps by itself at a mark.
        case paused(at: String?)
        /// The next step comes only after so many seconds.
        case waiting(seconds: Int)
        /// A step is being typed.
        case entering(String)
        /// Why a key did nothing.
        case message(String)
    }

    /// The last step that was shown, and the last of all.
    package var step: Int
    package var lastStep: Int
    /// The time reached; `nil` if unknown.
    package var time: Int?
    /// The times of the first and the last step; `nil` without times.
    package var times: ClosedRange<Int>?
    package var speed: Double
    package var status: Status

    package init(step: Int, of lastStep: Int, time: Int?, in times: ClosedRange<Int>?, speed: Double = 1, status: Status = .playing) {
        (self.step, self.lastStep, self.time, self.times, self.speed, self.status) = (step, lastStep, time, times, speed, status)
    }

    /// The narrowest and the widest slider.
    private static let slider = 8...60
    private static let wordsWidth = 23

    /// The row, in at most so many columns.
    package func line(columns: Int) -> Line {
        let clock = times.map { "\(Self.clock(time ?? $0.lowerBound)) / \(Self.clock($0.upperBound)) " } ?? ""
        var place = "  step \(step) of \(lastStep)  "
        if speed != 1 { place += "×\(Self.number(speed))  " }
        var words = self.words
        // The slider keeps its width while these words change.
        words.add(String(repeating: " ", count: max(0, Self.wordsWidth - DisplayWidth.of(words.text))))
        let beside = DisplayWidth.of(clock + place + words.text)
        var line = Line(clock)
        if columns - beside >= Self.slider.lowerBound {
            let width = min(columns - beside, Self.slider.upperBound)
            let done = Int(Double(width) * share)
            line.add(String(repeating: "━", count: done), .strong)
            line.add(String(repeating: "─", count: width - done), .faint)
        }
        line.add(place)
        return (line + words).cut(to: columns)
    }

    /// How much of it is behind, from 0 to 1.
    private var share: Double {
        guard let times, let time, times.upperBound > times.lowerBound else {
            return lastStep > 0 ? min(1, max(0, Double(step) / Double(lastStep))) : 1
        }
        return min(1, max(0, (Double(time) - Double(times.lowerBound)) / (Double(times.upperBound) - Double(times.lowerBound))))
    }

    private var words: Line {
        switch status {
        case .playing: Line("space pauses, ? keys", .faint)
        case .paused(nil): Line("paused, space goes on", .strong)
        case .paused(let mark?): Line("paused at :\(mark), space goes on", .strong)
        case .waiting(let seconds): Line("waits \(Self.duration(seconds)), Enter skips", .strong)
        case .entering(let text): Line("go to \(text)_", .strong)
        case .message(let text): Line(text, .alarm)
        }
    }

    private static func clock(_ time: Int) -> String { TimeText.clock(time, digits: 1) }

    private static func duration(_ seconds: Int) -> String {
        seconds < 60 ? "\(seconds) s" : TimeText.duration(seconds * 1_000_000_000)
    }

    private static func number(_ speed: Double) -> String {
        speed == speed.rounded() && speed < 1e9 ? String(Int(speed)) : String(speed)
    }
}
