#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Nanoseconds of a clock.
func nanoseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

/// What one variant cost.
struct Costs {
    /// Nanoseconds of each step on the dispatching thread, sorted.
    var steps: [Int]
    /// Nanoseconds of processor time of the whole process, all threads, waiting for the writer included.
    var processor: Int
    /// What else is to be said: merges, bytes.
    var note = ""

    var median: Int { steps[steps.count / 2] }
    var p99: Int { steps[min(steps.count - 1, steps.count * 99 / 100)] }
    var worst: Int { steps.last ?? 0 }
    var mean: Int { steps.reduce(0, +) / max(1, steps.count) }
    var processorPerStep: Int { processor / max(1, steps.count) }
}

/// Runs `step` that often, at most `rate` times a second, and `finish` at the end.
func measure(steps count: Int, rate: Int? = nil, step: (Int) -> Void, finish: () -> String = { "" }) -> Costs {
    var times: [Int] = []
    times.reserveCapacity(count)
    let processor = nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
    let begin = nanoseconds(CLOCK_MONOTONIC)
    var spinning = 0
    for number in 0..<count {
        if let rate {
            let due = begin + number * 1_000_000_000 / rate
            let wait = due - nanoseconds(CLOCK_MONOTONIC)
            if wait > 200_000 { usleep(UInt32((wait - 100_000) / 1000)) }
            let spin = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
            while nanoseconds(CLOCK_MONOTONIC) < due {}
            spinning += nanoseconds(CLOCK_THREAD_CPUTIME_ID) - spin
        }
        let start = nanoseconds(CLOCK_MONOTONIC)
        step(number)
        times.append(nanoseconds(CLOCK_MONOTONIC) - start)
    }
    let note = finish()
    return Costs(steps: times.sorted(), processor: nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - processor - spinning, note: note)
}

/// A duration with a unit that suits it.
func text(_ nanoseconds: Int) -> String {
    let value = Double(nanoseconds)
    return switch nanoseconds {
    case ..<1_000: "\(nanoseconds) ns"
    case ..<1_000_000: "\(rounded(value / 1e3)) µs"
    case ..<1_000_000_000: "\(rounded(value / 1e6)) ms"
    default: "\(rounded(value / 1e9)) s"
    }
}

/// A number with three digits that count.
func rounded(_ value: Double) -> String {
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
    let factor = [1, 10, 100][digits]
    let whole = Int((value * Double(factor)).rounded())
    guard digits > 0 else { return "\(whole)" }
    let fraction = "\(whole % factor)"
    return "\(whole / factor).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
}
