import Dispatch
import RewindSystem
import Synchronization

/// Work on a list, a few elements ahead of the results, which are taken in order.
final class SideBySide<Element: Sendable, Result: Sendable>: Sendable {
    private let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
    private let next = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)
    private let mayBegin: DispatchSemaphore
    private let isDone: [DispatchSemaphore]

    /// Begins the work.
    ///
    /// - Parameters:
    ///   - workers: how many elements are worked on at once, each by a worker on a thread of its own.
    ///   - make: makes a worker.
    ///   - work: does an element.
    init<Worker>(
        _ elements: [Element], workers: Int, making make: @escaping @Sendable () throws -> Worker,
        _ work: @escaping @Sendable (inout Worker, Element) throws -> Result
    ) {
        // Signals above a semaphore's first value may be left at the end; below it, they may not.
        mayBegin = DispatchSemaphore(value: 0)
        for _ in 0..<(workers * 2) { mayBegin.signal() }
        isDone = elements.map { _ in DispatchSemaphore(value: 0) }
        for _ in 0..<workers {
            DispatchQueue.global().async { [self] in
                var worker: Worker?
                while case let place = next.add(1, ordering: .relaxed).oldValue, place < elements.count {
                    mayBegin.wait()
                    let result = Swift.Result {
                        var own = if let worker { worker } else { try make() }
                        defer { worker = own }
                        return try work(&own, elements[place])
                    }
                    results.withLock { $0[place] = result }
                    isDone[place].signal()
                }
            }
        }
    }

    /// The result of the next element; waits for it.
    func nextResult() throws -> Result {
        let place = taken.add(1, ordering: .relaxed).oldValue
        isDone[place].wait()
        mayBegin.signal()
        guard let result = results.withLock({ $0.removeValue(forKey: place) }) else { throw CancellationError() }
        return try result.get()
    }
}
