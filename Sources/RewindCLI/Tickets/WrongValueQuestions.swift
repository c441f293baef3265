import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// Asks a tester which value is wrong, by what is seen on the screen or by its place, and what it should be.
struct WrongValueQuestions {
    let timeline: Timeline
    /// The step after which it is wrong; `nil` for the last one.
    let step: Int?

    /// The answer: `nil` if nothing is wrong; an outer `nil` at the end of the input.
    func answer() throws -> WrongValue?? {
        while true {
            let question = "Is something on the screen wrong? Which value: a text or a number that is there, or a path (Enter: no): "
            guard let line = Prompt.line(after: question, joinsPastedLines: true) else { return nil }
            let seen = line.trimmed
            if seen.isEmpty { return .some(nil) }
            do {
                guard let place = try place(of: seen) else { return nil }
                guard let place else { continue }
                guard let wrong = try wrongValue(at: place) else { return nil }
                if let wrong { return .some(wrong) }
            } catch { Diagnostics.say("\(error)") }
        }
    }

    /// The value at a place with what should be there, asked until it can be that; `nil` to name another value, an outer `nil` at the end
    /// of the input.
    private func wrongValue(at place: Place) throws -> WrongValue?? {
        // With something expected, as nothing may be there.
        let found = try timeline.wrongValue(at: place.pointer, expected: "null", step: step, store: place.store)
        let name = PatchText.name(place.pointer)
        var canBeUnsaid = found.actual != nil
        var question =
            found.actual.map { "\(name) is \(PatchText.brief($0, 200)). What should it be (Enter: I can't say): " }
            ?? "There is nothing at \(name). What should be there (Enter: another value): "
        while true {
            guard let line = Prompt.line(after: TerminalText.escaped(question), joinsPastedLines: true) else { return nil }
            let expected = line.trimmed
            if expected.isEmpty, !canBeUnsaid { return .some(nil) }
            do {
                return .some(
                    try timeline.checkedWrongValue(
                        at: place.pointer, expected: expected.isEmpty ? nil : expected, step: step, store: place.store))
            } catch { Diagnostics.say("\(error)") }
            (canBeUnsaid, question) = (false, "What should it be instead (Enter: another value): ")
        }
    }

    private typealias Place = (pointer: JSONPointer, store: String)

    /// The number of places to choose from.
    private static let count = 9

    /// The place that a person means; `nil` for none, an outer `nil` at the end of the input.
    private func place(of seen: String) throws -> Place?? {
        if JSONPointer.isMeant(by: seen) {
            let pointer = try JSONPointer(argument: seen)
            return (pointer, try timeline.oneStore(toAsk: [Predicate(pointer)], named: nil))
        }
        let (places, values, isCut) = try places(showing: seen)
        if places.isEmpty {
            let pseudonyms = timeline.recording.manifest.hidesTexts ? ": the texts in this recording are pseudonyms" : ""
            let moment = step.map { "after step \($0)" } ?? "at the end"
            Diagnostics.say(
                "no value of the state \(moment) is '\(seen)'\(pseudonyms). To look after another step, end this with Ctrl-D and add --at STEP"
            )
        }
        if places.count < 2 { return .some(places.first) }
        let rows = zip(places, values).enumerated().map { number, row in
            Line(TerminalText.escaped("\(number + 1)  \(PatchText.name(row.0.pointer))  \(row.1)")).hanging(3)
        }
        let more = isCut ? [Line("There are more: type more of what is seen, or a path").hanging(0)] : []
        Console(isColoured: false).print(rows + more)
        StandardOutput.flush()
        while true {
            guard let line = Prompt.line(after: "Which of them (Enter: none): ", joinsPastedLines: true) else { return nil }
            let answer = line.trimmed
            if answer.isEmpty { return .some(nil) }
            if let number = Int(answer), places.indices.contains(number - 1) { return .some(places[number - 1]) }
            Diagnostics.say("answer 1 to \(places.count)")
        }
    }

    /// The places where a text is seen, and what is there; `isCut` if there are more.
    private func places(showing seen: String) throws -> (places: [Place], values: [String], isCut: Bool) {
        var (places, values): ([Place], [String]) = ([], [])
        for store in timeline.storeNames {
            let step = if let step { try timeline.stepWithState(at: step).step } else { try timeline.lastKnownStep(of: store) }
            let answer = try timeline.state(at: step, store: store)
            guard case .known(let state) = answer else { continue }
            for pointer in Timeline.places(showing: seen, in: state, limit: Self.count + 1 - places.count) {
                places.append((pointer, store))
                values.append(state[pointer].map { PatchText.brief($0, 60) } ?? "")
            }
        }
        return (Array(places.prefix(Self.count)), Array(values.prefix(Self.count)), places.count > Self.count)
    }
}
