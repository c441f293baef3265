import RewindFormat
package import RewindReplay
import RewindValue

extension Remark {
    /// The remark as a sentence without a full stop.
    package var sentence: String {
        switch self {
        case .unknown(let steps): return steps.sentence ?? ""
        case .failed(let steps): return steps.sentence ?? ""
        case .unlike(let kinds, let text): return "'\(text)' \(kinds.clause)"
        case .placeholder(let place, let text):
            return "'\(text)' reads \(place), which was redacted: the answer is about the placeholder, not about what the app had"
        case .rounded(let text):
            return "jq's numbers are doubles: some of more than 15 digits (beyond 2^53) are rounded before '\(text)' sees them"
        case .absent(let unmatchedReference, let text):
            let subject = text.map { "'\($0)'" } ?? "the expression"
            return "\(subject) may ask for something that is not there: \(unmatchedReference.sentence)"
        case .invariantAsksFor(let unmatchedReference, let name):
            return "'\(name)' asks for a path that was never there: \(unmatchedReference.sentence)"
        case .noCondition(let kind, let name, let step):
            return "'\(name)' is no condition: at step \(step) it evaluates to \(kind); compare it with something, or ask '… != null' "
                + "whether it is there"
        case .countsAsTrue(let text, let value):
            return "'\(text)' evaluates to \(ValueText.line(value).text) there, which counts as true, as everything but null and false does"
        case .noSuchType(let pattern, let near, let isGrowing):
            let meant = near.isEmpty ? "" : "; did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
            return "no action type \(isGrowing ? "so far " : "")matches '\(pattern)'\(meant)"
        case .nothing(let path): return path.description
        case .happened(let steps, let fate):
            let words = steps.count == 1 ? "in step \(steps.lowerBound)" : "in one of steps \(steps.lowerBound) to \(steps.upperBound)"
            let verb = steps.count == 1 ? "is" : "are"
            return switch fate {
            case .unknown: "this happened \(words): the states in between are unknown"
            case .lost: "this happened \(words), which \(verb) lost"
            case .leftOut: "this happened \(words), which \(verb) left out on purpose"
            }
        case .lost(let steps):
            return steps.count == 1
                ? "step \(steps.lowerBound) on the way is lost, and may have matched"
                : "steps \(steps.lowerBound) to \(steps.upperBound) on the way are lost, and may have matched"
        case .store(let name, []): return "this is about the store \(name)"
        case .store(let name, let others):
            return "this is about the store \(name); at a step of \(others.joined(separator: " or ")), the answer is about that one"
        case .nowhere(let place, let isKnown, let missing):
            return "no \(isKnown ? "known " : "")state has anything at \(place)" + (missing.map { ": \($0)" } ?? "")
        case .inNeither(let remark): return "neither recording has anything there: \(remark.sentence)"
        case .noValue(let text, let unmatchedReference):
            return "'\(text)' has no value anywhere" + (unmatchedReference.map { ": \($0.sentence)" } ?? "")
        case .neverTrue(let text, let isKnown, let unmatchedReference):
            return "'\(text)' is never true" + (isKnown ? " where the state is known" : "")
                + (unmatchedReference.map { ": \($0.sentence)" } ?? "")
        case .isTrue(let text, let step, let since):
            return since == step
                ? "'\(text)' is true after step \(step): that step made it"
                : "'\(text)' is true after step \(step), since step \(since)"
        case .noneCouldMake(let text, let isMadeElsewhere, let isChangedElsewhere):
            if isMadeElsewhere { return "no step up to there could have made '\(text)' true: those of the types that do come later" }
            if isChangedElsewhere {
                return "no step up to there could have made '\(text)' true: those that change what it reads come later"
            }
            return "no step of this recording changes what '\(text)' reads, so it is not known which could make it true"
        case .moreCouldMake(let text, let count):
            return "\(count) more \(count == 1 ? "step" : "steps") further back could have made '\(text)' true; an earlier STEP shows them"
        case .undecided(let text): return "whether '\(text)' is ever true is unknown: no state is known"
        case .noStepMatches(let isKnown, let mayBeHidden, let reasons):
            return "no step matches"
                + (reasons.isEmpty ? isKnown ? " where the state is known" : "" : reasons.map { $0.continuation }.joined())
                + (mayBeHidden ? "; --grep does not find what was redacted" : "")
        case .unexpectedEnd(let step, let expected, let verdict, let why):
            return "step \(step) should be \(expected.rawValue), but it is \(verdict.word), so there is nothing to search" + why.clause
        case .searchEnded(let steps):
            return "the search ended before the first bad step was found: it is one of \(steps.lowerBound) to \(steps.upperBound)"
        case .mayHaveBeenTrueEarlier:
            return "a condition with 'before' may have been true earlier and false again: rewind find shows the first step"
        case .noEffectsRecorded:
            return "this recording has no effects recorded: whether any were under way is unknown"
        case .storeLeftOut(let store, let unknown): return "\(store) is left out: \(unknown)"
        case .textsHidden:
            return "this recording is masked: texts and long numbers are pseudonyms, so what compares a text or such a number may come out "
                + "otherwise than in the app"
        case .hiddenNumber(let place, let rule):
            return "what is at \(place) is hidden by the rule '\(rule)': a placeholder was recorded in its place, as 0 for a number, and "
                + "the answer is about that"
        case .textsHiddenBeside(let masked, let clear):
            return "\(masked) is masked and \(clear) is not, so their texts and long numbers differ whatever the app did; compare with "
                + "what 'rewind redact \(clear.shellQuoted) --level masked' writes"
        case .unfinished(let step): return "step \(step) did not end: this is about the state before it"
        case .didNotCrash(let path, let ending, let quiet):
            return "\(path) did not end in a crash: the app \(EndingText(ending: ending, quiet: quiet).verb)"
        case .nothingIsWrong(let path):
            return "\(path) does not say that a value is wrong: 'rewind ticket --value PATH' makes a file that does"
        case .migrated(let path?):
            return "states of earlier versions are read by the migrations in \(path): 'rewind show --migrated' shows what these change"
        case .notMigrated:
            return
                "no migration is for this recording, so its states are shown as they were recorded: migrations are in a file .rewind.json "
                + "here or above, each for earlier versions of a store's state than its own"
        case .migrated(nil): return "states of earlier versions are read by the host's migrations"
        case .newMembers(let members):
            let list = members.map { $0.description }.joined(separator: ", ")
            return "\(list): not compared, as the type that was recorded had no such \(members.count == 1 ? "member" : "members")"
        case .pictures(let count, let steps):
            let place = steps.count == 1 ? "after step \(steps.lowerBound)" : "after steps \(steps.lowerBound) to \(steps.upperBound)"
            return
                "\(count) \(count == 1 ? "picture" : "pictures") of the app \(place): on the page of 'rewind report', and texts in 'rewind step' and 'rewind play'"
        case .stopsInRecordingOnly: return "the app does not stop there: 'continue' does, in what it has recorded"
        }
    }

