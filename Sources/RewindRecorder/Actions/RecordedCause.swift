/// The step that caused an action, and the effect by which, as far as the recording has them.
struct RecordedCause: Sendable {
    var step: Int?
    var effect: Int?
}
