import RewindFormat
package import RewindReplay
import RewindValue

extension ExploreQuestion: RenderedQuestion {
    package func table(_ drawing: Drawing) -> AnswerTable<Row> {
        AnswerTable { row in
            switch row {
            case .sum(let sum): sum.lines
            case .finding(let finding): finding.lines
            }
        }
    }
}

extension OrderSum {
    /// What was tried, and what it is known not to tell.
    fileprivate var lines: [Line] {
        if answers == 0, refusal?.step != nil || refusal == nil {
            return [Line("there is no other order to try: no step was sent by an effect, as far as the recording tells").hanging(0)]
        }
        var line = Line(tried)
        line.add("; " + OrderText.count(faults, "finding"), faults > 0 ? .alarm : .added)
        return [line.hanging(0)] + remarks.map { Line($0, .faint).hanging(0) }
    }

    private var tried: String {
        if orders == 0 { return "the causes allow no other order of \(OrderText.count(answers, "answer"))" }
        let text = "\(OrderText.count(orders, "order")) of \(OrderText.count(answers, "answer"))"
        switch completed {
        case 0: return text + ", each with one displaced"
        case 1: return text + ", all with one displaced and some with two"
        default: return text + ", all with up to two displaced" + (randomOrders > 0 ? " and \(randomOrders) at random" : "")
        }
    }

    private var remarks: [String] {
        var remarks: [String] = []
        if let crash = recordedCrash {
            let (step, rest) = ("step \(crash.step.number), \(TerminalText.escaped(crash.step.type))", OrderText.count(steps, "step"))
            remarks.append("the recorded order crashes at \(step): only the \(rest) before it came in other orders")
        }
        if let refusal {
            let place = refusal.step.map { "from step \($0.number), \(TerminalText.escaped($0.type)), on" } ?? "at all"
            remarks.append("the host can't reduce the recorded order \(place): \(TerminalText.escaped(refusal.reason))")
        }
        for name in brokenAsRecorded { remarks.append("the recorded order breaks '\(TerminalText.escaped(name))', too: it was left out") }
        if !unstable.isEmpty {
            let places = unstable.map { TerminalText.escaped($0.description) }.joined(separator: ", ")
            remarks.append("not compared, since it differs each time: \(places)")
        }
        if refused > 0 { remarks.append("\(OrderText.count(refused, "order")) could not be reduced to the end") }
        if isStopped { remarks.append("the time was over: --time gives more") }
        if dependentEnds > 0 {
            let ends =
                dependentEnds == 1 ? "in 1 other way, the last state depends" : "in \(dependentEnds) other ways, the last state depends"
            remarks.append(ends + " on the order, which need not be wrong: --strict lists them")
        }
        return remarks
    }
}

extension OrderFinding {
    /// The order, what it shows, and what to do next.
    package var lines: [Line] {
        var line = Line(DisplayWidth.padded(kind.word, to: 10), isFault ? .alarm : .faint)
        line.add(sentence)
        if isKnown { line.add(", which is known") }
        return [line.hanging(10)] + details.map { (Line("          ") + $0).hanging(12) }
    }

    /// The order, and what it shows, in a sentence.
    package var sentence: String {
        let order = displaced.isEmpty ? "in another order" : "if " + TerminalText.escaped(displaced.words)
        return order + ": " + effect
    }

    private var effect: String {
        let place = step.map { "step \($0.number), \(TerminalText.escaped($0.type))" } ?? "a step"
        switch kind {
        case .crashed: return "the reducer crashes at \(place)" + (crash.map { ": \(TerminalText.escaped($0.words))" } ?? "")
        case .broken: return "\(place), breaks '\(TerminalText.escaped(rule?.name ?? "?"))'"
        case .lostUpdate:
            switch winner {
            case .older?: return "the answer to the older request wins"
            case .newer?: return "the answer to the newer request wins, and as recorded that to the older one"
            case nil: return "whichever answer comes last wins"
            }
        case .order: return "the end depends on the order"
        }
    }

    /// What the recorded order and this one end with, and the recording that shows it.
    package var details: [Line] {
        let places = places.prefix(OrderText.placeLimit).map { place in
            func text(_ value: JSONValue?) -> String { value.map { ValueText.line($0, limit: OrderText.valueLimit).text } ?? "nothing" }
            let path = place.pointer.tokens.isEmpty ? "the whole state" : PatchText.name(place.pointer)
            return Line(path, .changed) + Line(": in the recorded order ", .faint) + Line(text(place.recorded), .removed)
                + Line(", in the other ", .faint) + Line(text(place.reached), .added)
        }
        var lines = Array(places)
        if self.places.count > places.count { lines.append(Line("… \(self.places.count - places.count) more", .faint)) }
        if let rule { lines.append(Line(TerminalText.escaped(rule.condition.description), .faint)) }
        let size = "\(steps) of \(OrderText.count(of, "step")) show it"
        if let output {
            let path = TerminalText.escaped(output.shellQuoted)
            lines.append(
                Line("\(size): ", .faint) + Line("rewind \(kind == .crashed ? "crash" : "log") \(path)") + Line(", ", .faint)
                    + Line("rewind test \(path)"))
        } else {
            lines.append(Line(size, .faint))
        }
        return lines
    }
}

private enum OrderText {
    /// How many places are shown, and characters of a value.
    static let placeLimit = 8, valueLimit = 60

    /// `1 order`, or `1,204 orders`.
    static func count(_ count: Int, _ name: String) -> String {
        var digits = String(count)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
            place -= 3
        }
        return "\(digits) \(name)\(count == 1 ? "" : "s")"
    }
}

extension OrderFinding.Kind {
    fileprivate var word: String {
        switch self {
        case .crashed: "crashes"
        case .broken: "breaks"
        case .lostUpdate: "loses"
        case .order: "depends"
        }
    }
}
