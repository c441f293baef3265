import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Work on several processors.
package enum Processors {
    /// So many elements at once: what they hold is in memory meanwhile.
    static let atOnce = max(1, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// What a closure makes of each element, some at once, in their order.
    package static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], _ transform: @Sendable (Element) -> Result
    ) -> [Result] {
        if elements.count < 2 || atOnce < 2 { return elements.map(transform) }
        let next = Atomic<Int>(0)
        let results = Mutex<[Int: Result]>([:])
        DispatchQueue.concurrentPerform(iterations: min(atOnce, elements.count)) { _ in
            while true {
                let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard place < elements.count else { return }
                let result = transform(elements[place])
                results.withLock { $0[place] = result }
            }
        }
        return results.withLock { results in elements.indices.compactMap { results[$0] } }
    }
}
