import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

extension Timeline {
    /// The value that a person says is wrong, unless it is as it should be.
    func checkedWrongValue(at place: JSONPointer, expected: String?, step: Int?, store: String?) throws -> WrongValue {
        let wrong = try wrongValue(at: place, expected: expected, step: step, store: store)
        if let actual = wrong.actual, actual == wrong.expected {
            throw RecordingError(
                .invalidRequest, "\(PatchText.name(place)) is \(PatchText.brief(actual, 200)) after step \(wrong.step), as it should be",
                advice: "Name another value, or with --at a step after which this one is wrong")
        }
        return wrong
    }
}
