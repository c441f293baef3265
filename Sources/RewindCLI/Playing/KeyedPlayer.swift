import RewindFormat
import RewindRendering
import RewindReplay
import RewindSystem

/// Plays steps on a terminal, where keys pause it, go on, back and elsewhere, with a time bar below the rows.
struct KeyedPlayer {
    private let timeline: Timeline
    private let console: () -> Console
    private let times: ClosedRange<Int>?
    private var playback: Playback
    private var beats: PlayedBeats
    private var texts = RecentTexts()
    private var typed = TypedKeys()
    /// A step that is being typed.
    private var entry: String?
    /// Why the last key did nothing.
    private var refusal: String?
    /// Whether the last jump went backwards.
    private var isBackwards = false
    private var bar = DrawnBar()
    /// When the bar was drawn.
    private var drawn = Duration.zero
    private let start = SystemFacts.monotonicNanoseconds()

    enum End { case left, interrupted }

    /// The longest time between two drawings of the bar while time goes on.
    private static let tick = Duration.milliseconds(100)
    /// The shortest wait in which the bar is drawn anew.
    private static let glance = Duration.milliseconds(30)
    private static let longWait = Duration.seconds(3)

    /// A session that begins now.
    ///
    /// - Parameter console: The console for the terminal's present width.
    init(
        _ timeline: Timeline, _ steps: ClosedRange<Int>, from first: Int, speed: Double, idleLimit: Duration?, loops: Bool,
        pausesOnMarks: Bool, console: @escaping () -> Console
    ) throws {
        (self.timeline, self.console) = (timeline, console)
        beats = PlayedBeats(timeline, steps)
        playback = Playback(
            steps, from: first, speed: speed, idleLimit: idleLimit, loops: loops, pausesOnMarks: pausesOnMarks, at: .zero)
        let ends = try (timeline.firstStep(in: steps)?.time, timeline.step(at: steps.upperBound)?.time ?? timeline.times?.upperBound)
        times = if let first = ends.0, let last = ends.1, first <= last { first...last } else { nil }
    }

