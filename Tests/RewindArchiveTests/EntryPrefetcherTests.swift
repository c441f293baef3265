import RewindFormat
import Synchronization
import Testing

@testable import RewindArchive

@Suite("Parts are loaded ahead", .timeLimit(.minutes(5)))
struct EntryPrefetcherTests {
    @Test(arguments: [0, 1, 2, 50], [1, 2]) func eachOnceAndInOrder(count: Int, threads: Int) throws {
        let loaded = Loaded()
        var taken: [UInt8] = []
        try EntryPrefetcher.load(parts(count, loaded), threads: threads) { part, bytes in
            #expect(part.name == "\(bytes[0])")
            taken += bytes
        }
        #expect(taken == (0..<count).map { UInt8($0) })
        #expect(loaded.numbers == Array(0..<count))
    }

    @Test(arguments: [0, 3, 9], [1, 2]) func theFirstThatCannotBeLoadedEndsIt(bad: Int, threads: Int) {
        let loaded = Loaded()
        var parts = parts(10, loaded)
        parts[bad].load = { () throws(RecordingError) in throw RecordingError(.damaged, "it is torn") }
        var taken = 0
        let error = #expect(throws: RecordingError.self) { try EntryPrefetcher.load(parts, threads: threads) { _, _ in taken += 1 } }
        #expect(error?.message == "it is torn")
        #expect(taken == bad)
    }

    @Test(arguments: [0, 3, 9], [1, 2]) func noMoreIsLoadedOnceATakerHasFailed(bad: Int, threads: Int) {
        let loaded = Loaded()
        let parts = parts(10, loaded)
        let error = #expect(throws: RecordingError.self) {
            try EntryPrefetcher.load(parts, threads: threads) { (part, _) throws(RecordingError) in
                if part.name == "\(bad)" { throw RecordingError(.system, "the disk is full") }
            }
        }
        #expect(error?.message == "the disk is full")
        #expect(loaded.numbers.count <= bad + threads, "at most one is ahead of the one that was taken")
    }

    private func parts(_ count: Int, _ loaded: Loaded) -> [BundleContents.EntryContent] {
        (0..<count).map { number in
            BundleContents.EntryContent(name: "\(number)") { () throws(RecordingError) in
                loaded.add(number)
                return [UInt8(number)]
            }
        }
    }
}

/// The numbers of the parts that were loaded.
private final class Loaded: Sendable {
    private let state = Mutex<[Int]>([])
    var numbers: [Int] { state.withLock { $0 } }
    func add(_ number: Int) { state.withLock { $0.append(number) } }
}
