import RewindArchive

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A directory for what goes with the session: in the library, where `rewind list` finds it while the app runs and after a crash.
struct SessionDirectory: Sendable {
    let path: String

    /// A new directory in the library; in the folder for temporary files where the library can't be written.
    init(in library: RecordingLibrary? = RecordingLibrary()) {
        path =
            (try? library?.makeLiveDirectory(stamp: "\(ProcessInfo.processInfo.processIdentifier)"))
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("episodes-\(UUID().uuidString)").path
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
