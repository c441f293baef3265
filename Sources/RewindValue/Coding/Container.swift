import OrderedCollections

/// What one `encode(to:)`, or one nested container, writes into.
///
/// A class, because a nested container is filled after its parent got it.
final class Container {
    enum Kind { case nothing, single, object, array }

    private(set) var kind = Kind.nothing
    private(set) var single: Part?
    private(set) var members: OrderedDictionary<String, Part> = [:]
    private(set) var elements = PartList()
    /// What the value did wrong where the API could not throw; thrown when the value is taken.
    private var failure: EncodingError?

    let keepsTypes: Bool
    let path: CodingPath

    init(keepsTypes: Bool, path: CodingPath) {
        self.keepsTypes = keepsTypes
        self.path = path
    }

    /// Runs a value's `encode(to:)`.
    ///
    /// - Parameter keepsTypes: keep the children as typed parts instead of encoding them.
    convenience init(encoding value: some Encodable, keepsTypes: Bool, at path: CodingPath) throws {
        try path.checkDepth()
        self.init(keepsTypes: keepsTypes, path: path)
        try value.encode(to: PartEncoder(container: self))
        try check()
    }

    /// A finished object or array of encoded parts.
    init?(_ value: JSONValue, at path: CodingPath) {
        keepsTypes = false
        self.path = path
        switch value {
        case .object(let object):
            kind = .object
            members = object.members.mapValues(Part.value)
        case .array(let values):
            kind = .array
            for value in values { elements.append(.value(value)) }
        case .null, .bool, .number, .string: return nil
        }
    }

    /// Settles what kind of value this is.
    ///
    /// Asking again for the same kind continues it, as a subclass does with its superclass's container.
    func become(_ wanted: Kind) {
        if kind == .nothing {
            kind = wanted
        } else if kind != wanted {
            fail("encode(to:) asked for containers of two kinds (\(kind) and \(wanted)) in one value; use one kind, or nested containers.")
        }
    }

    func setSingle(_ part: Part) {
        if single != nil { return fail("encode(to:) wrote two values into a single-value container; use an unkeyed container.") }
        become(.single)
        single = part
    }

    func set(_ part: Part, forKey key: some CodingKey) { members[key.stringValue] = part }

    func append(_ part: Part) { elements.append(part) }

    func append<T: Encodable>(encoding value: T) throws {
        if keepsTypes {
            elements.append(typed: value)
        } else {
            elements.append(.value(try JSONValue(encoding: value, at: path.index(elements.count))))
        }
    }

    /// A child's part: typed, or encoded at once.
    func part<T: Encodable>(encoding value: T, at step: CodingPath.Step) throws -> Part {
        if keepsTypes { return .typed(ValueBox(value)) }
        return .value(try JSONValue(encoding: value, at: path.appending(step)))
    }

    /// A container under a key; the one that is there already is continued.
    func child(forKey key: some CodingKey) -> Container {
        if case .container(let existing) = members[key.stringValue] { return existing }
        let child = Container(keepsTypes: keepsTypes, path: path.appending(.key(key)))
        members[key.stringValue] = .container(child)
        return child
    }

    /// A container as the next element.
    func appendChild() -> Container {
        let child = Container(keepsTypes: keepsTypes, path: path.index(elements.count))
        elements.append(.container(child))
        return child
    }

    /// The value encoded to the end; `nil` if nothing was written.
    func value() throws -> JSONValue? {
        try check()
        switch kind {
        case .nothing: return nil
        case .single: return try single?.value(at: path.appending(.inside))
        case .object:
            var object = JSONObject()
            object.members.reserveCapacity(members.count)
            for (key, part) in members { object.members[key] = try part.value(at: path.key(key)) }
            return .object(object)
        case .array:
            return .array(try elements.parts.enumerated().map { index, part in try part.value(at: path.index(index)) })
        }
    }

    /// Throws what the value did wrong, or that it nests too deep.
    func check() throws {
        try path.checkDepth()
        if let failure { throw failure }
    }

    private func fail(_ description: String) {
        guard failure == nil else { return }
        failure = .invalidValue(Container.self, .init(codingPath: path.keys, debugDescription: description))
    }
}
