#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Which thread is running: how the store tells a re-entrant call from a call of another thread.
///
/// A task-local would not do, because child tasks inherit it and run elsewhere.
struct ThreadIdentity: Equatable, Sendable {
    private let bits: UInt

    static var current: ThreadIdentity {
        #if canImport(Darwin)
            ThreadIdentity(bits: UInt(bitPattern: pthread_self()))
        #else
            ThreadIdentity(bits: UInt(pthread_self()))
        #endif
    }
}
