import ArgumentParser
import RewindFormat
import RewindRedaction
import RewindReplay
import RewindValue
import Synchronization

/// A condition as a user writes it: one of our own expressions where it is that, which is asked only where what it reads changed; else jq.
struct Question: CustomStringConvertible {
    /// What was written.
    let description: String
    /// What decides.
    let predicate: Predicate

    /// The condition of a text.
    ///
    /// - Throws: `ConditionSlip` for what is never meant; what jq has to say, where it is nothing to jq either.
    init(parsing text: String) throws {
        try ConditionSlip.check(text)
        description = text
        predicate = try Self.predicate(parsing: text)
    }

    /// Reads an argument.
    static func argument(_ text: String) throws -> Question { try Question(parsing: text) }

    /// The predicate of a text.
    static func predicate(parsing text: String) throws -> Predicate {
        let expression = try? Predicate(parsing: text)
        return try (expression ?? JqProgram(text).predicate).noting
    }
}

extension Timeline {
    /// Says of a masked recording, where conditions depend on what was masked, that they may come out otherwise than in the app.
    ///
    /// - Parameter isUntold: Whether something asks besides of which nobody can tell, or which looks for a text.
    func remark(on conditions: [Predicate], orWhere isUntold: Bool = false) {
        warnOfHiddenNumbers(at: conditions.flatMap { $0.reads ?? [] })
        guard recording.manifest.isMasked else { return }
        guard isUntold || conditions.contains(where: { $0.comparesContents }) else { return }
        Diagnostics.say("\(Self.masked), so what compares a text or such a number may come out otherwise than in the app")
    }

    private static let masked = "this recording is masked: texts and long numbers are pseudonyms"

    /// Says of two recordings that are compared that one of them is masked, so that its texts differ from the other one's throughout.
    static func noteMasking(of one: Timeline, beside other: Timeline) {
        func isMasked(_ timeline: Timeline) -> Bool { timeline.recording.manifest.isMasked }
        guard isMasked(one) != isMasked(other) else { return }
        let (masked, clear) = isMasked(one) ? (one.recording.path, other.recording.path) : (other.recording.path, one.recording.path)
        Diagnostics.say(
            "\(masked) is masked and \(clear) is not, so their texts and long numbers differ whatever the app did; compare with "
                + "what 'rewind redact \(clear.shellQuoted) --level masked' writes")
    }

    /// Says of places where a secret's number was that 0 stands there.
    ///
    /// A text shows that it is a placeholder; a number does not.
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

    /// What a debugger over this recording makes conditions with; says the same, once.
    var conditions: Debugger.PredicateParser {
        let wasTold = Mutex(false)
        return { [self] text in
            let predicate = try Question.predicate(parsing: text)
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
