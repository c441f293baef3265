import Foundation
import RewindRecorder
import Synchronization

/// A picture of 100 kB each second: what it adds to an action on the dispatching thread, which is to be nothing.
///
/// The median shows what each action pays, the 99th percentile what one pays now and then; both in turns with a recording that takes none.
struct PictureCosts {
    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    private static let bytes = 100_000

    func run() throws {
        let table = Table(
            "A picture of 100 kB each second, on the dispatching thread", "state", "actions, calls a second", "an action, added",
            "with pictures", "difference", "difference at p99", "pictures", "merged")
        let (steps, rate) = (8_000, 1_000)
        let actions = Mix.actions(.S, steps)
        var (without, with, medians, tails) = ([Int](), [Int](), [Int](), [Int]())
        var (count, merged) = (0, 0)
        for _ in 0..<Rounds.count {
            let bare = try Variant.bare.run(.S, actions, rate: rate, bench).costs
            let plain = try bench.record(.S, actions, rate: rate)
            defer { plain.remove() }
            let drawn = try bench.record(.S, actions, rate: rate, configure: Self.takePictures)
            defer { drawn.remove() }
            without.append(plain.costs.median - bare.median)
            with.append(drawn.costs.median - bare.median)
            medians.append(drawn.costs.median - plain.costs.median)
            tails.append(drawn.costs.p99 - plain.costs.p99)
            let files = (try? FileManager.default.contentsOfDirectory(atPath: drawn.directory + "/attachments")) ?? []
            count += files.count
            merged += try drawn.merged()
        }
        table.row(
            "S", "\(Rounds.count) × \(steps), \(rate)", without.spread, with.spread, medians.spread, tails.spread, "\(count)", "\(merged)")
    }

    /// Each picture is another one: one that equals the last is not written.
    private static func takePictures(_ configuration: inout Recorder.Configuration) {
        let number = Drawn()
        configuration.pictures.atLatest = .seconds(1)
        configuration.pictures.draw = {
            let tone = UInt8(truncatingIfNeeded: number.next())
            return .png(repeatElement(tone, count: bytes))
        }
    }

    private final class Drawn: Sendable {
        private let count = Atomic(0)

        func next() -> Int { count.add(1, ordering: .relaxed).newValue }
    }
}
