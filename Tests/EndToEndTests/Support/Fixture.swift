import Foundation
import TestSupport
import Testing

/// A recording that lies in `Fixtures`.
struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String

    var path: String { "\(Fixture.folder)/\(name)" }
    var testDescription: String { name }

    func bytes() throws -> [UInt8] { try Repository.fixture(name) }

    static let crash = Fixture(name: "crash.rewind")
    /// The smallest.
    static let small = Fixture(name: "killed.rewind")

    /// Every sealed recording there is.
    static let sealed = files(in: "")
    /// One of each version of the format.
    static let golden = files(in: "golden/")

    private static func files(in subfolder: String) -> [Fixture] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(subfolder)")) ?? [])
            .filter { $0.hasSuffix(".rewind") }.sorted().map { Fixture(name: subfolder + $0) }
    }

    private static let folder = Repository.path("Fixtures")
}

/// How much is tried: a sample in every run, all of it with `REWIND_LONG=1`.
enum Effort {
    static let isLong = ProcessInfo.processInfo.environment["REWIND_LONG"] != nil

    /// The seed of whatever is chosen at random, `REWIND_SEED` or 1.
    static let seed = ProcessInfo.processInfo.environment["REWIND_SEED"].flatMap { UInt64($0) } ?? 1

    /// Numbers of a range: all in a long run, otherwise so many that the seed chooses, and the range's ends.
    static func numbers(in range: Range<Int>, sample: Int) -> [Int] {
        if isLong || range.count <= sample { return Array(range) }
        var random = SeededGenerator(seed: seed)
        let chosen = (0..<sample).map { _ in range.lowerBound + random.below(range.count) }
        return Set(chosen + [range.lowerBound, range.upperBound - 1]).sorted()
    }
}
