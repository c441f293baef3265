import RewindCapture
package import RewindFormat
package import RewindReplay
package import RewindValue

/// Matching the app's store to a recorded one.
extension Timeline {
    /// The recorded store with a name; without a name, the only store with that type of state, or else the first one.
    ///
    /// A masked recording has pseudonyms for the names of its stores. There, it's the only one with that type of state whose name has as
    /// many letters and digits, in the same places.
    ///
    /// - Throws: `RecordingError` if the recording has no such store, listing the stores that it has; or what reading the recording throws.
    package func store(_ name: String?, of state: Any.Type) throws(RecordingError) -> String {
        let type = TypeShape.name(of: state)
        let ofType = recording.manifest.stores.filter { $0.state == type }.map { $0.name }
        guard let name else { return ofType.count == 1 ? ofType[0] : mainStore }
        if storeNames.contains(name) { return name }
        if isMasked {
            let fitting = ofType.filter { $0 != ActionLine.mainStore && $0.maskShape == name.maskShape }
            if fitting.count == 1 { return fitting[0] }
        }
        if case .unknown(let unknown) = try self.state(at: steps.upperBound, store: name), case .noSuchStore = unknown.reason {
            throw noStore(name)
        }
        return name
    }

    private var isMasked: Bool { recording.manifest.hidesTexts }

    private func noStore(_ name: String) -> RecordingError {
        let names = storeNames.map { "'\($0)'" }.joined(separator: ", ")
        return RecordingError(
            .noSuchStore, "there is no store '\(name)', only \(names)", path: recording.path,
            advice: isMasked
                ? "The recording is masked, with pseudonyms for the names that the app gave; say which one is meant, as in store: \"\(mainStore)\""
                : "Give the name that the store had when it was recorded")
    }

    /// The state of a store after a step, as the app's type.
    ///
    /// - Parameter running: the state that it replaces; parts of it that a recording lacks are kept.
    /// - Throws: `DecodingError`, which names the recording, the store and the step, and a possible reason: that another store is meant,
    ///   that the recording is masked, or that the type has changed.
    package func decode<State: Decodable>(
        _ state: JSONValue, as type: State.Type, of store: String, after step: Int, preserving running: State? = nil
    ) throws -> State {
        do {
            if let running, let tree = try (running as? any Encodable).map({ try JSONValue(revealing: $0) }) {
                return try state.decode(type, preserving: running, encodedAs: tree, FieldPreservation(sharesInstances: false))
            }
            return try state.decode(type)
        } catch let error as DecodingError {
            // For the store's own type, the reason is that the type has changed.
            let isOther = hasSeveralStores && recording.manifest.stores.first { $0.name == store }?.state != TypeShape.name(of: type)
            let stores = storeNames.joined(separator: ", ")
            let before =
                "\(recording.path): the state of the store '\(store)' after step \(step) is no \(type)"
                + (isOther ? "; the recording has the stores \(stores), and 'store:' says which one is meant" : "")
            let help = isMasked ? Self.sentenceOnPseudonyms : error.isMissingKey ? Self.sentenceOnNewFields : ""
            throw error.explained { "\(before): \($0)\(help)" }
        }
    }

    /// The action of a line, as the app's type.
    ///
    /// - Throws: `UnreplayableAction`; for a masked recording, it says what the recording has in place of texts.
    func decode<Action>(_ line: ActionLine, as actions: ActionTypes<Action>) throws(UnreplayableAction) -> Action {
        do {
            return try actions.decode(line)
        } catch {
            guard isMasked, case .undecodable(let why) = error.reason else { throw error }
            var error = error
            error.reason = .undecodable(why + Self.sentenceOnPseudonyms)
            throw error
        }
    }

    /// Advice for a state that was recorded before its type got a field.
    private static let sentenceOnNewFields = " (a field that the type got since then needs a default in init(from:), or to be optional)"

    /// Why a type may not decode from a masked recording, and advice for the next recording.
    private static let sentenceOnPseudonyms =
        " (the recording is masked, with pseudonyms for texts and long numbers, and not every type decodes from these: what is safe to record "
        + "stays as it is if its type is RecordedAsIs or declared with addRecordable(Type.self), or its place in recordable, of the recorder's redaction rules)"
}

extension DecodingError {
    fileprivate var isMissingKey: Bool { if case .keyNotFound = self { true } else { false } }

    /// The same error, reworded.
    fileprivate func explained(_ words: (String) -> String) -> DecodingError {
        func explained(_ context: Context) -> Context {
            Context(
                codingPath: context.codingPath, debugDescription: words(context.debugDescription),
                underlyingError: context.underlyingError)
        }
        return switch self {
        case .typeMismatch(let type, let context): .typeMismatch(type, explained(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, explained(context))
        case .keyNotFound(let key, let context): .keyNotFound(key, explained(context))
        case .dataCorrupted(let context): .dataCorrupted(explained(context))
        @unknown default: self
        }
    }
}
