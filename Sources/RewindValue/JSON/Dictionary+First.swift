extension Dictionary {
    /// The given pairs; of a key that is there twice, the first value counts.
    ///
    /// `init(_:uniquingKeysWith:)` throws inside what a closure may throw, for which Embedded Swift has no existential.
    package init(firstOf pairs: some Sequence<(Key, Value)>) {
        self = [:]
        for (key, value) in pairs where self[key] == nil { self[key] = value }
    }
}
