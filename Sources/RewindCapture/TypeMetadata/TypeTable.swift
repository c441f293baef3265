import Synchronization

extension ObjectIdentifier {
    /// How many places a small table of types has: more than a program's values usually have types.
    static let slotCount = 64

    /// A type's place in such a table; of two types that share one, the later takes it over.
    @inline(__always)
    var slot: Int {
        let address = Int(bitPattern: self)
        return (address >> 4 ^ address >> 10) & (Self.slotCount - 1)
    }
}

/// What was found out about types, by type; nothing in it ever changes.
struct TypeTable<Fact: Sendable>: ~Copyable, Sendable {
    private let known = Mutex<[ObjectIdentifier: Fact]>([:])

    /// What is known of a type; `make` finds it out the first time.
    func fact(of type: Any.Type, make: () -> Fact) -> Fact {
        let id = ObjectIdentifier(type)
        if let known = known.withLock({ $0[id] }) { return known }
        // Made outside the lock: it reads metadata from the runtime, which may take a while. If two are made at once, one is kept.
        let fact = make()
        return known.withLock { known in
            if let first = known[id] { return first }
            known[id] = fact
            return fact
        }
    }
}

/// What is known of the types met last, without a lock; it never changes.
///
/// Not thread-safe: one thread at a time owns it.
struct TypeSlots<Fact> {
    private var entries = [(id: ObjectIdentifier, fact: Fact)?](repeating: nil, count: ObjectIdentifier.slotCount)

    @inline(__always)
    mutating func fact<T>(of type: T.Type, make: () -> Fact) -> Fact {
        let id = ObjectIdentifier(type)
        if let known = entries[id.slot], known.id == id { return known.fact }
        let fact = make()
        entries[id.slot] = (id, fact)
        return fact
    }
}
