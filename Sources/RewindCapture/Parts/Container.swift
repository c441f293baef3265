import OrderedCollections
import RewindValue

/// What one `encode(to:)`, or one nested container, writes into.
///
/// A class, because a nested container is filled after its parent got it.
final class Container {
    /// What happens to the children that `encode(to:)` writes.
    enum Children {
        case encoded
        /// They stay as they are, with their types.
        case typed
        /// They stay as they are if nothing can change them meanwhile; others are encoded at once, part by part.
        case frozen
    }

    private(set) var kind = ContainerKind.nothing
    /// The type of an object's keys; that of keys made at run time, if they have several.
    private(set) var keyType: (any CodingKey.Type)?
    private(set) var single: EncodedPart?
    private(set) var members: OrderedDictionary<String, EncodedPart> = [:]
    private(set) var elements: [EncodedPart] = []
    /// Whether a key is data and may be hidden: the members are then in the order of the keys as written.
    private var hidesKeys = false
    /// What the value did wrong where the API could not throw; thrown when the value is taken.
    private var failure: EncodingError?

    let children: Children
    let path: CodingPath

    init(children: Children, path: CodingPath) {
        self.children = children
        self.path = path
    }

    /// Runs a value's `encode(to:)`.
    convenience init<T: Encodable>(encoding value: T, children: Children, at path: CodingPath) throws {
        try path.checkDepth()
        self.init(children: children, path: path)
        try TypePlan.of(T.self).watchingPathReads { try value.encode(to: PartEncoder(container: self)) }
        try check()
        sortHiddenKeys()
    }

    /// The path as coding keys, for an `encode(to:)` that reads it.
    var askedPath: [any CodingKey] {
        PathReads.note()
        return path.keys
    }

    /// Settles what kind of value this is.
    ///
    /// Asking again for the same kind continues it, as a subclass does with its superclass's container.
    func become(_ wanted: ContainerKind) {
        if kind == .nothing {
            kind = wanted
        } else if kind != wanted {
            fail("encode(to:) asked for containers of two kinds (\(kind) and \(wanted)) in one value; use one kind, or nested containers.")
        }
    }

    func become<Key: CodingKey>(objectKeyedBy type: Key.Type) {
        become(.object)
        keyType = keyType == nil || keyType == type ? type : PathKey.self
    }

    func setSingle(_ part: EncodedPart) {
        if single != nil { return fail("encode(to:) wrote two values into a single-value container; use an unkeyed container.") }
        become(.single)
        single = part
    }

    func set(_ part: EncodedPart, forKey key: some CodingKey) { set(part, at: path.member(key)) }

    private func set(_ part: EncodedPart, at place: CodingPath) {
        members[place.writtenKey] = part
        if place.isEntry { hidesKeys = true }
    }

    func append(_ part: EncodedPart) { elements.append(part) }

    func append<T: Encodable>(encoding value: T) throws {
        elements.append(try part(encoding: value, at: .index(elements.count)))
    }

    /// A child's part.
    func part<T: Encodable>(encoding value: T, at step: CodingPath.Step) throws -> EncodedPart {
        try part(encoding: value, at: path.appending(step))
    }

    private func part<T: Encodable>(encoding value: T, at path: @autoclosure () -> CodingPath) throws -> EncodedPart {
        switch children {
        case .encoded: .value(try JSONValue(encoding: value, at: path()))
        case .typed: .typed(ValueBox(value))
        case .frozen: try .snapshot(of: value, at: path())
        }
    }

    func set<T: Encodable>(encoding value: T, forKey key: some CodingKey) throws {
        if path.isOpen { return set(try part(encoding: value, at: .key(key)), forKey: key) }
        let place = path.member(key)
        // What is recorded below a key that is data depends on the key, which is unknown later.
        set(place.isEntry ? .value(try JSONValue(encoding: value, at: place)) : try part(encoding: value, at: place), at: place)
    }

    /// A container under a key; the one that is there already is continued.
    func child(forKey key: some CodingKey) -> Container {
        let place = path.member(key)
        if case .container(let existing) = members[place.writtenKey] { return existing }
        let child = Container(children: place.isEntry ? .encoded : children, path: place)
        set(.container(child), at: place)
        return child
    }

    /// A container as the next element.
    func appendChild() -> Container {
        let child = Container(children: children, path: path.index(elements.count))
        elements.append(.container(child))
        return child
    }

    /// The value encoded to the end; `nil` if nothing was written.
    func value() throws -> JSONValue? { try value(at: path) }

    /// The same on another path to the same place: that of the encoding it is done for, where the container was kept.
    func value(at path: CodingPath) throws -> JSONValue? {
        try check()
        sortHiddenKeys()
        switch kind {
        case .nothing: return nil
        case .single: return try single?.value(at: path.appending(.inside))
        case .object:
            var object = JSONObject()
            object.members.reserveCapacity(members.count)
            for (key, part) in members { object[key] = try part.value(at: path.key(key)) }
            return .object(object)
        case .array:
            return .array(try elements.enumerated().map { index, part in try part.value(at: path.index(index)) })
        }
    }

    /// Throws if the value made an error, or nests too deep.
    func check() throws {
        try path.checkDepth()
        if let failure { throw failure }
    }

    /// `encode(to:)` may have written them in their own order.
    private func sortHiddenKeys() {
        guard hidesKeys else { return }
        members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        hidesKeys = false
    }

    private func fail(_ description: String) {
        guard failure == nil else { return }
        failure = .invalidValue(Container.self, .init(codingPath: path.keys, debugDescription: description))
    }
}
