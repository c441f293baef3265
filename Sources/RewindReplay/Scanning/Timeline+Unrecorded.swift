package import RewindFormat

/// Questions about properties that a state's type has but does not encode.
extension Timeline {
    /// A sentence if an expression asks for a property that the state does not encode; `nil` if a store that is asked may have what it
    /// reads.
    func sentence(onUnrecordedIn expression: Predicate, of asked: SearchedStores) -> String? {
        for place in expression.reads ?? [] {
            let properties = (asked.isNowhere ? storeNames : asked.names).map { unrecorded(at: place, store: $0) }
            guard let property = properties.lazy.compactMap({ $0 }).first, asked.isNowhere || !properties.contains(nil) else { continue }
            return
                "\(place) is not recorded: the state's type has \(property), and does not encode it; add it to CodingKeys, and record again"
        }
        return nil
    }

    /// Refuses an expression that asks for something that no state of a recording can have.
    ///
    /// - Throws: `RecordingError` with the code `.invalidArguments`, which says which property the type does not encode.
    package func refuseUnrecorded(in expression: Predicate, of asked: SearchedStores) throws(RecordingError) {
        if let sentence = sentence(onUnrecordedIn: expression, of: asked) { throw RecordingError(.invalidArguments, sentence) }
    }
}
