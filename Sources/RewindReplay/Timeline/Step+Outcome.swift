import RewindValue

extension Step.Outcome {
    /// The outcome's name for programs; stable.
    package var name: String {
        switch self {
        case .changed(let patch): patch.isEmpty ? "unchanged" : "changed"
        case .keyframe: "keyframe"
        case .merged: "merged"
        case .failed: "failed"
        case .unencodable: "unencodable"
        case .underWay: "under-way"
        case .lost: "missing"
        case .notCaptured: "not-captured"
        case .pending: "pending"
        }
    }
}
