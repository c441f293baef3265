public import RewindFormat
public import RewindValue

extension Recorder {
    /// What a recorder reports while it runs.
    public enum Event: Sendable {
        /// The recording could not begin; nothing is recorded.
        case failed(RecordingError)
        /// Actions can't be written; they are counted as dropped until ``resumed(dropped:)``.
        case suspended(RecordingError)
        /// Actions are written again, after this many were dropped.
        case resumed(dropped: Int)
        /// Files of the recording were removed or cut while it was written: what they held of these steps is lost. Recording goes on in new
        /// files.
        case filesLost(RecordingError, steps: ClosedRange<Int>)
        /// States, or other files of the recording, can't be written for now; they are kept and tried again.
        ///
        /// Reported once until ``statesCaughtUp``.
        case statesDelayed(RecordingError)
        /// All that was delayed is written.
        case statesCaughtUp
        /// States are dropped: for a while they came faster than they could be written, and no more of them may wait.
        ///
        /// Reported once for each store, when its first state is dropped. The cost is the mean of the states so far, in nanoseconds.
        case statesGivenUp(store: String, type: String, nanoseconds: Int)
        /// An action held the dispatching thread for this many nanoseconds while it was encoded and written ahead.
        ///
        /// Reported once for each type of a store's actions, with the step where it was seen first. A smaller action helps: one that names a
        /// file or carries what has changed.
        case actionIsSlow(store: String, type: String, step: Int, nanoseconds: Int)
        /// States of a store, or its actions, can't be encoded, for this reason; what could not be is missing in the recording.
        ///
        /// Reported once for the states of each store, and for the first such action. The type is that of the state or action.
        case unencodable(store: String, type: String, reason: String)
        /// An earlier process died while the recorder's thread encoded a state; this recording has actions only, the next one has states
        /// again.
        case recordingActionsOnly
        /// A store's state holds class instances, existentials or pointers that may affect its encoding.
        ///
        /// Those parts are encoded at every step, on the dispatching thread. Each text names a place, says why, and what to do about it; from
        /// the ninth place on, they are only counted. Reported once for each store, when it is made.
        case stateHasReferences(store: String, [String])
        /// A store's state often has other bits, first in this stored property, than the action before left, though it encodes alike.
        ///
        /// Then the two are compared by encoding, on the dispatching thread, at the cost of what has other bits. It happens where a property
        /// is made anew between two actions, or where a type does not show which of its bytes are padding, as one imported from C. Reported
        /// once for each store, after 16 times.
        case stateIsCompared(store: String, type: String, at: String)
        /// The recorded states of these steps may be wrong, first at this place: the last state, encoded in full, differs from what the
        /// patches lead to.
        ///
        /// What `encode(to:)` writes depends on more than the value: on a global, a clock, memory behind a pointer, or an instance that
        /// seemed not to be encoded. From now on, values of these types are encoded at every step. The check happens where a segment ends.
        case stateDiffers(store: String, at: JSONPointer, steps: ClosedRange<Int>, types: [String])
        /// A store's state is not `Encodable` and is recorded as a dump (``DumpedState``); reported once for each store, when it is made.
        case stateIsDumped(store: String, type: String)
        /// A store's state has stored properties that its `encode(to:)` leaves out, such as `session.cache`: they are not in the recording.
        ///
        /// So a state that is decoded from the recording has nothing of them either. Reported once for each store, when it is made.
        case stateIsIncomplete(store: String, type: String, unrecorded: [String])
        /// A store asked for a name that another store has, and is recorded under a different one.
        case storeRenamed(from: String, to: String)
        /// An earlier process died while recording into the same directory; its recording can be opened as it is, and sealed.
        ///
        /// Not reported if `rewind seal` or `rewind recover` has made a file of it already, by its default name, next to it or in the
        /// current directory.
        case foundUnfinished(directory: String, ending: Ending)
        /// Earlier recordings of the app, this many with this many bytes, were removed to satisfy ``Configuration/earlier``.
        case removedEarlier(count: Int, bytes: Int)
    }
}

extension Recorder.Event: CustomStringConvertible {
    /// What has happened and what helps, in words for the app's developers.
    public var description: String {
        switch self {
        case .failed(let error): "The session is not recorded: \(error)"
        case .suspended(let error): "Recording has stopped: \(error)"
        case .resumed(let dropped): "Recording goes on; \(dropped) \(dropped == 1 ? "action is" : "actions are") lost."
        case .filesLost(let error, let steps):
            "\(error) What was recorded of the steps \(steps.lowerBound) to \(steps.upperBound) is lost, at least in part; recording goes on in new files."
        case .statesDelayed(let error): "States are recorded late: \(error)"
        case .statesCaughtUp: "States are recorded in time again."
        case .statesGivenUp(let store, let type, let time):
            "States of the store \(store) are given up: for a while they came faster than the recorder writes them, a \(type) in \(time / 1_000) µs, and no more "
                + "may wait. Record fewer of them (Configuration.capture), or see the article WhatRecordingCosts for what makes a state dear."
        case .actionIsSlow(let store, let type, let step, let time):
            "In the store \(store), \(SlowAction.sentence(type: type, step: step, nanoseconds: time)): an action is encoded there, whatever its size. "
                + "Send less with it, or see the article WhatRecordingCosts."
        case .unencodable(let store, let type, let reason):
            "A value of the store \(store), \(type), can't be encoded, and is missing in the recording: \(reason)"
        case .recordingActionsOnly: "The last session died while its state was encoded; this one is recorded without states."
        case .stateHasReferences(let store, let texts): SlowState.sentence(store: store, texts)
        case .stateIsCompared(let store, let type, let path):
            "The state of the store \(store) is compared by encoding before many actions, on the thread that dispatches: \(path), \(type), has other bits than the "
                + "action before left, though it encodes alike. Do not make it anew where nothing changed."
        case .stateDiffers(let store, let place, let steps, let types):
            "The states of the store \(store) from step \(steps.lowerBound) to step \(steps.upperBound) may be recorded wrongly, first at "
                + "\(place.description.isEmpty ? "the root" : place.description): what encode(to:) writes must depend on the value alone. "
                + (types.isEmpty ? "" : "From now on, values of \(types.joined(separator: ", ")) are encoded at every step.")
        case .stateIsDumped(let store, let type):
            "The state of the store \(store), \(type), is not Encodable: a dump of it is recorded at each step, for people to read. No app can begin in such a state."
        case .stateIsIncomplete(let store, let type, let places):
            "The state of the store \(store), \(type), has properties that it does not encode: \(places.joined(separator: ", ")). They are not recorded, and a state "
                + "that is made from the recording has nothing of them. Add them to CodingKeys if they matter."
        case .storeRenamed(let wanted, let given):
            "There is a store \(wanted) in this recording already: the second one is recorded as \(given). Give each store a name of its own."
        case .foundUnfinished(let directory, _):
            "An earlier session ended unfinished. Make a file of its recording with: rewind seal \(directory.shellQuoted)"
        case .removedEarlier(let count, _): "\(count) earlier recording\(count == 1 ? "" : "s") made room."
        }
    }

    /// Whether this event is about something lost, expensive or wrong.
    package var isWarning: Bool {
        switch self {
        case .resumed, .statesCaughtUp, .foundUnfinished, .removedEarlier, .stateIsIncomplete: false
        default: true
        }
    }
}
