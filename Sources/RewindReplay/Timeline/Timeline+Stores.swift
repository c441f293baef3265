import RewindFormat

extension Timeline {
    /// The names of the stores, in the order of the recording.
    package var storeNames: [String] {
        // A stranger's manifest may name one twice.
        var known: Set<String> = []
        let names = recording.manifest.stores.map { $0.name }.filter { known.insert($0).inserted }
        return names.isEmpty ? [mainStore] : names
    }

    /// Whether there are several stores, so that an answer has to name its store.
    package var hasSeveralStores: Bool { storeNames.count > 1 }

    /// The name of a store, if it has to be named.
    package func told(_ store: String) -> String? { hasSeveralStores ? store : nil }
}
