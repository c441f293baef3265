import CLibrary

/// The store whose turn this thread is in, which lets a store tell a re-entrant call from a call on another thread.
///
/// A task-local value would not work, because child tasks inherit it and run on other threads.
@usableFromInline enum CurrentTurn {
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// Whether this thread is in a store's turn.
    @usableFromInline static var isInside: Bool { store != nil }

    /// Whether the innermost turn on this thread belongs to the given store.
    @usableFromInline static func belongs(to owner: AnyObject) -> Bool { store == address(of: owner) }

    /// Runs a function as part of a store's turn.
    @usableFromInline static func enter(_ owner: AnyObject, _ body: () -> Void) {
        let outer = store
        store = address(of: owner)
        body()
        store = outer
    }

    /// A store's address, used only for comparison.
    private static var store: UnsafeRawPointer? {
        get { key.flatMap { UnsafeRawPointer(pthread_getspecific($0)) } }
        set { if let key { pthread_setspecific(key, newValue) } }
    }

    private static func address(of owner: AnyObject) -> UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque()) }
}

/// Prints a message to standard error.
@usableFromInline func complain(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
