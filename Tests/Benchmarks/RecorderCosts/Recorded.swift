import Foundation
import RewindArchive
import RewindFormat
import RewindOrigin
import RewindRecorder
import RewindValue

/// Where recordings are made.
struct Bench {
    let folder: String

    func recorder(configure: (inout Recorder.Configuration) -> Void) -> Recorder {
        Recorder(app: "Benchmark", directory: folder) { configuration in
            (configuration.level, configuration.earlier, configuration.limits) = (.secrets, .none, .none)
            configure(&configuration)
        }
    }

    /// Records actions, and measures that.
    ///
    /// - Parameters:
    ///   - namesSites: whether each dispatch says where it is, as README's `send` does.
    ///   - configure: changes how it is recorded.
    ///   - meanwhile: runs before the first step; what it returns runs after the last.
    func record(
        _ size: Size, _ actions: [AppAction], rate: Int?, countsProcessor: Bool = false, namesSites: Bool = false,
        configure: (inout Recorder.Configuration) -> Void = { _ in }, meanwhile: (Recorder) throws -> () -> Void = { _ in {} }
    ) throws -> Recorded {
        let recorder = recorder(configure: configure)
        var state = AppState(size)
        let store = recorder.store(initialState: state)
        recorder.flush()
        let end = try meanwhile(recorder)
        let costs = measure(steps: actions.count, rate: rate, countsProcessor: countsProcessor) { number in
            state = store.reduce(actions[number], from: state, site: namesSites ? Self.site() : nil, reducer: reduce)
        } finish: {
            end()
            recorder.finish()
        }
        return Recorded(directory: recorder.directory ?? "", costs: costs)
    }

    private static func site(fileID: StaticString = #fileID, line: UInt = #line) -> CallSite { CallSite(fileID, line) }
}

/// A finished recording.
struct Recorded {
    let directory: String
    let costs: Costs

    private var bundle: String { directory + ".rewind" }

    /// Seals it; how long that took, checking included, and what came of it.
    ///
    /// - Parameter threads: how many it may take; an app that seals while it runs keeps it to one.
    func seal(threads: Int? = nil) throws -> (counts: RecordingCounts, nanoseconds: Int, bytes: Int) {
        let began = nanoseconds(CLOCK_MONOTONIC)
        var sealing = Sealing()
        sealing.overwrites = true
        if let threads { sealing.threads = threads }
        let sealed = try sealing.seal(directory, to: bundle)
        let took = nanoseconds(CLOCK_MONOTONIC) - began
        let bytes = try FileManager.default.attributesOfItem(atPath: bundle)[.size] as? Int ?? 0
        return (sealed.counts, took, bytes)
    }

    /// Bytes of all action and state lines, as they stand in the directory.
    var streamBytes: Int {
        let files = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".ndjson") }.reduce(0) { bytes, file in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(directory)/\(file)")
            return bytes + (attributes?[.size] as? Int ?? 0)
        }
    }

    /// States that were given up under load.
    func merged() throws -> Int { try seal().counts.merged }

    func remove() {
        try? FileManager.default.removeItem(atPath: directory)
        try? FileManager.default.removeItem(atPath: bundle)
    }
}
