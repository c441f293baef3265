import CMallocCount

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// What a dispatch costs beside a loop by hand over the same reducer, in turns, in one run.
//
//     REWIND_BENCHMARKS=1 swift run -c release StoreCosts
//
// It prints the table of the article "The store".

let count = 200_000
let rounds = 9

/// Nanoseconds and allocations for each of many calls, on average.
func measure(_ count: Int, _ step: (CounterAction) -> Void) -> (nanoseconds: Double, allocations: Double) {
    let (allocations, begin) = (malloc_count(), now())
    for number in 0..<count { step(.add(number)) }
    let (duration, allocated) = (now() - begin, malloc_count() - allocations)
    return (Double(duration) / Double(count), Double(allocated) / Double(count))
}

/// Nanoseconds of this thread on a processor: all of a dispatch happens on its own thread, whatever else the machine does.
func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

var variants: [Variant] = [0, 1, 100].map { Variant(subscribers: $0) }
for kind in Variant.Kind.allCases {
    for middlewares in [1, 5] { variants += [0, 1, 100].map { Variant(kind: kind, middlewares: middlewares, subscribers: $0) } }
}

print("| middlewares | subscribers | beside the loop | allocations |\n| --- | --- | --- | --- |")
let only = CommandLine.arguments.dropFirst().first.flatMap { Int($0) }
for variant in only.map({ [variants[$0]] }) ?? variants {
    let (store, subscriptions) = variant.store()
    let count = variant.subscribers > 1 ? count / 10 : count
    var (loops, stores, allocations): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<rounds {
        var counter = Counter()
        loops.append(measure(count) { _ = counting.reduce(&counter, $0) }.nanoseconds)
        let dispatch = measure(count) { store.dispatch($0) }
        stores.append(dispatch.nanoseconds)
        allocations.append(dispatch.allocations)
    }
    let added = zip(stores, loops).map { $0 - $1 }
    print(
        "| \(variant.middlewares == 0 ? "none" : "\(variant.middlewares) \(variant.kind.rawValue)") | \(subscriptions.count) |",
        "\(Int(middle(added))) ns (\(Int(added.min() ?? 0)) to \(Int(added.max() ?? 0))), loop \(Int(middle(loops))) ns |",
        malloc_count() < 0 ? "? |" : "\((middle(allocations) * 10).rounded() / 10) |")
}
