import Foundation

/// This package, in whose folder the tests find its fixtures and its sources.
package enum Repository {
    package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized.path

    /// The path of a file or a folder, from that of the repository.
    package static func path(_ name: String) -> String { "\(root)/\(name)" }

    /// The bytes of a file in `Fixtures`.
    package static func fixture(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: path("Fixtures/\(name)"))))
    }
}
