package import RewindFormat
import RewindReplay
import RewindValue

/// How a recording ended, in words.
package struct EndingText {
    package let ending: Ending
    /// Nanoseconds from the last action to the end, if they are known.
    private let quiet: Int?

    package init(ending: Ending, quiet: Int? = nil) { (self.ending, self.quiet) = (ending, quiet) }

    /// Creates the text for a recording's ending.
    package init(of recording: Recording) { (ending, quiet) = (recording.manifest.ending, recording.quietAtEnd) }

    /// The ending as a verb of the app: `crashed with SIGILL, 58 s after its last action`.
    package var verb: String {
        guard let quiet, quiet >= Self.noticeable else { return end }
        return "\(end), \(TimeText.duration(quiet)) after its last action"
    }

    /// The shortest time without an action that is mentioned.
    private static let noticeable = 1_000_000_000

    private var end: String {
        let signal = ending.signal.map { " \($0)" } ?? ""
        return switch ending.how {
        case .recording: "is still recording"
        case .finished where ending.exit != nil: "finished, with exit status \(ending.exit ?? 0)"
        case .finished: ending.savedAt.map { "went on after \(TimeText.duration($0)), where this copy ends" } ?? "finished"
        case .crashed: "crashed" + (signal.isEmpty ? "" : " with\(signal)")
        case _ where ending.isOutOfMemory: "was killed" + (signal.isEmpty ? "" : " by\(signal)") + ", most likely because memory ran out"
        case .killed: "was killed" + (signal.isEmpty ? "" : " by\(signal)")
        case .exited where ending.underWay.contains { $0.phase.isUnderWay }:
            "exited in the middle of a step" + (ending.exit.map { ", with status \($0)" } ?? "")
        case .exited: "exited without finishing its recording" + (ending.exit.map { ", with status \($0)" } ?? "")
        case .died: "died without notice, as by SIGKILL"
        case .unknown: "ended; how is not known, because the manifest is lost"
        }
    }

    /// Whether the app ended abnormally.
    package var isBad: Bool { ending.how != .finished || ending.exit ?? 0 != 0 }

    /// The actions under way, as sentences: `step 41, comments/editDidFinish, was in the reducer`.
    package var underWay: [String] {
        ending.underWay.map { action in
            let type = action.type.map { ", \($0)," } ?? ""
            let store = action.store == ActionLine.mainStore ? "" : " of the store \(action.store)"
            // While the app goes on, no other phase is of interest.
            if ending.how == .recording { return "step \(action.step)\(type)\(store) is in the reducer" }
            return switch action.phase {
            case .idle: "nothing\(store) was under way after step \(action.step)"
            case .encoding: "the action after step \(action.step)\(store) was being encoded by the recorder"
            case .reducer: "step \(action.step)\(type)\(store) was in the reducer"
            case .handover: "step \(action.step)\(type)\(store) had left the reducer, and the recorder was taking its state"
            case .omitted:
                "after step \(action.step)\(store), an action was in the reducer that a filter or a pause left out; what such actions changed since then is not recorded"
            case .sinceOmitted:
                "after step \(action.step)\(store), a filter or a pause left actions out; what they changed is not recorded"
            }
        }
    }

    /// The known facts about memory: `it held 1.2 GiB; after that the system ended 1 process for want of memory`.
    package var memory: String? {
        guard let memory = ending.memory, ending.how != .finished else { return nil }
        var text = "it held \(ByteText.text(memory.resident)) when its recorder last looked"
        if ending.isOutOfMemory, let kills = memory.kills {
            text += "; after that, the system killed \(kills) process\(kills == 1 ? "" : "es") because memory ran out"
        }
        return text
    }
}
