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
    /// Nanoseconds of each step on the dispatching thread, in their order.
    let steps: [Int]
    /// Nanoseconds of processor time of the whole process, all threads, waiting for the writer included; 0 if it was not counted.
    let processor: Int
    /// From the first step to the last.
    let wall: Int
    private let sorted: [Int]

    init(steps: [Int], processor: Int, wall: Int) {
        self.steps = steps
        self.processor = processor
        self.wall = wall
        sorted = steps.sorted()
    }

    var median: Int { sorted[sorted.count / 2] }
    var p99: Int { sorted[min(sorted.count - 1, sorted.count * 99 / 100)] }
    var worst: Int { sorted.last ?? 0 }
    var processorPerStep: Int { processor / max(1, steps.count) }

    /// The median of some of the steps.
    func median(of range: Range<Int>) -> Int { steps[range].sorted()[range.count / 2] }
}

/// Runs `step` that often, at most `rate` times a second, and `finish` at the end.
///
/// - Parameter countsProcessor: whether the processor's time is counted. The waits between steps are taken out of it, which takes a system call
///   right before each step; what it leaves of the processor's caches would be in each step's time.
func measure(
    steps count: Int, rate: Int? = nil, countsProcessor: Bool = false, step: (Int) throws -> Void, finish: () throws -> Void = {}
) rethrows -> Costs {
    var times = [Int](repeating: 0, count: count)  // touched now: fresh memory would count as the recorder's
    for index in times.indices { times[index] = 1 }
    let processor = nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
    let begin = nanoseconds(CLOCK_MONOTONIC)
    var spinning = 0
    for number in 0..<count {
        if let rate {
            let due = begin + number * 1_000_000_000 / rate
            let wait = due - nanoseconds(CLOCK_MONOTONIC)
            if wait > 200_000 { usleep(UInt32((wait - 100_000) / 1000)) }
            if wait > 0 {
                let spin = countsProcessor ? nanoseconds(CLOCK_THREAD_CPUTIME_ID) : 0
                while nanoseconds(CLOCK_MONOTONIC) < due {}
                if countsProcessor { spinning += nanoseconds(CLOCK_THREAD_CPUTIME_ID) - spin }
            }
        }
        let start = nanoseconds(CLOCK_MONOTONIC)
        try step(number)
        times[number] = nanoseconds(CLOCK_MONOTONIC) - start
    }
    let wall = nanoseconds(CLOCK_MONOTONIC) - begin
    try finish()
    let spent = nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - processor - spinning
    return Costs(steps: times, processor: countsProcessor ? spent : 0, wall: wall)
}

/// The most memory that the process held at once since ``forgetPeak()``, in bytes; 0 where the system does not tell.
func peakMemory() -> Int {
    #if os(Linux)
        guard let file = fopen("/proc/self/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("VmHWM:") else { continue }
            return (Int(text.filter(\.isNumber)) ?? 0) << 10
        }
    #endif
    return 0
}

/// Lets ``peakMemory()`` begin anew with what the process holds now.
func forgetPeak() {
    #if os(Linux)
        guard let file = fopen("/proc/self/clear_refs", "w") else { return }
        fputs("5", file)
        fclose(file)
    #endif
}

/// A duration with a unit that suits it.
func text(_ nanoseconds: Int) -> String {
    let value = Double(nanoseconds)
    return switch nanoseconds.magnitude {
    case ..<1_000: "\(nanoseconds) ns"
    case ..<1_000_000: "\(rounded(value / 1e3)) µs"
    case ..<1_000_000_000: "\(rounded(value / 1e6)) ms"
    default: "\(rounded(value / 1e9)) s"
    }
}

/// A number with three digits that count.
func rounded(_ value: Double) -> String {
    if value < 0 { return "-" + rounded(-value) }
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
    let factor = [1, 10, 100][digits]
    let whole = Int((value * Double(factor)).rounded())
    guard digits > 0 else { return "\(whole)" }
    let fraction = "\(whole % factor)"
    return "\(whole / factor).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
}
