/// The stored properties that a struct's `encode(to:)` leaves out, and that no recording has.
package enum UnrecordedFields {
    /// Their places in a value, such as `catalogue` or `session.cache`, in the order of the declarations.
    ///
    /// If a type's `encode(to:)` writes anything but stored properties, or writes them without keys, its fields are unknown, and none are listed. Elements of arrays and
    /// dictionaries are not examined. Encodes the value's parts once, one level each.
    package static func places(in value: some Encodable) -> [String] { places(in: value, depth: 0) }

    private static let deepest = 4

    private static func places<Value: Encodable>(in value: Value, depth: Int) -> [String] {
        guard depth < deepest, !(Value.self is any DirectlyEncoded.Type), case .parts(let parts)? = ReachProfile.reach(of: value),
            let fields = TypeMetadata(Value.self).storedFields
        else { return [] }
        let written = Set(parts.map(\.label))
        guard written.isDisjoint(with: Reach.Stored.unkeyed) else { return [] }
        let values = Dictionary(Mirror(reflecting: value).children.map { ($0.label ?? "", $0.value) }) { first, _ in first }
        return fields.flatMap { member, _ -> [String] in
            if member.isLazy { return [] }
            // A property wrapper's storage is written under the property's name.
            let name = member.propertyName
            guard written.contains(name) || written.contains(member.name) else { return [member.name] }
            guard let inner = values[member.name] as? any Encodable else { return [] }
            return places(in: inner, depth: depth + 1).map { "\(name).\($0)" }
        }
    }
}
