#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the system tells of itself, without Foundation.
package enum SystemFacts {
    /// A text that changes at every boot; empty where the system has none.
    package static let bootID: String = {
        #if canImport(Darwin)
            var size = 64
            var buffer = [UInt8](repeating: 0, count: size)
            guard sysctlbyname("kern.bootsessionuuid", &buffer, &size, nil, 0) == 0 else { return "" }
            return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
        #else
            var buffer = [UInt8](repeating: 0, count: 40)
            let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return "" }
            defer { close(file) }
            let count = read(file, &buffer, buffer.count)
            return String(decoding: buffer.prefix(max(0, count)).prefix { $0 > 32 }, as: UTF8.self)
        #endif
    }()

    /// The system's name and release, and the machine's architecture, as `Linux 6.18.5` and `x86_64`.
    package static let system: (os: String, architecture: String) = {
        var name = utsname()
        guard uname(&name) == 0 else { return ("", "") }
        func text<T>(_ field: T) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return ("\(text(name.sysname)) \(text(name.release))", text(name.machine))
    }()

    /// The path of the running program; empty where only the list of its images tells.
    package static let program: String = {
        #if canImport(Darwin)
            return ""
        #else
            var buffer = [CChar](repeating: 0, count: 4096)
            let count = readlink("/proc/self/exe", &buffer, buffer.count)
            return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #endif
    }()

    /// The value of an environment variable; `nil` if it is not set or empty.
    package static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// Nanoseconds since 1970 by the wall clock.
    package static func wallNanoseconds() -> Int { nanoseconds(CLOCK_REALTIME) }

    /// Monotonic nanoseconds since some moment before the process began.
    package static func monotonicNanoseconds() -> Int {
        #if canImport(Darwin)
            nanoseconds(CLOCK_UPTIME_RAW)
        #else
            nanoseconds(CLOCK_MONOTONIC)
        #endif
    }

    private static func nanoseconds(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    }
}
