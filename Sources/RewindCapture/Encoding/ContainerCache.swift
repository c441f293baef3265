import RewindValue

/// Identifies the open level of an encoding; a container keeps it and may use it long after that level was closed.
struct EncodingPlace {
    let level: Int
    let serial: UInt32
}

/// What a value asked its encoder for, as far as it did.
enum ContainerKind { case nothing, single, object, array }

/// The target of a keyed container, changed when the container is reused.
final class ContainerHandle<Encoding: AnyObject> {
    /// The number of an encoding's pass: it outlives the encoding, so that a container can tell whether the encoding is gone.
    final class Pass {
        @exclusivity(unchecked) fileprivate(set) var number = 0
    }

    // Only used during the pass, while the encoding exists.
    private let target: Unmanaged<Encoding>
    private let pass: Pass
    @exclusivity(unchecked) fileprivate var number: Int
    @exclusivity(unchecked) fileprivate(set) var place: EncodingPlace

    fileprivate init(_ encoding: Encoding, _ pass: Pass, _ place: EncodingPlace) {
        target = .passUnretained(encoding)
        self.pass = pass
        number = pass.number
        self.place = place
    }

    /// Whether the encoding is still going on.
    var isOpen: Bool { number == pass.number }

    /// Calls a closure with the encoding; `nil` once the encoding is over, so a late write into the container writes nothing.
    @inline(__always)
    func whileOpen<Result>(_ body: (Encoding) throws -> Result) rethrows -> Result? {
        isOpen ? try target._withUnsafeGuaranteedRef(body) : nil
    }

    /// The encoding; it has to be open.
    var encoding: Encoding { target.takeUnretainedValue() }
}

/// Keyed containers that are used again, one for each type of keys.
///
/// A new one costs a box, and, since its type depends on the keys', five look-ups in the runtime's tables: more than everything else that a
/// small value costs. A container is reused once its box has no other owner.
///
/// Not thread-safe: an encoding owns it.
struct ContainerCache<Encoding: AnyObject>: ~Copyable {
    typealias Handle = ContainerHandle<Encoding>

    private let entries = UnsafeMutablePointer<Unmanaged<Entry>?>.allocate(capacity: ObjectIdentifier.slotCount)
    private let pass = Handle.Pass()

    private class Entry {
        let keys: ObjectIdentifier
        let handle: Handle
        /// The only property of the container.
        @exclusivity(unchecked) final var box: AnyObject

        init(_ keys: ObjectIdentifier, _ handle: Handle, _ box: AnyObject) {
            self.keys = keys
            self.handle = handle
            self.box = box
        }

        /// Sets the container to another place, if it is for such keys and its box has no other owner.
        @inline(__always)
        final func begin(_ type: ObjectIdentifier, _ number: Int, _ place: EncodingPlace) -> Bool {
            guard keys == type, isKnownUniquelyReferenced(&box) else { return false }
            handle.number = number
            handle.place = place
            return true
        }
    }

    /// An entry that knows its container's type: it need not be looked up, as it would where only the keys' type is known.
    private final class TypedEntry<Reused>: Entry {
        @inline(never)
        func container() -> Reused {
            withUnsafeMutablePointer(to: &box) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Reused.self).pointee }
        }
    }

    init() {
        entries.initialize(repeating: nil, count: ObjectIdentifier.slotCount)
    }

    deinit {
        pass.number += 1
        for index in 0..<ObjectIdentifier.slotCount { entries[index]?.release() }
        entries.deallocate()
    }

    /// A container for an encoding's place; `make` makes a new one.
    @inline(__always)
    mutating func container<Key: CodingKey>(
        keyedBy type: Key.Type, _ encoding: Encoding, _ place: EncodingPlace, make: (Handle) -> KeyedEncodingContainer<Key>
    ) -> KeyedEncodingContainer<Key> {
        // Of the type that the container is made for: `type` itself may be that of a subclass.
        let keys = ObjectIdentifier(Key.self)
        guard let entry = entries[keys.slot], entry._withUnsafeGuaranteedRef({ $0.begin(keys, pass.number, place) }) else {
            return newContainer(keyedBy: type, encoding, place, make)
        }
        return entry._withUnsafeGuaranteedRef { unsafeDowncast($0, to: TypedEntry<KeyedEncodingContainer<Key>>.self).container() }
    }

    @inline(never)
    private mutating func newContainer<Key: CodingKey>(
        keyedBy type: Key.Type, _ encoding: Encoding, _ place: EncodingPlace, _ make: (Handle) -> KeyedEncodingContainer<Key>
    ) -> KeyedEncodingContainer<Key> {
        CodingKeyNames.note(Key.self)
        let keys = ObjectIdentifier(Key.self)
        let handle = Handle(encoding, pass, place)
        let container = make(handle)
        if containersAreOneReference {
            let box = unsafeBitCast(container, to: AnyObject.self)
            let slot = entries + keys.slot
            slot.pointee?.release()
            slot.pointee = .passRetained(TypedEntry<KeyedEncodingContainer<Key>>(keys, handle, box))
        }
        return container
    }

    /// Ends all containers' use: the encoding is over.
    @inline(__always)
    mutating func end() { pass.number += 1 }
}

/// Whether a keyed container is what it has always been, a struct around one class instance.
///
/// If not, no container is reused.
private let containersAreOneReference: Bool = {
    let type = KeyedEncodingContainer<PathKey>.self
    guard MemoryLayout<KeyedEncodingContainer<PathKey>>.size == MemoryLayout<AnyObject>.size,
        let fields = TypeMetadata(type).fields, fields.count == 1
    else { return false }
    return fields[0].type is AnyClass
}()
