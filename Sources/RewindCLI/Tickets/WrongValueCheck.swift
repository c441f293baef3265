import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

extension Timeline {
    /// The value that a person says is wrong, unless it is as it should be, or its place is a slip.
    func checkedWrongValue(at place: JSONPointer, expected: String?, step: Int?, store: String?) throws -> WrongValue {
        let wrong = try wrongValue(at: place, expected: expected, step: step, store: store)
        guard let actual = wrong.actual else {
            try checkMissing(wrong)
            return wrong
        }
        if actual == wrong.expected {
            throw RecordingError(
                .invalidRequest, "\(PatchText.name(place)) is \(PatchText.brief(actual, 200)) after step \(wrong.step), as it should be",
                advice: "Name another value, or with --at a step after which this one is wrong")
        }
        return wrong
    }

    /// Refuses the place of a missing value if nothing was ever there, its types do not mention it, and another of a similar name is known.
    func checkMissing(_ wrong: WrongValue) throws {
        let (place, store) = (wrong.place, wrong.store)
        // Names with digits are those of many members, of which any may be missing.
        guard wrong.actual == nil, let name = place.tokens.last, !name.contains(where: \.isNumber), !typesMention(place, store: store),
            case .known(let state) = try state(at: wrong.step, store: store)
        else { return }
        let parent = JSONPointer(tokens: Array(place.tokens.dropLast()))
        let members =
            (state[parent]?.object.map { Array($0.keys) } ?? []) + typedMembers.filter { typesMention(parent.appending($0), store: store) }
        guard let near = NearWord.all(to: name, among: Set(members)).first, try !wasThere(wrong) else { return }
        let missing = pathNotFound(at: place, in: state, step: wrong.step, store: store)
        throw RecordingError(
            .invalidRequest, missing.description, advice: missing.meant == nil ? "Did you mean \(parent.appending(near))?" : nil)
    }

    /// Whether the place of a value that is missing after a step had one before it.
    private func wasThere(_ wrong: WrongValue) throws -> Bool {
        let question = HistoryQuestion(of: wrong.place, in: steps.lowerBound...wrong.step, store: wrong.store)
        return try question.answer(in: self).rows.contains { $0.value != nil }
    }

    /// The names of all members that the recorded types have.
    private var typedMembers: [String] {
        recording.manifest.types.flatMap { type in ["fields", "cases"].flatMap { type.value[$0]?.object.map { Array($0.keys) } ?? [] } }
    }
}
