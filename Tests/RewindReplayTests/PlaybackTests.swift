import RewindReplay
import Testing

@Suite("Playing under a person's control", .timeLimit(.minutes(5)))
struct PlaybackTests {
    /// Five steps, in milliseconds of the recording; the third has a mark behind it.
    private static let times = [500, 1_500, 1_600, 61_600, 61_700]

    private static func beat(after step: Int) -> Playback.Beat? {
        guard step < times.count else { return nil }
        return Playback.Beat(step: step + 1, time: times[step] * 1_000_000, mark: step == 2 ? "here" : nil)
    }

    /// A front on a clock that is moved by hand: it notes what is shown, and when, in milliseconds.
    private struct Front {
        var playback: Playback
        var now = 0
        var shown: [String] = []

        init(
            from start: Int? = nil, speed: Double = 1, idleLimit: Duration? = nil, loops: Bool = false, pausesOnMarks: Bool = false
        ) {
            playback = Playback(
                1...5, from: start, speed: speed, idleLimit: idleLimit, loops: loops, pausesOnMarks: pausesOnMarks, at: .zero)
        }

        /// Does what is to be done until a time; each step takes a while to show.
        ///
        /// - Returns: whether it has ended.
        @discardableResult
        mutating func run(until end: Int, showing: Int = 0) -> Bool {
            while true {
                switch playback.order(at: .milliseconds(now)) {
                case .load(let step): playback.load(PlaybackTests.beat(after: step))
                case .show(let range):
                    shown.append("\(range.upperBound)@\(now)")
                    now += showing
                case .jump(let step):
                    shown.append("to \(step)@\(now)")
                    playback.land(on: step, time: PlaybackTests.times[step - 1] * 1_000_000, at: .milliseconds(now))
                case .wait(let due):
                    guard let due, due <= .milliseconds(end) else {
                        now = max(now, end)
                        return false
                    }
                    now = Int((due.components.seconds * 1_000) + due.components.attoseconds / 1_000_000_000_000_000)
                case .end: return true
                }
            }
        }

        mutating func press(_ key: Playback.Key) throws { try playback.press(key, at: .milliseconds(now)) }
    }

    @Test(arguments: [
        (1.0, nil, ["1@0", "2@1000", "3@1100", "4@61100", "5@61200"]), (2.0, nil, ["1@0", "2@500", "3@550", "4@30550", "5@30600"]),
        (0.5, Duration.seconds(2), ["1@0", "2@2000", "3@2200", "4@6200", "5@6400"]),
    ])
    func stepsAreDueAtTheirTimes(speed: Double, idleLimit: Duration?, shown: [String]) {
        var front = Front(speed: speed, idleLimit: idleLimit)
        let hasEnded = front.run(until: 100_000)
        #expect(hasEnded)
        #expect(front.shown == shown)
    }

    @Test func showingAStepTakesNothingFromTheOthers() {
        var front = Front()
        front.run(until: 100_000, showing: 150)
        #expect(front.shown == ["1@0", "2@1000", "3@1150", "4@61100", "5@61250"])
    }

    @Test func aPauseMovesWhatIsStillToCome() throws {
        var front = Front()
        front.run(until: 400)
        try front.press(.pause)
        #expect(front.playback.isPaused && front.playback.coming == nil)
        front.run(until: 10_400)
        #expect(front.playback.time(at: .milliseconds(10_400)) == 900_000_000)
        try front.press(.pause)
        front.run(until: 12_000)
        #expect(front.shown == ["1@0", "2@11000", "3@11100"])
    }

    @Test func aChangeOfSpeedIsAboutTheRestOfAWait() throws {
        var front = Front()
        front.run(until: 31_100)
        try front.press(.faster)
        #expect(front.playback.coming?.due == .milliseconds(46_100))
        try front.press(.slower)
        try front.press(.slower)
        #expect(front.playback.coming?.due == .milliseconds(91_100))
        #expect(front.playback.coming?.step == 4)
    }

