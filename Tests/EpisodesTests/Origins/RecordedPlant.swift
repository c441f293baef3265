import RewindJournal
import RewindRecorder
import RewindReplay
import RewindValue
import TestSupport

/// A plant and the recording of its session.
struct RecordedPlant {
    let plant: Plant
    let timeline: Timeline
    let asked: Asked
    /// The step at which one asks: the last one.
    let step: Int
    let place: JSONPointer
    /// The actions of the steps, the first one's first.
    let actions: [JSONValue]
    /// The states, the first one's first.
    let states: [JSONValue]

    init(_ plant: Plant, in folder: TemporaryFolder, number: Int) throws {
        let recorder = Recorder(.init(app: plant.app, directory: folder.path("\(number)"), level: .everything))
        let played = try plant.play(recorder, nil)
        recorder.finish()
        self.plant = plant
        let timeline = try Timeline(Recording(directory: recorder.directory.there()))
        self.timeline = timeline
        (asked, step) = (played.asked, played.step)
        states = try (0...step).map { try timeline.state(at: $0).get() }
        actions = try (1...step).map { try (timeline.step(at: $0)?.action).there() }
        place = try JSONPointer(parsing: asked.place)
    }

    /// All plants, recorded.
    static func all(in folder: TemporaryFolder) throws -> [RecordedPlant] {
        try Plant.all.enumerated().map { try RecordedPlant($1, in: folder, number: $0) }
    }

    /// The wrong value.
    func value() throws -> JSONValue { try states[step][place].there() }

    /// The action of a step, or the state before it, and the place in it, which may have a `*`.
    func whole(of origin: Origin) throws -> (value: JSONValue, place: String) {
        switch origin.part {
        case .action(let place): (actions[origin.step - 1], place)
        case .state(let place): (states[max(0, origin.step - 1)], place)
        }
    }
}

/// Values to put in the place of another one, the likely ones first.
func replacements(for value: JSONValue) -> [JSONValue] {
    switch value {
    case .string(let text): [.string(text + "′"), .string(String(text.reversed()) + "·"), ""]
    case .number: [value.int.map { $0 &+ 1 } ?? 7, value.int.map { $0 &* 3 &+ 17 } ?? 0, 0, -5, 1].map { .number(JSONNumber($0)) }
    case .bool(let flag): [.bool(!flag)]
    case .array(let values): [.array(values.dropLast()), .array(Array(values.dropFirst())), .array(values + values.suffix(1)), []]
    case .null: ["other", 3, true, [], [:]]
    case .object(let object):
        // Of an enum's case, its payload: the name of the case has to stay.
        object.flatMap { key, part in
            replacements(for: part).map { other in
                var changed = object
                changed[key] = other
                return .object(changed)
            }
        }
    }
}
