import ArgumentParser
import RewindFormat
import RewindRedaction
import RewindReplay
import RewindValue
import Synchronization

/// A condition as the user writes it: an expression of our own language, which is evaluated only when its inputs change; otherwise jq.
struct WrittenCondition: CustomStringConvertible {
    /// The source text.
    let description: String
    /// The compiled predicate.
    let predicate: Predicate

    /// Parses a condition.
    ///
    /// - Throws: `ConditionSlip` for a condition that is never meant; jq's error if it is not valid jq either.
    init(parsing text: String) throws {
        try ConditionSlip.check(text)
        description = text
        predicate = try Self.predicate(parsing: text)
    }

    /// Parses an argument.
    static func argument(_ text: String) throws -> WrittenCondition { try WrittenCondition(parsing: text) }

    /// Parses a predicate.
    static func predicate(parsing text: String) throws -> Predicate {
        let expression = try? Predicate(parsing: text)
        return try (expression ?? JqProgram(text).predicate).noting
    }
}

extension Timeline {
    /// Warns that conditions on masked values of a masked recording may give other results than in the app.
    ///
    /// - Parameter isUntold: whether there are other conditions that can't be analysed, or that search for a text.
    func remark(on conditions: [Predicate], orWhere isUntold: Bool = false) {
        warnOfHiddenNumbers(at: conditions.flatMap { $0.reads ?? [] })
        guard recording.manifest.isMasked else { return }
        guard isUntold || conditions.contains(where: { $0.comparesContents }) else { return }
        Diagnostics.say("\(Self.masked), so what compares a text or such a number may come out otherwise than in the app")
    }

    private static let masked = "this recording is masked: texts and long numbers are pseudonyms"

    /// Notes that one of two recordings being compared is masked, so that all its texts differ from those of the other.
    static func noteMasking(of one: Timeline, beside other: Timeline) {
        func isMasked(_ timeline: Timeline) -> Bool { timeline.recording.manifest.isMasked }
        guard isMasked(one) != isMasked(other) else { return }
        let (masked, clear) = isMasked(one) ? (one.recording.path, other.recording.path) : (other.recording.path, one.recording.path)
        Diagnostics.say(
            "\(masked) is masked and \(clear) is not, so their texts and long numbers differ whatever the app did; compare with "
                + "what 'rewind redact \(clear.shellQuoted) --level masked' writes")
    }

    /// Warns that a number was a secret, so that the value there is 0.
    ///
    /// A redacted text is recognisable as a placeholder; a number is not.
    func warnOfHiddenNumbers(at places: [JSONPointer]) {
        let manifest = recording.manifest
        guard manifest.level != RedactionLevel.everything.rawValue else { return }
        let found = manifest.redaction.keys.filter { $0.hasPrefix("key ") }.map { String($0.dropFirst(4)) }
        let isKnown = !manifest.redaction.isEmpty && manifest.redaction[Manifest.recoveredRedaction] == nil
        let matcher = KeyMatcher(isKnown ? found : RedactionRules.default.keys)
        for place in places {
            guard let rule = matcher.rule(at: place), storeNames.contains(where: { hasZero(at: place, in: $0) }) else { continue }
            Diagnostics.say(
                "numbers at \(place) are hidden by the rule 'key \(rule)': 0 was recorded in their place, and the answer is about that")
        }
    }

    private func hasZero(at place: JSONPointer, in store: String) -> Bool {
        guard let last = try? lastKnownStep(of: store), case .known(let state)? = try? state(at: last, store: store) else { return false }
        return state[place] == .number(.int(0))
    }

    /// The parser for conditions of a debugger over this recording; reports the same remark only once.
    var conditions: Debugger.PredicateParser {
        let wasTold = Mutex(false)
        return { [self] text in
            let predicate = try WrittenCondition.predicate(parsing: text)
            wasTold.withLock { wasTold in
                warnOfHiddenNumbers(at: predicate.reads ?? [])
                guard !wasTold, predicate.comparesContents else { return }
                wasTold = true
                remark(on: [predicate])
            }
            return predicate
        }
    }
}
