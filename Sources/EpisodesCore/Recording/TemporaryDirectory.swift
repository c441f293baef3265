#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A directory for what goes with the session.
struct TemporaryDirectory: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("episodes-\(UUID().uuidString)").path

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
