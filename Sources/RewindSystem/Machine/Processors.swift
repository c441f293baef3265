import CLibrary
import Dispatch
import Synchronization

/// Work on several processors.
package enum Processors {
    package static let count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// The results of a closure for the elements, in their order; several are computed at once.
    package static func map<Element: Sendable, Result: Sendable>(
        _ elements: [Element], threads: Int, _ transform: @Sendable (Element) -> Result
    ) -> [Result] {
        if elements.count < 2 || threads < 2 { return elements.map(transform) }
        let next = Atomic<Int>(0)
        let results = Mutex<[Int: Result]>([:])
        DispatchQueue.concurrentPerform(iterations: min(threads, elements.count)) { _ in
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
