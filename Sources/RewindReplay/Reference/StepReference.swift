package import RewindFormat

/// A place in a recording as a person writes it: `17`, `start`, `end`, `end-3`, `start+5`, `@90s`, `@1:02.5`, `:checkout`.
package enum StepReference: Sendable, Equatable {
    case number(Int)
    /// The step this many steps after the first position, which is the state before the first action.
    case start(plus: Int)
    /// The step this many steps before the last.
    case end(minus: Int)
    /// The last step that began at or before this time, in nanoseconds from the start of the recording.
    case time(Int)
    case mark(String)

    /// Parses a text.
    ///
    /// - Throws: ``ReferenceError`` if the text does not name a place.
    package init(parsing text: some StringProtocol) throws(ReferenceError) {
        let wrong = ReferenceError(
            text: String(text),
            reason: "a step is a number, 'start', 'end', 'end-3', a time such as @90s or @1:02.5, or a mark such as :name")
        if text.hasPrefix("@") {
            guard let time = TimeText.nanoseconds(text.dropFirst()) else { throw wrong }
            self = .time(time)
        } else if text.hasPrefix(":"), text.count > 1 {
            self = .mark(String(text.dropFirst()))
        } else if text.hasPrefix("end") {
            guard let back = Self.offset(text.dropFirst(3), sign: "-") else { throw wrong }
            self = .end(minus: back)
        } else if text.hasPrefix("start") {
            guard let on = Self.offset(text.dropFirst(5), sign: "+") else { throw wrong }
            self = .start(plus: on)
        } else if let number = Self.digits(text) {
            self = .number(number)
        } else {
            throw wrong
        }
    }

    /// The step's number in a recording.
    ///
    /// - Throws: `RecordingError` with ``RecordingError/Code/noSuchStep``, naming the existing steps, or what reading a segment throws.
    package func resolve(in timeline: Timeline) throws(RecordingError) -> Int {
        let steps = timeline.steps
        let number =
            switch self {
            case .number(let number): number
            case .start(let on): steps.lowerBound + min(on, 1 << 53)
            case .end(let back): steps.upperBound - min(back, 1 << 53)
            case .time(let time): try Self.step(atTime: time, in: timeline)
            case .mark(let name): try Self.step(ofMark: name, in: timeline)
            }
        guard steps.contains(number) else {
            throw RecordingError(
                .noSuchStep, "there is no step \(self)", path: timeline.recording.path, advice: timeline.adviceOnSteps)
        }
        return number
    }

    private static func step(ofMark name: String, in timeline: Timeline) throws(RecordingError) -> Int {
        if let step = try timeline.step(ofMark: name) { return step }
        let marks = try timeline.markNames()
        let near = NearWord.all(to: name, among: marks)
        let known = (near.isEmpty ? marks : near).prefix(5).map { ":" + $0 }.joined(separator: ", ")
        throw RecordingError(
            .noSuchStep, "there is no mark '\(name)'" + (marks.isEmpty ? ", nor any other" : ""), path: timeline.recording.path,
            advice: marks.isEmpty ? nil : near.isEmpty ? "`rewind log` lists the marks, such as \(known)" : "Perhaps \(known) is meant")
    }

    /// The last step that began by a time, or a lost one after it, which may have; a time after the last action most likely belongs to
    /// another recording.
    private static func step(atTime time: Int, in timeline: Timeline) throws(RecordingError) -> Int {
        guard let end = timeline.times?.upperBound, time > end else {
            let step = try timeline.step(atTime: time)
            return try timeline.lostSteps(behind: step, perhapsBy: time)?.lowerBound ?? step
        }
        throw RecordingError(
            .noSuchStep,
            "@\(TimeText.clock(time)) is after the last action"
                + (timeline.recording.lacksLastTimes ? " whose time is known, at" : ", which was at") + " @\(TimeText.clock(end))",
            path: timeline.recording.path, advice: "The last step, \(timeline.steps.upperBound), is also called 'end'")
    }

    private static func offset(_ text: some StringProtocol, sign: Character) -> Int? {
        if text.isEmpty { return 0 }
        return text.first == sign ? digits(text.dropFirst()) : nil
    }

    private static func digits(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }
}

extension StepReference: CustomStringConvertible {
    /// The place as a person writes it, with a time in seconds.
    package var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .start(let on): on == 0 ? "start" : "start+\(on)"
        case .end(let back): back == 0 ? "end" : "end-\(back)"
        case .time(let time): "@" + TimeText.clock(time)
        case .mark(let name): ":" + name
        }
    }
}

