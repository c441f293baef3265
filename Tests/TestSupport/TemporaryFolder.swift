import Foundation

/// A fresh folder for one test, removed with everything in it when the test lets go of it.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// - Parameter parent: the folder that it is made in; the system's folder for temporary files if there is none.
    package init(in parent: String? = nil) {
        let folder = parent.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
        path = folder.appendingPathComponent("rewind-\(UUID().uuidString)").path
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            fatalError("\(path): \(error)")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A path inside.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file and returns its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String = "file.rewind") throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }

    /// Creates a folder with those above it and returns its path.
    @discardableResult
    package func makeFolder(_ name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
        return path(name)
    }

    /// The bytes of a file.
    package func read(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: path(name)))) }

    /// The names of everything inside, folders as well, sorted.
    package var contents: [String] { ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted() }
}
