import RewindFormat

extension Timeline {
    /// The names of the stores, in the order of the recording.
    package var storeNames: [String] {
        let names = recording.manifest.stores.map { $0.name }
        return names.isEmpty ? [mainStore] : names
    }

    /// Whether there are several stores, so that it has to be said which one is meant.
    package var hasSeveralStores: Bool { recording.manifest.stores.count > 1 }

    /// The name of a store, where it has to be said.
    func told(_ store: String) -> String? { hasSeveralStores ? store : nil }
}
