/// Merges a running struct and the one that was decoded in its place, property by property.
///
/// A property that is written as it is stored is taken from the decoded struct. The others are compared with a round trip of the running
/// struct, encoded and decoded again: a property that survives it is derived from recorded data, and taken; one that is lost stays as the
/// app has it.
struct StructMerge<T> {
    /// The properties that stay, and have something that decoding does not know.
    private(set) var kept: [String] = []
    /// The properties that lost something.
    private(set) var lost: [String] = []

    private typealias Field = (member: TypeMetadata.Member, offset: Int)

    private let running: T
    private let decoded: T
    private let fields: [Field]
    private let written: WrittenNames
    private let isObject: Bool

    init(
        _ running: T, _ decoded: T, _ fields: [(member: TypeMetadata.Member, offset: Int)], _ written: WrittenNames, _ isObject: Bool
    ) {
        (self.running, self.decoded, self.fields, self.written, self.isObject) = (running, decoded, fields, written, isObject)
    }

    /// The decoded struct with what stays of the running one.
    mutating func merged(roundTrip: @autoclosure () -> T?) -> T {
        let open = fields.indices.filter { !written.areStored(fields[$0].member) }
        if open.isEmpty { return decoded }
        let returned = roundTrip()
        if open.count == fields.count, written.areForeign(to: fields.lazy.map(\.member)) {
            // It encodes in a form of its own, which does not show what happens to single properties.
            if isObject, !(returned.map { SameParts.areSame(running, $0) } ?? false) { lost = fields.map(\.member.propertyName) }
            return decoded
        }
        var stays = Set<Int>()
        for index in open where staysAsItIs(fields[index], returned) { stays.insert(index) }
        if stays.isEmpty { return decoded }
        guard fields.indices.allSatisfy({ stays.contains($0) || fields[$0].member.isStoredAsSuch && fields[$0].member.type != nil }) else {
            lost += kept
            return decoded
        }
        var merged = running
        withUnsafeMutablePointer(to: &merged) { merged in
            withUnsafePointer(to: decoded) { decoded in
                for index in fields.indices where !stays.contains(index) {
                    guard let type = fields[index].member.type else { continue }
                    let offset = fields[index].offset
                    func assign<Value>(_ type: Value.Type) {
                        (UnsafeMutableRawPointer(merged) + offset).assumingMemoryBound(to: Value.self).pointee =
                            (UnsafeRawPointer(decoded) + offset).assumingMemoryBound(to: Value.self).pointee
                    }
                    _openExistential(type, do: assign)
                }
            }
        }
        return merged
    }

    private mutating func staysAsItIs(_ field: Field, _ returned: T?) -> Bool {
        if field.member.isLazy { return false }
        // A weak property, or one of an unknown type, is never decoded.
        guard let type = field.member.type, field.member.isStoredAsSuch else { return true }
        let name = field.member.propertyName
        func decide<Value>(_ type: Value.Type) -> Bool {
            func value(_ whole: T) -> Value {
                withUnsafePointer(to: whole) { (UnsafeRawPointer($0) + field.offset).assumingMemoryBound(to: Value.self).pointee }
            }
            guard let returned = returned.map(value) else {
                kept.append(name)
                return true
            }
            let isBroughtBack = SameParts.areSame(value(running), returned)
            if isBroughtBack { return SameParts.areSame(value(decoded), returned) }
            // It is not in the recording, or not all of it, and nothing was decoded for it that is another than before.
            if !written.haveOtherForm(field.member) || SameParts.areSame(value(decoded), returned) {
                kept.append(name)
                return true
            }
            if !TypePlan.of(type).isLeaf { lost.append(name) }
            return false
        }
        return _openExistential(type, do: decide)
    }
}

/// The properties of an instance of a class that a new one does not have.
enum InstanceLoss {
    static func names<T>(of running: T, _ written: WrittenNames, _ returned: @autoclosure () -> T?) -> [String] {
        func properties(_ value: Any) -> [(name: String, value: Any)] {
            sequence(first: Mirror(reflecting: value), next: \.superclassMirror).flatMap(\.children)
                .map { ($0.label.map(TypeMetadata.propertyName(ofStored:)) ?? "", $0.value) }
        }
        let open = properties(running).filter { !written.asStored.contains($0.name) && !written.inOtherForm.contains($0.name) }
            // The instance's observers, and its lazily computed properties.
            .filter { !$0.name.hasPrefix("$") }
        if open.isEmpty { return [] }
        let returned = Dictionary(returned().map(properties) ?? [], uniquingKeysWith: { first, _ in first })
        return open.filter { name, value in returned[name].map { !SameParts.areSame(value, $0) } ?? true }.map(\.name)
    }
}

/// Whether two values have the same parts, by their bits, their own `==`, or part for part.
enum SameParts {
    private static let deepest = 16

    static func areSame<Value>(_ one: Value, _ other: Value, depth: Int = 0) -> Bool {
        let bits = TypePlan.of(Value.self).bits
        let haveSameBits = withUnsafePointer(to: one) { one in
            withUnsafePointer(to: other) { bits.areSame(UnsafeRawPointer(one), UnsafeRawPointer($0)) }
        }
        if haveSameBits { return true }
        if let one = one as? any Equatable { return isEqual(one, other) }
        guard depth < deepest, type(of: one as Any) == type(of: other as Any) else { return false }
        let (ones, others) = (Mirror(reflecting: one), Mirror(reflecting: other))
        guard let style = ones.displayStyle, style != .class, ones.children.count == others.children.count,
            EnumCases.name(of: one) == EnumCases.name(of: other)
        else { return false }
        return zip(ones.children, others.children).allSatisfy { one, other in
            func areSame<Part>(_ part: Part) -> Bool { (other.value as? Part).map { Self.areSame(part, $0, depth: depth + 1) } ?? false }
            return one.label == other.label && _openExistential(one.value, do: areSame)
        }
    }

    private static func isEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool { one == other as? Value }
}
