import RewindFormat

extension Timeline {
    /// The names of the stores, in the order of the recording.
    package var storeNames: [String] {
        let names = recording.manifest.stores.map { $0.name }
        return names.isEmpty ? [mainStore] : names
    }

    /// Whether there are several stores, so that an answer has to name its store.
    package var hasSeveralStores: Bool { recording.manifest.stores.count > 1 }

    /// The name of a store, if it has to be named.
    package func told(_ store: String) -> String? { hasSeveralStores ? store : nil }
}
