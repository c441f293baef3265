import CLibrary
import CRewindCrash

/// Facts from the system, without Foundation.
package enum SystemFacts {
    /// A text that changes at every boot; empty on systems without one.
    package static let bootID: String = {
        #if canImport(Darwin)
            return text(of: "kern.bootsessionuuid") ?? ""
        #else
            return String((text(of: "/proc/sys/kernel/random/boot_id") ?? "").prefix { !$0.isWhitespace }.prefix(40))
        #endif
    }()

    /// The system's name and release, and the machine's architecture, as `Linux 6.18.5` and `x86_64`.
    package static let system: (os: String, architecture: String) = {
        var name = utsname()
        guard uname(&name) == 0 else { return ("", "") }
        func text<T>(_ field: T) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        #if canImport(Darwin)
            // uname(3) has the kernel's release, and on a phone the model for the machine.
            let release = Self.text(of: "kern.osproductversion").map { "\(systemName) \($0)" }
            return (release ?? "\(text(name.sysname)) \(text(name.release))", architecture)
        #else
            return ("\(text(name.sysname)) \(text(name.release))", text(name.machine))
        #endif
    }()

    /// The machine's model, as `iPhone15,2`; `nil` where the system does not tell.
    package static let model: String? = {
        #if canImport(Darwin) && (os(macOS) || targetEnvironment(simulator))
            return text(of: "hw.model")
        #elseif canImport(Darwin)
            return text(of: "hw.machine")
        #else
            return nil
        #endif
    }()

    /// The path of the running program; empty if the system does not tell.
    package static let program: String = {
        #if canImport(Darwin)
            return rewind_program().map { String(cString: $0) } ?? ""
        #else
            var buffer = [CChar](repeating: 0, count: 4096)
            let count = readlink("/proc/self/exe", &buffer, buffer.count)
            return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #endif
    }()

    /// Bytes of memory that the machine has, or the container if it may use less.
    package static var memoryBytes: Int {
        let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        #if canImport(Darwin)
            return machine
        #else
            let container = text(of: "/sys/fs/cgroup/memory.max")?.split(separator: "\n").first.flatMap { Int($0) }
            return min(machine, container ?? machine)
        #endif
    }

    /// Bytes of memory that this process holds; `nil` if the system does not report them.
    ///
    /// Takes some microseconds.
    package static var residentBytes: Int? {
        #if canImport(Darwin)
            // By the task's own port: the list of processes, libproc, is a Mac's only. In C, since older SDKs have the port as a variable,
            // which Swift 6 does not read.
            let footprint = rewind_memory_footprint()
            return footprint > 0 ? Int(clamping: footprint) : nil
        #else
            // Pages: in all, resident, shared, …
            guard let pages = text(of: "/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
            return pages * sysconf(Int32(_SC_PAGESIZE))
        #endif
    }

    /// How many processes the system has ended since its boot for want of memory, its own or that of a group with a limit.
    ///
    /// `nil` where it does not count them. Under a tenth of a millisecond.
    package static var memoryKills: Int? {
        #if canImport(Darwin)
            return nil
        #else
            let lines = text(of: "/proc/vmstat")?.split(separator: "\n") ?? []
            return lines.first { $0.hasPrefix("oom_kill ") }.flatMap { Int($0.dropFirst("oom_kill ".count)) }
        #endif
    }

    #if canImport(Darwin)
        #if os(macOS)
            private static let systemName = "macOS"
        #elseif os(tvOS)
            private static let systemName = "tvOS"
        #elseif os(visionOS)
            private static let systemName = "visionOS"
        #else
            private static let systemName = "iOS"
        #endif
        #if arch(arm64)
            private static let architecture = "arm64"
        #else
            private static let architecture = "x86_64"
        #endif

        /// The text that the kernel has by a name; `nil` if it has none.
        private static func text(of name: String) -> String? {
            var size = 256
            var buffer = [UInt8](repeating: 0, count: size)
            guard sysctlbyname(name, &buffer, &size, nil, 0) == 0 else { return nil }
            return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
        }
    #else
        /// The text of one of the system's small files, whose size is unknown before they are read.
        private static func text(of path: String) -> String? {
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            defer { close(file) }
            var buffer = [UInt8](repeating: 0, count: 32 << 10)
            var count = 0
            while count < buffer.count {
                let got = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress! + count, $0.count - count) }  // never empty
                if got <= 0 { break }
                count += got
            }
            return String(decoding: buffer.prefix(count), as: UTF8.self)
        }
    #endif

    /// A number that no other process of this machine has at this moment.
    package static var processID: Int32 { getpid() }

    /// The machine's name in its network.
    package static let hostName: String = {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()

    /// Whether an environment variable is set, be it empty.
    package static func hasEnvironment(_ name: String) -> Bool { ProcessStandIn.current?.variables[name] != nil || getenv(name) != nil }

    /// The value of an environment variable; `nil` if it is not set or empty.
    package static func environment(_ name: String) -> String? {
        if let value = ProcessStandIn.current?.variables[name] { return value.isEmpty ? nil : value }
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// The user's folder for caches: `$XDG_CACHE_HOME`, else the system's; `nil` without a home directory.
    package static var cacheDirectory: String? {
        if let caches = environment("XDG_CACHE_HOME"), caches.hasPrefix("/") { return caches }
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        #if canImport(Darwin)
            return home + "/Library/Caches"
        #else
            return home + "/.cache"
        #endif
    }

    /// Nanoseconds since 1970 by the wall clock.
    package static func wallNanoseconds() -> Int { nanoseconds(CLOCK_REALTIME) }

    /// Monotonic nanoseconds since some moment before the process began.
    package static func monotonicNanoseconds() -> Int {
        if let scheduler = Scheduling.current { return scheduler.now }
        #if canImport(Darwin)
            return nanoseconds(CLOCK_UPTIME_RAW)
        #else
            return nanoseconds(CLOCK_MONOTONIC)
        #endif
    }

    private static func nanoseconds(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
}

/// Where apps record that name no directory: `live/apps` in the user's directory for Rewind's files; `recordings` without a home directory.
package func appRecordings() -> String { rewindHome().map { $0 + "/live/apps" } ?? "recordings" }

/// The user's directory for Rewind's files: `$REWIND_HOME`, else `rewind` in `$XDG_DATA_HOME`, else `~/.local/share/rewind`; on a phone
/// and the like, where the app's container has its files.
///
/// `nil` without even a home directory.
package func rewindHome(environment: (String) -> String? = SystemFacts.environment) -> String? {
    if let home = environment("REWIND_HOME") { return home }
    if let data = environment("XDG_DATA_HOME") { return data + "/rewind" }
    #if os(tvOS)
        let place = "/Library/Caches/rewind"
    #elseif os(iOS) || os(visionOS)
        let place = "/Library/Application Support/rewind"
    #else
        let place = "/.local/share/rewind"
    #endif
    return environment("HOME").map { $0 + place }
}