/// A run of steps as a person writes it: `10..20`, `@2s..@3s`, `10..`, `..20`, or a single place.
package struct StepRange: Sendable, Equatable {
    /// The first place; `nil` for the beginning of the recording.
    package var first: StepReference?
    /// The last place, which is included; `nil` for the end of the recording.
    package var last: StepReference?

    /// A run between two places, both included.
    package init(first: StepReference? = nil, last: StepReference? = nil) {
        self.first = first
        self.last = last
    }

    /// Parses a text.
    ///
    /// - Throws: ``ReferenceError`` if the text does not name a run.
    package init(parsing text: some StringProtocol) throws(ReferenceError) {
        let text = String(text)
        guard let dots = text.indices.first(where: { text[$0...].hasPrefix("..") }) else {
            let place = try StepReference(parsing: text)
            self.init(first: place, last: place)
            return
        }
        let before = text[..<dots]
        // Swift's three dots name the same run.
        let after = text[dots...].dropFirst(text[dots...].hasPrefix("...") ? 3 : 2)
        self.init(
            first: before.isEmpty ? nil : try StepReference(parsing: before), last: after.isEmpty ? nil : try StepReference(parsing: after))
    }

    /// The numbers of the run's steps in a recording: one that begins with a time begins with the first step at or after it, and one that
    /// ends after the last action ends there.
    ///
    /// It is unknown when a lost step began: it counts for every time between the steps around it.
    ///
    /// - Throws: As ``StepReference/resolve(in:)``, if the run ends before it begins, and if it is between two times, with no step in it.
    package func resolve(in timeline: Timeline) throws(RecordingError) -> ClosedRange<Int> {
        guard case .time(let time)? = first, first != last else {
            let ends = try resolveStates(in: timeline)
            return ends.from...ends.to
        }
        if case .time(let end)? = last, end < time {
            throw RecordingError(
                .invalidArguments, "@\(TimeText.clock(time)) comes after @\(TimeText.clock(end))", path: timeline.recording.path,
                advice: "Name the earlier time first")
        }
        // Fails for a time after the last action.
        _ = try first?.resolve(in: timeline)
        let lower = time > 0 ? try timeline.step(atTime: time - 1) + 1 : timeline.steps.lowerBound
        let upper = try end(in: timeline)
        if lower <= upper { return lower...upper }
        throw RecordingError(
            .noSuchStep, "there is no step in \(self)", path: timeline.recording.path,
            advice: "The last step before @\(TimeText.clock(time)) is \(lower - 1)"
                + (timeline.steps.contains(lower) ? ", and the next is \(lower)" : ""))
    }

    /// The steps after which the recording has the states at the ends of the run: a time means the state that the app had then.
    ///
    /// - Throws: As ``StepReference/resolve(in:)``, and if the run ends before it begins.
    package func resolveStates(in timeline: Timeline) throws(RecordingError) -> (from: Int, to: Int) {
        let lower = try first?.resolve(in: timeline) ?? timeline.steps.lowerBound
        let upper = try end(in: timeline)
        guard lower <= upper else {
            throw RecordingError(
                .invalidArguments, "step \(lower) comes after step \(upper)", path: timeline.recording.path,
                advice: "Name the earlier step first")
        }
        return (lower, upper)
    }

    private func end(in timeline: Timeline) throws(RecordingError) -> Int {
        if case .time(let time)? = last, first != last {
            let step = try timeline.step(atTime: time)
            return try timeline.lostSteps(behind: step, perhapsBy: time)?.upperBound ?? step
        }
        return try last?.resolve(in: timeline) ?? timeline.steps.upperBound
    }
}

extension Timeline {
    /// The lost steps after a step that began by a time, if they may have begun by then too.
    fileprivate func lostSteps(behind step: Int, perhapsBy time: Int) throws(RecordingError) -> ClosedRange<Int>? {
        guard time > 0, step < steps.upperBound, try self.step(at: step)?.time != time, let noStep = try noStep(at: step + 1),
            !noStep.isOnPurpose, case .gap(let gap, _) = noStep
        else { return nil }
        return gap
    }
}

extension StepRange: CustomStringConvertible {
    /// The run as a person writes it, with times in seconds.
    package var description: String {
        if let first, first == last { return first.description }
        return (first?.description ?? "") + ".." + (last?.description ?? "")
    }
}

extension RecordingError.Code {
    /// The arguments make no sense for any recording: a range that ends before it begins, one name for two recordings.
    package static let invalidArguments = RecordingError.Code(rawValue: "invalid-arguments")
}

/// Why a text does not name a place in a recording.
package struct ReferenceError: Error, Sendable, Equatable, CustomStringConvertible {
    package var text: String
    /// What would be right.
    package var reason: String
    /// What it should name.
    package var kind = "a step"

    /// The text, and what would be right.
    package var description: String { "'\(text)' is not \(kind): \(reason)" }
}
