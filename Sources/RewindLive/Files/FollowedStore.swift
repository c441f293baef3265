import RewindCapture
import RewindControl
import RewindFormat
import RewindJournal
import RewindRecorder
import RewindReplay
import RewindValue

/// The recorded state of a store, kept current from the recording's files: those of this process, or those that a client has of another.
struct FollowedStore: Sendable {
    /// The store's name in the recording.
    let name: String
    private let form: SharedForm?
    private let flush: @Sendable () -> Void
    private var tail: RecordingTail
    private var states = FollowedStates()

    /// Begins with the newest segment that a recorder of this process writes.
    ///
    /// - Parameters:
    ///   - name: the store's name in the recording.
    ///   - form: the form of the returned patches; by default, the form in which they are recorded.
    /// - Throws: ``RecordingError`` if nothing is recorded.
    init(_ recorder: Recorder, store name: String, form: SharedForm? = nil) throws(RecordingError) {
        guard let directory = recorder.directory else {
            throw RecordingError(
                .notFound, "nothing is being recorded, and what is recorded is what is shown", advice: "Start the recorder first")
        }
        try self.init(in: directory, store: name, form: form) { recorder.flush() }
    }

    /// Begins with the newest segment in a live directory.
    ///
    /// - Parameter flush: returns when all that the store has done so far is in the directory.
    init(in directory: String, store name: String, form: SharedForm? = nil, flush: @escaping @Sendable () -> Void) throws(RecordingError) {
        self.name = name
        self.form = form
        self.flush = flush
        tail = try RecordingTail(following: directory, from: .newest)
    }

    /// The state after the last step that was read; `nil` until one is known.
    var state: JSONValue? { states.state(of: name)?.state }

    /// The last step that was read, of any store.
    var step: Int { states.lastStep }

    /// That the recording has no store of that name.
    var missingError: RecordingError {
        let others = states.stores.isEmpty ? "" : ", only " + states.stores.map { "'\($0)'" }.joined(separator: ", ")
        return RecordingError(.noSuchStore, "no store named '\(name)' is recorded\(others)", path: tail.directory)
    }

    /// Takes in what was written since the last look.
    ///
    /// - Parameter flushes: wait until all that the store has done so far is written; takes the recorder's thread a moment.
    /// - Returns: what became of this store's state.
    @discardableResult
    mutating func readChanges(flushing: Bool = false) throws(RecordingError) -> [FollowedStates.Change] {
        if flushing { flush() }
        var changes: [FollowedStates.Change] = []
        while true {
            let reading = try tail.read()
            if !reading.dropped.isEmpty { states.forget() }
            for piece in reading.pieces where piece.stream == .states {
                let lines = LiveLines.states(in: piece.bytes, segment: piece.segment)
                changes += states.apply(lines, applying: form.map { $0.applying(to: name) }).filter { $0.store == name }
            }
            if !reading.hasMore { return changes }
        }
    }
}
