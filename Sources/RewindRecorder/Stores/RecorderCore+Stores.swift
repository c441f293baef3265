import RewindCapture
import RewindFormat
import RewindValue
import Synchronization

extension RecorderCore {
    /// Notes a type of a store's actions, so that the manifest has its shape; the writer finds the shape.
    func note(actionType type: Any.Type, store: Int) { registry.withLock { $0.note(actionType: type, store: store) } }

    /// Tells, once for each type, that an action took long to record.
    func note<Action>(slow action: Action, store: Int, name: String, step: Int, nanoseconds: Int) {
        let type = type(of: action as Any)
        let text = form.text(TypeName.of(type), at: .sourceName)
        let isNew = registry.withLock { registry in
            guard registry.noteSlow(actionType: type, store: store) else { return false }
            registry.manifest.stores[store].slow.append(SlowAction.sentence(type: text, step: step, nanoseconds: nanoseconds))
            registry.isChanged = true
            return true
        }
        if isNew { report(.actionIsSlow(store: name, type: text, step: step, nanoseconds: nanoseconds)) }
    }

    /// The channel of a store that is over and had this name and type of state, for another one to go on in.
    func claimFreeChannel<State: Encodable & Sendable>(named wanted: String, of type: State.Type) -> StateChannel<State>? {
        channels.lazy.compactMap { $0 as? StateChannel<State> }.first { channel in
            channel.wantedName == wanted && channel.isOver.exchange(false, ordering: .acquiringAndReleasing)
        }
    }

    /// Makes a store's channel; `nil` when there are more stores than any app has.
    ///
    /// - Parameter wanted: its name, as it may be recorded.
    func register<State: Encodable & Sendable>(name wanted: String, initialState: State, version: Int) -> StateChannel<State>? {
        let references = StateReference.all(in: initialState)
        let slow = SlowState.texts(references)
        let unrecorded = UnrecordedFields.places(in: initialState)
        let (birth, birthSegment) = journal.withLock { ($0.lastStep, $0.segment) }
        let channel = registry.withLock { registry -> StateChannel<State>? in
            let place = registry.addStore(like: wanted, state: State.self, version: version, slow: slow, unrecorded: unrecorded)
            guard let (index, name) = place else { return nil }
            let channel = StateChannel(
                name: name, wantedName: wanted, index: index, status: status, form: form, capture: configuration.capture,
                initialState: initialState,
                references: references, birth: birth, birthSegment: birthSegment,
                sizes: configuration.sizes)
            registry.channels.append(channel)
            return channel
        }
        wakeWriterAtOnce()  // it writes the manifest: one thread that makes many stores would write them all again for each
        if let channel, channel.name != wanted, !wanted.isEmpty { report(.storeRenamed(from: wanted, to: channel.name)) }
        if let channel, !slow.isEmpty { report(.stateHasReferences(store: channel.name, slow)) }
        if let channel, !unrecorded.isEmpty {
            report(.stateIsIncomplete(store: channel.name, type: TypeName.of(State.self), unrecorded: unrecorded))
        }
        if let channel, let dumped = State.self as? any DumpingState.Type {
            report(.stateIsDumped(store: channel.name, type: TypeName.of(dumped.dumpedType)))
        }
        return channel
    }
}
