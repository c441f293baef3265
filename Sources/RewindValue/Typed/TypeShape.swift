/// The fields or cases of a type, by their names in the source: what distinguishes two versions of an app.
///
/// A shape describes the type and not its encoding, which may use other names.
public struct TypeShape: Sendable, Hashable {
    /// The kind of type.
    public var kind: Kind
    /// The fields or cases, in source order.
    public var members: [Member]
    /// Whether the type has more members than are listed.
    public var isCut: Bool

    /// The kinds of types that have a shape.
    public enum Kind: String, Sendable {
        /// A struct, whose members are fields.
        case `struct`
        /// An enum, whose members are cases.
        case `enum`
    }

    /// A field or a case.
    public struct Member: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The full name of the field's type, or of the case's payload; `nil` for a case without one.
        public var type: String?

        /// A field or a case with a name and a type.
        public init(_ name: String, _ type: String?) {
            self.name = name
            self.type = type
        }
    }

    /// The most types that one walk describes, and the most members of each.
    public static let limit = 256
    /// The most bytes of a name.
    private static let nameLimit = 200

    /// A shape with these members.
    public init(_ kind: Kind, _ members: [Member], isCut: Bool = false) {
        self.kind = kind
        self.members = members
        self.isCut = isCut
    }

    /// The shape of a struct or an enum; `nil` for other types, and if the program has no metadata for the type.
    public init?(of type: Any.Type) {
        let metadata = TypeMetadata(type)
        guard let found = metadata.members, metadata.kind != .optional else { return nil }
        let members = found.prefix(Self.limit).map { member in
            Member(Self.bounded(member.name), member.hasType ? member.type.map(Self.name) ?? "?" : nil)
        }
        self.init(metadata.kind == .enum ? .enum : .struct, members, isCut: found.count > Self.limit)
    }

    /// The full name of a type, the same in every process.
    public static func name(of type: Any.Type) -> String { bounded(TypeName.reflecting(type)) }

    /// The shapes of some types and of their parts, by name: at most 256, the nearest first.
    ///
    /// Types of the standard library and of Foundation are named but not described.
    public static func shapes(of types: [Any.Type]) -> [(name: String, shape: TypeShape)] {
        var shapes: [(String, TypeShape)] = []
        var waiting = types
        var seen = Set(types.map(ObjectIdentifier.init))
        var next = 0
        while next < waiting.count, next < 16 * limit, shapes.count < limit {
            let type = waiting[next]
            next += 1
            if !isOfSystem(type), let shape = TypeShape(of: type) { shapes.append((name(of: type), shape)) }
            for part in parts(of: type) where seen.insert(ObjectIdentifier(part)).inserted { waiting.append(part) }
        }
        return shapes
    }

    /// The types that values of a type hold.
    private static func parts(of type: Any.Type) -> [Any.Type] {
        if let container = type as? any TypeContainer.Type { return container.elementTypes }
        let metadata = TypeMetadata(type)
        if metadata.kind == .tuple { return metadata.fields?.map(\.type) ?? [] }
        return isOfSystem(type) ? [] : metadata.members?.compactMap(\.type) ?? []
    }

    private static func isOfSystem(_ type: Any.Type) -> Bool {
        let module = String(reflecting: type).prefix { $0 != "." }
        return ["Swift", "Foundation", "FoundationEssentials", "__C", "Dispatch"].contains(module)
    }

    private static func bounded(_ name: String) -> String {
        name.utf8.count <= nameLimit ? name : String(decoding: name.utf8.prefix(nameLimit), as: UTF8.self) + "…"
    }
}

extension TypeShape {
    /// The shape as a manifest has it: `{"kind":"struct","fields":{"count":"Swift.Int"}}`.
    public var json: JSONValue {
        var object: JSONObject = ["kind": .string(kind.rawValue)]
        object[kind == .enum ? "cases" : "fields"] = .object(
            JSONObject(members.map { ($0.name, $0.type.map(JSONValue.string) ?? .null) }))
        if isCut { object["cut"] = true }
        return .object(object)
    }

    /// The shape in a manifest; `nil` if this version does not know it.
    public init?(json: JSONValue) {
        guard let kind = json["kind"]?.string.flatMap(Kind.init), let members = json[kind == .enum ? "cases" : "fields"]?.object else {
            return nil
        }
        self.init(kind, members.map { Member($0.key, $0.value.string) }, isCut: json["cut"] == true)
    }
}

/// A type of the standard library that holds values of others.
private protocol TypeContainer {
    static var elementTypes: [Any.Type] { get }
}

extension Optional: TypeContainer {
    fileprivate static var elementTypes: [Any.Type] { [Wrapped.self] }
}

extension Array: TypeContainer {
    fileprivate static var elementTypes: [Any.Type] { [Element.self] }
}

extension Set: TypeContainer {
    fileprivate static var elementTypes: [Any.Type] { [Element.self] }
}

extension Dictionary: TypeContainer {
    fileprivate static var elementTypes: [Any.Type] { [Key.self, Value.self] }
}