    @Test func stepsGoOnAndBackOneByOneAndPause() throws {
        var front = Front()
        front.run(until: 1_200)
        try front.press(.forward)
        front.run(until: 2_000)
        try front.press(.back)
        front.run(until: 3_000)
        try front.press(.back)
        front.run(until: 4_000)
        #expect(front.shown == ["1@0", "2@1000", "3@1100", "to 4@1200", "to 3@2000", "to 2@3000"])
        #expect(front.playback.isPaused)
        try front.press(.pause)
        front.run(until: 5_000)
        #expect(front.shown.last == "3@4100", "it goes on at the recorded interval")
    }

    @Test func aJumpGoesOnFromThere() throws {
        var front = Front()
        front.run(until: 200)
        try front.press(.seek(4))
        let hasEnded = front.run(until: 1_000)
        #expect(hasEnded)
        #expect(front.shown == ["1@0", "to 4@200", "5@300"])
        try front.press(.seek(99))
        front.run(until: 1_000)
        #expect(front.shown.last == "to 5@300" && front.playback.isPaused, "it does not end behind one's back")
    }

    @Test func aWaitCanBeSkipped() throws {
        var front = Front()
        front.run(until: 2_000)
        try front.press(.skip)
        front.run(until: 3_000)
        #expect(front.shown.suffix(2) == ["4@2000", "5@2100"])
    }

    @Test func aKeyWithNothingToDoSaysWhy() throws {
        var front = Front()
        front.run(until: 0)
        #expect(throws: Playback.Refusal.isFirst) { try front.press(.back) }
        try front.press(.seek(5))
        front.run(until: 0)
        #expect(throws: Playback.Refusal.isLast) { try front.press(.forward) }
        #expect(throws: Playback.Refusal.isNotWaiting) { try front.press(.skip) }
        #expect(throws: Playback.Refusal.isFastest) { for _ in 0..<99 { try front.press(.faster) } }
        #expect(throws: Playback.Refusal.isSlowest) { for _ in 0..<99 { try front.press(.slower) } }
        #expect(front.playback.speed == 1.0 / 64)
    }

    @Test func itBeginsAtAStepAndBeginsAgain() {
        var front = Front(from: 4, loops: true)
        front.run(until: 2_000)
        #expect(front.shown == ["4@0", "5@100", "1@1100"])
    }

    @Test func itPausesAtMarks() throws {
        var front = Front(pausesOnMarks: true)
        front.run(until: 10_000)
        #expect(front.shown.last == "3@1100" && front.playback.pausedAt == "here")
        try front.press(.pause)
        #expect(front.playback.pausedAt == nil)
        front.run(until: 71_000)
        #expect(front.shown.suffix(2) == ["4@70000", "5@70100"])
    }

    @Test func thousandsOfStepsAndPausesDoNotDrift() throws {
        // A step each 0.6 s for ten minutes, with a pause of 7 ms after each tenth.
        var playback = Playback(1...1_000, speed: 4, at: .zero)
        var (now, paused, late) = (Duration.zero, Duration.zero, Duration.zero)
        loop: while true {
            switch playback.order(at: now) {
            case .load(let step):
                playback.load(step < 1_000 ? Playback.Beat(step: step + 1, time: (step + 1) * 600_000_001) : nil)
            case .show(let range):
                let due = Duration.nanoseconds((range.upperBound - 1) * 600_000_001) / 4.0 + paused
                late = max(late, now - due, due - now)
                if range.upperBound % 10 == 0 {
                    try playback.press(.pause, at: now)
                    now += .milliseconds(7)
                    paused += .milliseconds(7)
                    try playback.press(.pause, at: now)
                }
            case .wait(let due): now = try #require(due)
            case .jump: Issue.record("nobody has jumped")
            case .end: break loop
            }
        }
        #expect(late < .microseconds(1), "\(late)")
    }
}
