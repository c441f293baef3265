package import RewindFormat

extension TypeShape {
    /// The shape of a struct or an enum; `nil` for other types, and if the program has no metadata for the type.
    package init?(of type: Any.Type) {
        let metadata = TypeMetadata(type)
        guard let found = metadata.members, metadata.kind != .optional else { return nil }
        let rawValues = EnumCases.rawValues(of: type)
        let members = found.prefix(Self.limit).map { member in
            let type = member.hasType ? member.type.map(Self.name) ?? "?" : nil
            return Member(Self.bounded(member.name), type, rawValue: rawValues[member.name].map(Self.bounded))
        }
        self.init(metadata.kind == .enum ? .enum : .struct, members, isCut: found.count > Self.limit)
    }

    /// The full name of a type, the same in every process.
    package static func name(of type: Any.Type) -> String { bounded(TypeName.reflecting(type)) }

    /// The shapes of some types and of their parts, by name: at most 256, the nearest first.
    ///
    /// Types of the standard library and of Foundation are named but not described.
    package static func shapes(of types: [Any.Type]) -> [(name: String, shape: TypeShape)] {
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
        if let collection = type as? any ValueCollection.Type { return collection.heldTypes.map(\.type) }
        let metadata = TypeMetadata(type)
        if metadata.kind == .tuple { return metadata.fields?.map(\.type) ?? [] }
        return isOfSystem(type) ? [] : metadata.members?.compactMap(\.type) ?? []
    }

    private static func isOfSystem(_ type: Any.Type) -> Bool {
        SystemModule.contains(String(reflecting: type).prefix { $0 != "." })
    }

    /// The most bytes of a name.
    private static var nameLimit: Int { 200 }

    private static func bounded(_ name: String) -> String {
        name.utf8.count <= nameLimit ? name : String(decoding: name.utf8.prefix(nameLimit), as: UTF8.self) + "…"
    }
}