    /// Plays until the end, or until the person leaves.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    mutating func run() throws -> End {
        guard let terminal = KeyTerminal(parting: "\r\u{1B}[J\u{1B}[?25h") else { return .left }
        StandardOutput.show("\u{1B}[?25l")
        while true {
            let now = now(on: terminal)
            var wait = Duration.zero
            switch playback.order(at: now) {
            case .load(let step): playback.load(try beats.beat(after: step))
            case .show: try show(beats.popRows())
            case .jump(let step):
                let (rows, landing) = try beats.rows(at: step, isForward: !isBackwards)
                texts = RecentTexts()
                try show(rows)
                playback.land(on: landing, time: try timeline.step(at: landing)?.time, at: self.now(on: terminal))
            case .wait(let due):
                let left = due.map { $0 - now } ?? .seconds(3600)
                wait = min(left, playback.isPaused ? .seconds(3600) : Self.tick)
                // Between steps in quick succession the bar would only flicker.
                if left >= Self.glance || now - drawn >= Self.tick {
                    bar.draw(state(at: now))
                    drawn = now
                } else {
                    StandardOutput.flush()
                }
            case .end: return .left
            }
            let events = terminal.wait(for: wait)
            if !events.isDisjoint(with: [.resized, .continued]) {
                if events.contains(.continued) { StandardOutput.show("\u{1B}[?25l") }
                bar.erase()
            }
            guard events.contains(.input) else { continue }
            let bytes = StandardStream.input.read(count: 4096)
            for key in typed.add(bytes) + (bytes.isEmpty ? [.control("d")] : []) {
                if let end = try press(key, at: self.now(on: terminal)) { return end }
            }
        }
    }

    private func now(on terminal: borrowing KeyTerminal) -> Duration {
        .nanoseconds(SystemFacts.monotonicNanoseconds() - start) - terminal.stopped
    }

    // MARK: Keys

    /// Does what a key means; returns how the session ends, if it does.
    private mutating func press(_ key: ScreenKey, at now: Duration) throws -> End? {
        refusal = nil
        if key == .control("c") { return .interrupted }
        if key == .control("d") { return .left }
        if let text = entry {
            enter(key, after: text, at: now)
            return nil
        }
        do throws(Playback.Refusal) {
            switch key {
            case .character("q"): return .left
            case .character(" "): try playback.press(.pause, at: now)
            case .character("."), .right: try go(.forward, at: now)
            case .character(","), .left: try go(.back, at: now)
            case .character("+"), .character("="), .character(">"): try playback.press(.faster, at: now)
            case .character("-"), .character("_"), .character("<"): try playback.press(.slower, at: now)
            case .enter: try playback.press(.skip, at: now)
            case .home: try seek(playback.steps.lowerBound, at: now)
            case .end: try seek(playback.steps.upperBound, at: now)
            case .character("]"): try goToMark(isForward: true, at: now)
            case .character("["): try goToMark(isForward: false, at: now)
            case .character("?"): showKeys()
            case .character(let character) where "0123456789@:es".contains(character): entry = String(character)
            case .character(let character): refusal = "'\(character)' does nothing, ? shows keys"
            case .escape, .backspace: refusal = "nothing is typed"
            default: break
            }
        } catch {
            refusal = Self.sentence(error)
        }
        return nil
    }

    private mutating func go(_ key: Playback.Key, at now: Duration) throws(Playback.Refusal) {
        isBackwards = key == .back
        try playback.press(key, at: now)
    }

    private mutating func seek(_ step: Int, at now: Duration) throws(Playback.Refusal) {
        isBackwards = step < playback.position
        try playback.press(.seek(step), at: now)
    }

    private mutating func goToMark(isForward: Bool, at now: Duration) throws(Playback.Refusal) {
        let steps = playback.steps
        let here = min(max(playback.position, timeline.steps.lowerBound), timeline.steps.upperBound)
        let mark: Timeline.MarkedStep?
        do throws(RecordingError) {
            mark = isForward ? try timeline.mark(after: here) : try timeline.mark(before: here)
        } catch {
            return say("\(error)")
        }
        guard let mark, steps.contains(mark.step) else {
            refusal = "no mark \(isForward ? "after" : "before") step \(here)"
            return
        }
        try seek(mark.step, at: now)
    }

    /// Goes on with a step that is being typed.
    private mutating func enter(_ key: ScreenKey, after text: String, at now: Duration) {
        switch key {
        case .character(let character): entry = text + String(character)
        case .backspace: entry = text.count > 1 ? String(text.dropLast()) : nil
        case .enter:
            entry = nil
            do {
                let step = try StepReference(parsing: text).resolve(in: timeline)
                let steps = playback.steps
                guard steps.contains(step) else {
                    return say("step \(step) is not one of those that are played, \(steps.lowerBound) to \(steps.upperBound)")
                }
                try seek(step, at: now)
            } catch let error as Playback.Refusal {
                refusal = Self.sentence(error)
            } catch var error as RecordingError {
                error.path = nil
                say("\(error)")
            } catch {
                say("\(error)")
            }
        case .escape: entry = nil
        default: refusal = "Enter goes there, Escape drops it"
        }
    }

    private static func sentence(_ refusal: Playback.Refusal) -> String {
        switch refusal {
        case .isFirst: "this is the first step"
        case .isLast: "this is the last step"
        case .isFastest: "it goes no faster"
        case .isSlowest: "it goes no slower"
        case .isNotWaiting: "Enter skips a wait; now it is paused"
        }
    }

    // MARK: The screen

    private mutating func show(_ rows: [StepFolds.Row]) throws {
        bar.erase()
        let player = Player(timeline: timeline, console: console(), asJSON: false)
        for row in rows { try player.show(row, after: &texts) }
    }

    private mutating func showKeys() {
        bar.erase()
        console().print(PlayKey.help.map { (Line(DisplayWidth.padded($0.keys, to: 10), .name) + Line($0.meaning)).hanging(10) })
    }

    private mutating func say(_ text: String) {
        bar.erase()
        StandardOutput.flush()
        Diagnostics.say(text)
    }

    private func state(at now: Duration) -> TimeBar {
        var status = TimeBar.Status.playing
        if let entry {
            status = .entering(entry)
        } else if let refusal {
            status = .message(refusal)
        } else if playback.isPaused {
            status = .paused(at: playback.pausedAt)
        } else if let coming = playback.coming, coming.due - now > Self.longWait {
            status = .waiting(seconds: Int((coming.due - now).components.seconds))
        }
        return TimeBar(
            step: max(playback.position, playback.steps.lowerBound - 1), of: timeline.steps.upperBound, time: playback.time(at: now),
            in: times, speed: playback.speed, status: status)
    }
}

/// The time bar as it is on the screen, in the last row.
private struct DrawnBar {
    /// Its width; `nil` if it is not there.
    private var width: Int?
    private var shown: TimeBar?

    /// Draws it, unless it is there already.
    mutating func draw(_ bar: TimeBar) {
        if bar == shown, width != nil { return StandardOutput.flush() }
        let line = bar.line(columns: max(1, (StandardStream.output.columns ?? 80) - 1))
        // Without wrapping: the window may be narrower already than we know.
        StandardOutput.show("\u{1B}[?7l\r" + (wantsColour(on: .output) ? line.coloured : line.text) + "\u{1B}[K\u{1B}[?7h")
        (width, shown) = (DisplayWidth.of(line.text), bar)
    }

    /// Takes it away; on a terminal that has become narrower, it may have several rows.
    mutating func erase() {
        guard let width else { return }
        let rows = max(0, width - 1) / max(1, StandardStream.output.columns ?? 80)
        StandardOutput.write(("\r" + (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\u{1B}[J").utf8)
        self.width = nil
    }
}
