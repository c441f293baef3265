import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One run of the `rewind` command: what it took, from its start to its end.
struct ProgramRun {
    var nanoseconds: Int
    /// Its time on processors, all threads.
    var processor: Int
    /// The most memory it had at once.
    var peakBytes: Int
    /// Lines that came out of the pipe.
    var lines = 0
    /// What came out of it, if it was to be kept.
    private(set) var output: [UInt8] = []

    /// The program that is asked.
    nonisolated(unsafe) static var program = ""
    /// Where it keeps what it worked out.
    nonisolated(unsafe) static var cache = ""

    /// The lines of a topic that this program answers in a process of its own.
    static func inside(_ topic: String) throws -> [String] {
        let run = try ProgramRun([topic, "--inside"], of: CommandLine.arguments[0], keepsOutput: true)
        return String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Runs the command, and reads its output through a pipe.
    init(_ arguments: [String], of program: String = Self.program, keepsOutput: Bool = false) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Problem("no pipe") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        defer { posix_spawn_file_actions_destroy(&actions) }
        setenv("XDG_CACHE_HOME", Self.cache, 1)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let start = monotonic()
        guard posix_spawn(&process, program, &actions, nil, &words, environ) == 0 else { throw Problem("can't run \(program)") }
        close(ends[1])
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        lines = 0
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            if count <= 0 { break }
            if keepsOutput { output += buffer[..<count] }
            for index in 0..<count where buffer[index] == UInt8(ascii: "\n") { lines += 1 }
        }
        close(ends[0])
        var usage = rusage()
        var ending: Int32 = 0
        wait4(process, &ending, 0, &usage)
        nanoseconds = monotonic() - start
        processor = [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Int($1.tv_sec) * 1_000_000_000 + Int($1.tv_usec) * 1_000 }
        #if canImport(Darwin)
            peakBytes = usage.ru_maxrss
        #else
            peakBytes = usage.ru_maxrss * 1024
        #endif
        // 1 is an answer, too: nothing was found.
        guard ending & 0x7f == 0, (ending >> 8) & 0xff <= 1 else {
            throw Problem("this failed, as it says above: \(([program] + arguments).joined(separator: " "))")
        }
    }

    /// The run of several that took the middle time; the most memory of all.
    static func median(of count: Int, _ arguments: (Int) -> [String]) throws -> ProgramRun {
        let runs = try (0..<count).map { try ProgramRun(arguments($0)) }
        var middle = runs.sorted { $0.nanoseconds < $1.nanoseconds }[count / 2]
        middle.peakBytes = runs.map(\.peakBytes).max() ?? 0
        return middle
    }
}

private func monotonic() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}
