#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whose turn this thread is in: how a store tells a re-entrant call from a call of another thread.
///
/// A task-local would not do, because child tasks inherit it and run elsewhere.
@usableFromInline enum CurrentTurn {
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// Whether this thread is in the turn of some store.
    @usableFromInline static var isInside: Bool { store != nil }

    /// Whether the innermost turn that this thread is in is a store's.
    @usableFromInline static func belongs(to owner: AnyObject) -> Bool { store == address(of: owner) }

    /// Runs a function as part of a store's turn.
    @usableFromInline static func enter(_ owner: AnyObject, _ body: () -> Void) {
        let outer = store
        store = address(of: owner)
        body()
        store = outer
    }

    /// A store's address, only ever compared.
    private static var store: UnsafeRawPointer? {
        get { key.flatMap { UnsafeRawPointer(pthread_getspecific($0)) } }
        set { if let key { pthread_setspecific(key, newValue) } }
    }

    private static func address(of owner: AnyObject) -> UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque()) }
}

/// Says something on standard error.
@usableFromInline func complain(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
