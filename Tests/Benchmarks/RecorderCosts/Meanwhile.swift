import Foundation
import Synchronization

/// Something that goes on, on a thread of its own, until it is stopped.
final class Repeating: Sendable {
    private let isOver = Atomic(false)
    private let done = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [self] in
            while !isOver.load(ordering: .relaxed) { work() }
            done.signal()
        }
    }

    func stop() {
        isOver.store(true, ordering: .relaxed)
        done.wait()
    }
}

/// Looks now and then at what memory the process holds.
final class MemorySampler: Sendable {
    private let samples = Mutex<[Int]>([])
    private let repeating = Mutex<Repeating?>(nil)

    init() {
        repeating.withLock { repeating in
            repeating = Repeating { [self] in
                samples.withLock { $0.append(residentMemory()) }
                usleep(100_000)
            }
        }
    }

    /// What there was after each quarter of the time.
    func stop() -> [Int] {
        repeating.withLock { $0?.stop() }
        return samples.withLock { samples in (1...4).map { samples[max(0, samples.count * $0 / 4 - 1)] } }
    }
}

/// Bytes of memory that the process holds now; 0 where the system does not tell.
func residentMemory() -> Int {
    #if os(Linux)
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        return (Int(text.split(separator: " ").dropFirst().first ?? "0") ?? 0) * Int(getpagesize())
    #else
        return 0
    #endif
}

/// Lets no file of the process grow beyond so many bytes; returns the limit before.
func fileSizeLimit(_ bytes: rlim_t) -> rlim_t {
    #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
        let resource = RLIMIT_FSIZE
    #endif
    var limit = rlimit()
    getrlimit(resource, &limit)
    let old = limit.rlim_cur
    limit.rlim_cur = bytes
    setrlimit(resource, &limit)
    return old
}
