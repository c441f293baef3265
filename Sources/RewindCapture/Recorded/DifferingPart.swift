import RewindFormat

/// The place at which the bits of two values differ: the innermost stored property that is a type of the app's own, or of a library.
enum DifferingPart {
    static func find(in type: Any.Type, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> (path: String, type: String)? {
        var (type, left, right, names) = (type, left, right, [String]())
        while let field = differingField(of: type, left, right) {
            names.append(TypeMetadata.propertyName(ofStored: field.name))
            (type, left, right) = (field.type, left + field.offset, right + field.offset)
        }
        return names.isEmpty ? nil : (names.joined(separator: "."), TypeName.of(type))
    }

    private static func differingField(of type: Any.Type, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> TypeMetadata.Field? {
        let metadata = TypeMetadata(type)
        guard metadata.kind == .struct, !metadata.isImported, !ReferenceWalk.isKnownValue(type), ReferenceWalk.elementTypes(of: type) == nil
        else { return nil }
        return metadata.fields?.first { field in
            !SignificantBits(of: field.type).areSame(left + field.offset, right + field.offset)
        }
    }
}
