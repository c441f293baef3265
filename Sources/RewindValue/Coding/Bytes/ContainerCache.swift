/// Names what an encoding has open just now; a container keeps it and may ask long after that is gone.
struct EncodingPlace {
    let level: Int
    let serial: UInt32
}

/// What a keyed container writes into, changed when the container is used again.
final class ContainerHandle<Encoding: AnyObject> {
    /// `nil` once the encoding is over: whoever still writes into the container then writes nothing.
    fileprivate(set) var encoding: Encoding?
    fileprivate(set) var place: EncodingPlace

    init(_ encoding: Encoding, _ place: EncodingPlace) {
        self.encoding = encoding
        self.place = place
    }
}

/// Keyed containers that are used again, one for each type of keys.
///
/// A new one costs a box, and, since its type depends on the keys', five look-ups in the runtime's tables: more than everything else that a
/// small value costs. A container is used again when nobody else holds its box any more.
///
/// Not thread-safe: an encoding owns it.
struct ContainerCache<Encoding: AnyObject> {
    typealias Handle = ContainerHandle<Encoding>

    private var entries = [Entry?](repeating: nil, count: 64)
    private var used: [Entry] = []

    private final class Entry {
        let keys: ObjectIdentifier
        let handle: Handle
        /// The only property of the container.
        var box: AnyObject

        init(_ keys: ObjectIdentifier, _ handle: Handle, _ box: AnyObject) {
            self.keys = keys
            self.handle = handle
            self.box = box
        }
    }

    /// A container for an encoding's place; a new one is made by `make`.
    @inline(__always)
    mutating func container<Key: CodingKey>(
        keyedBy type: Key.Type, _ encoding: Encoding, _ place: EncodingPlace, make: (Handle) -> KeyedEncodingContainer<Key>
    ) -> KeyedEncodingContainer<Key> {
        let keys = ObjectIdentifier(type)
        let slot = (Int(bitPattern: keys) >> 4 ^ Int(bitPattern: keys) >> 10) & 63
        if let entry = entries[slot], entry.keys == keys, isKnownUniquelyReferenced(&entry.box) {
            if entry.handle.encoding == nil {
                entry.handle.encoding = encoding
                used.append(entry)
            }
            entry.handle.place = place
            return unsafeBitCast(entry.box, to: KeyedEncodingContainer<Key>.self)
        }
        let handle = Handle(encoding, place)
        let container = make(handle)
        if containersAreOneReference {
            let entry = Entry(keys, handle, unsafeBitCast(container, to: AnyObject.self))
            entries[slot] = entry
            used.append(entry)
        }
        return container
    }

    /// Ends all containers' use: the encoding is over.
    @inline(__always)
    mutating func end() {
        for entry in used { entry.handle.encoding = nil }
        used.removeAll(keepingCapacity: true)
    }
}

/// Whether a keyed container is what it has always been, a struct around one class instance.
///
/// Where it is not, each one is new.
private let containersAreOneReference: Bool = {
    let type = KeyedEncodingContainer<PathKey>.self
    guard MemoryLayout<KeyedEncodingContainer<PathKey>>.size == MemoryLayout<AnyObject>.size,
        let fields = TypeMetadata(type).fields, fields.count == 1
    else { return false }
    return fields[0].type is AnyClass
}()