    /// The remark as a continuation of a sentence that says what was not found.
    package var continuation: String {
        switch self {
        case .absent(let unmatchedReference, _): ": \(unmatchedReference.sentence)"
        case .nowhere: ": \(sentence)"
        default: "; \(sentence)"
        }
    }
}

extension Bisection.Verdict {
    /// The verdict as a word for a sentence.
    package var word: String { self == .skip ? "undecided" : rawValue }
}

extension Remark.Unexpected {
    fileprivate var clause: String {
        switch self {
        case .program: ""
        case .unknown(let unknown):
            ": its state is unknown, as \(unknown.reason)"
                + (unknown.nearest.map { "; the last step before it whose state is known is \($0)" } ?? "")
        case .noValue(let text, let failure): ": '\(text)' has no value there: \(failure); '.name // \"\"' gives null a value"
        case .condition(let unknown):
            ": --where takes what is true of a bad state, and 'rewind find' with --all shows where that is"
                + (unknown.sentence.map { "; \($0); it may be bad from there on" } ?? "")
        }
    }
}

extension UnknownSteps {
    /// The number of unknown states, and why the first is unknown; `nil` if all are known.
    package var sentence: String? {
        guard let first else { return nil }
        if count == 1 { return "the state after step \(first.step) is unknown: \(Self.text(first.reason, of: first.step))" }
        return "the states after \(count) steps are unknown, first that after step \(first.step): \(first.reason)"
    }

    /// The reason, if the step was just named.
    private static func text(_ reason: UnknownState.Reason, of step: Int) -> String {
        switch reason {
        case .underWay(step, .reducer): "the process ended in its reducer"
        case .underWay(step, _): "the process ended before the recorder had it"
        case .pending(step): "the state was not written yet when the recording was opened"
        case .lost(step): "the state was not written before the process ended, or its line is lost"
        case .notCaptured(step): "the recorder did not take it, by its policy"
        case .unencodable(step, let why): "the state could not be encoded (\(why))"
        default: "\(reason)"
        }
    }
}

extension FailedSteps {
    /// How often the expression has no value, and why it has none the first time; `nil` if it always has one.
    package var sentence: String? {
        switch count {
        case 0: nil
        case 1: "the expression has no value after step \(firstStep): \(reason)"
        default: "the expression has no value after \(count) changes, first after step \(firstStep): \(reason)"
        }
    }
}

extension UnlikeKinds {
    /// The remark about an expression, as a clause.
    fileprivate var clause: String {
        let meaning = !isBySize ? "is never equal" : isLess ? "always counts as less" : "always counts as more"
        return "compares \(path) with \(literal.kind), but it is \(kind), which \(meaning)"
    }
}

extension UnmatchedReference {
    /// The missing path and the existing alternatives, as a sentence without a full stop.
    package var sentence: String {
        switch self {
        case .place(let path, let word, let isMissingInAllStores): Self.start(isMissingInAllStores) + path.description + Self.meant(word)
        case .member(let name, let store, let near, let word, let isMissingInAllStores):
            Self.start(isMissingInAllStores) + "no state \(store.map { "of \($0) " } ?? "")has a member '\(name)' anywhere"
                + (near.map { "; did you mean '\($0)'?" } ?? "") + Self.meant(word)
        case .unrecorded(let sentence): sentence
        }
    }

    private static func start(_ isMissingInAllStores: Bool) -> String { isMissingInAllStores ? "no store has all that it asks for: " : "" }

    private static func meant(_ word: StepWord?) -> String { word.map { "; did you mean \($0)?" } ?? "" }
}
