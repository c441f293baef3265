import RewindFormat
import RewindJournal
import Synchronization

/// What a recording survives.
public enum Durability: Sendable, Equatable {
    /// Any death of the process: what was appended is in the kernel's hands. A power cut or a crash of the system may cost the last half minute, or
    /// what else the system had not written.
    case process
    /// A death of the system too, but for the last stretch of that length: the recorder's thread has the disk synchronised so often while
    /// something comes, and before it sleeps. Who dispatches does not wait for it.
    case system(every: Duration)
}

/// Has the disk synchronised now and then; the writer's thread owns it.
struct DiskSync {
    /// Nanoseconds from one time to the next; `nil` where it is left to the system.
    private let interval: Int?
    private var last = 0
    private var synchronised: Position?

    /// How far the recording has come.
    struct Position: Equatable {
        var step: Int
        var actionBytes: Int
        var stateBytes: Int
    }

    init(_ durability: Durability) {
        interval =
            switch durability {
            case .process: nil
            case .system(let every): every.nanoseconds
            }
    }

    /// Whether it is time; where it is, the caller synchronises.
    ///
    /// - Parameter isLast: whether the thread is about to sleep.
    mutating func isDue(at now: Int, _ position: Position, isLast: Bool) -> Bool {
        guard let interval, position != synchronised, isLast || now - last >= interval else { return false }
        (last, synchronised) = (now, position)
        return true
    }
}

extension RecorderCore {
    /// Synchronises what has to be by now.
    func synchronise(_ disk: inout DiskSync, _ writer: StateWriter, isLast: Bool) {
        if configuration.durability == .process { return }
        let (step, bytes, file) = journal.withLock { ($0.lastStep, $0.byteCount, $0.syncRequest) }
        let position = DiskSync.Position(step: step, actionBytes: bytes, stateBytes: writer.newestBytes)
        guard disk.isDue(at: now(), position, isLast: isLast) else { return }
        do throws(RecordingError) {
            try file?.run()
            try writer.synchronise()
        } catch {
            configuration.onEvent?(.statesDelayed(error))
        }
    }
}
