import CLibrary

/// The memory dumps (core files) that a system keeps of processes that crash: all that they had in memory.
package enum MemoryDumps {
    /// Forbids memory dumps of this process and of those that it starts.
    package static func forbid() {
        var limit = rlimit()
        #if canImport(Darwin)
            guard getrlimit(RLIMIT_CORE, &limit) == 0 else { return }
            limit.rlim_cur = 0
            setrlimit(RLIMIT_CORE, &limit)
        #else
            // If dumps are piped to a program, Linux ignores every limit but 1 (core(5)); and no dump is that short.
            #if canImport(Glibc)
                let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
            #else
                let resource = RLIMIT_CORE
            #endif
            guard getrlimit(resource, &limit) == 0 else { return }
            limit.rlim_cur = min(1, limit.rlim_max)
            setrlimit(resource, &limit)
        #endif
    }
}
