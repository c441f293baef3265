import RewindFormat
package import RewindReplay
import RewindValue

extension Step {
    /// The outcome as a sentence; `nil` if the changes speak for themselves.
    package var outcomeSentence: String? {
        let standsForOthers = (line?.omittedCount ?? 0) > 0
        return switch outcome {
        case .changed(let patch) where standsForOthers && !patch.isEmpty: "these are the changes of all that was left out here"
        case .changed(let patch): patch.isEmpty ? "nothing changed" : nil
        case .keyframe: "the state was recorded in full here"
        case .merged(let steps, _?) where standsForOthers:
            "this step replaces steps \(steps.lowerBound) to \(steps.upperBound), which were left out on purpose; these are the changes of all of them"
        case .merged(let steps, let patch):
            "the recorder merged steps \(steps.lowerBound) to \(steps.upperBound), under load or by its policy"
                + (patch == nil ? "; step \(steps.upperBound) has their changes" : "; these are the changes of all of them")
        case .failed(let why): "the reducer failed: \(why)"
        case .unencodable(let why): "the state could not be encoded: \(why)"
        case .underWay(.reducer): "the process ended in this step's reducer"
        case .underWay: "the process ended before the recorder had this step's state"
        case .pending: "the state was not written yet when the recording was opened"
        case .lost: "the state was not written before the process ended, or its line is lost"
        case .notCaptured: "the recorder did not take the state here, by its policy"
        }
    }
}
