import RewindFormat

/// What earlier processes left in the same directory without finishing it.
enum EarlierRecordings {
    /// Finds the recordings whose processes died, and writes into their manifests how: the next reader, and the app, then know at once.
    static func settle(in directory: String) -> [UnfinishedRecording] {
        FileSystem.removeAbandonedFiles(in: directory)
        let names = (try? FileSystem.names(in: directory)) ?? []
        return names.filter { $0.hasSuffix(".live") }.compactMap { name in
            let path = "\(directory)/\(name)"
            guard let live = try? LiveDirectory(takingOver: path), let ending = try? live.settle() else { return nil }
            defer { live.unlock() }
            let crash = (try? DirectorySource(path: path)).flatMap { try? Crash(live: $0) }
            return UnfinishedRecording(directory: path, ending: ending, diedInRecorder: crash?.isInRecorder ?? false)
        }
    }
}
