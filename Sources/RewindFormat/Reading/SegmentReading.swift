import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reading on several processors.
enum SegmentReading {
    /// So many segments at once: what they hold is in memory meanwhile.
    static let atOnce = max(1, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// What a closure makes of each element, all at once, in their order.
    static func map<Result: Sendable>(_ elements: [Int], _ transform: @Sendable (Int) -> Result) -> [Result] {
        if elements.count < 2 { return elements.map(transform) }
        let results = Mutex<[Int: Result]>([:])
        DispatchQueue.concurrentPerform(iterations: elements.count) { place in
            let result = transform(elements[place])
            results.withLock { $0[place] = result }
        }
        return results.withLock { results in elements.indices.compactMap { results[$0] } }
    }
}
