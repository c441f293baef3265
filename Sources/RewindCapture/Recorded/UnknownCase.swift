package import RewindValue

/// A key of an encoded action that is not a case of the enum at its place.
package struct UnknownCase {
    package let name: String
    /// The object with that key.
    package let path: JSONPointer
    /// The enum's name.
    package let type: String
    /// The names of the enum's cases, as the source declares them.
    package let cases: [String]

    /// The first such key on the way down the cases of an action; `nil` if every key is a case, or if the type is not an enum.
    ///
    /// An enum that encodes in a way of its own has other keys than its cases: so believe this only where decoding failed at ``path``.
    package init?(in value: JSONValue, of type: Any.Type) {
        var (value, type, path) = (value, type, JSONPointer.root)
        while let object = value.object, object.count == 1, let (name, payload) = object.first {
            let metadata = TypeMetadata(type)
            guard metadata.kind == .enum, let cases = metadata.members?.map(\.name) else { return nil }
            guard cases.contains(name) else {
                self.init(name: name, path: path, type: TypeName.of(type), cases: cases)
                return
            }
            guard let inner = EnumCases.payloads(of: type)[name], let (label, action) = payload.object.flatMap(EnumCases.nestedAction)
            else {
                return nil
            }
            (value, type, path) = (action, inner, path.appending(name).appending(label))
        }
        return nil
    }

    private init(name: String, path: JSONPointer, type: String, cases: [String]) {
        (self.name, self.path, self.type, self.cases) = (name, path, type, cases)
    }
}
