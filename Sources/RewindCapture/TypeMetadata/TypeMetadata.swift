import RewindValue

/// What the Swift runtime knows of a type: its kind, and the types of what it stores.
///
/// This is the only file that reads the runtime's metadata. The layout is the one of Swift's stable ABI on Apple platforms
/// (docs/ABI/TypeMetadata.rst in the Swift repository), and the same elsewhere. Whatever is not there, or does not look as expected, is
/// reported as unknown, and the callers then assume the worst.
struct TypeMetadata {
    enum Kind {
        case `struct`, `enum`, optional, tuple
        /// A type of the compiler's own, like the integer inside `Int`.
        case builtin
        /// A metatype, a function or a key path, which are constant.
        case constant
        /// Classes, existentials and other references.
        case reference
    }

    struct Field {
        let name: String
        let type: Any.Type
        let offset: Int
        /// Whether what lies there is a value of the type: what is `weak` or `unowned` is stored in another form.
        var isStoredAsSuch = true
    }

    /// A declaration in the source code: a stored property, or a case.
    struct Member {
        let name: String
        /// The type of a property; for one that is `weak` or `unowned`, the type that it is read as; `nil` if unknown.
        let type: Any.Type?
        /// Whether what lies in memory is a value of the type: what is `weak` or `unowned` is stored in another form.
        let isStoredAsSuch: Bool
        /// Whether a case keeps its payload in a box, and so holds a pointer to it.
        var isIndirect = false

        /// The name that the source gives the property: the storage of one that is wrapped or observed begins with an underscore.
        var propertyName: String { TypeMetadata.propertyName(ofStored: name) }

        var isLazy: Bool { name.hasPrefix("$__lazy_storage_$_") }
    }

    /// The name of a property in the source code, given that of its storage.
    static func propertyName(ofStored name: String) -> String { name.hasPrefix("_") ? String(name.dropFirst()) : name }

    let type: Any.Type
    let kind: Kind

    private let pointer: UnsafeRawPointer

    init(_ type: Any.Type) {
        self.type = type
        // A metatype without a protocol is one word: the address of the type's metadata.
        pointer = unsafeBitCast(type, to: UnsafeRawPointer.self)
        kind =
            switch pointer.load(as: Int.self) {
            case 0x200: .struct
            case 0x201: .enum
            case 0x202: .optional
            case 0x300: .builtin
            case 0x301: .tuple
            case 0x302, 0x304, 0x306: .constant
            default: type is AnyKeyPath.Type ? .constant : .reference
            }
    }

    /// Whether the type is imported from C, where the runtime may know only some of the fields.
    var isImported: Bool { name.hasPrefix("__C.") }

    /// The type's full name.
    var name: String { String(reflecting: type) }

    var size: Int {
        func size<T>(_ type: T.Type) -> Int { MemoryLayout<T>.size }
        return _openExistential(type, do: size)
    }

    var alignment: Int {
        func alignment<T>(_ type: T.Type) -> Int { MemoryLayout<T>.alignment }
        return _openExistential(type, do: alignment)
    }

    /// Whether values hold nothing that is counted.
    var isTrivial: Bool {
        func isTrivial<T>(_ type: T.Type) -> Bool { _isPOD(type) }
        return _openExistential(type, do: isTrivial)
    }

    /// Whether the known fields of a struct leave no room for a pointer: in one imported from C, unions and bit fields are unknown.
    var fieldsCoverIt: Bool {
        guard let fields else { return false }
        var end = 0
        for field in fields.sorted(by: { $0.offset < $1.offset }) {
            if field.offset - end >= MemoryLayout<Int>.size { return false }
            end = max(end, field.offset + TypeMetadata(field.type).size)
        }
        return size - end < MemoryLayout<Int>.size
    }

    /// The stored fields of a struct or a tuple, in order; `nil` if unknown.
    var fields: [Field]? {
        switch kind {
        case .struct:
            var fields: [Field] = []
            for (member, offset) in storedFields ?? [] {
                guard let type = member.type else { return nil }
                fields.append(Field(name: member.name, type: type, offset: offset, isStoredAsSuch: member.isStoredAsSuch))
            }
            return storedFields == nil ? nil : fields
        case .tuple:
            let word = MemoryLayout<Int>.size
            return (0..<pointer.load(fromByteOffset: word, as: Int.self)).map { index in
                let element = pointer + 3 * word + index * 2 * word
                // The offset has 32 bits on Linux and 64 on Apple's little-endian machines.
                return Field(
                    name: String(index), type: element.load(as: Any.Type.self),
                    offset: Int(element.load(fromByteOffset: word, as: UInt32.self)))
            }
        default: return nil
        }
    }

    /// The labels of a tuple's elements, with empty texts for missing ones; empty for another type.
    var labels: [String] {
        guard kind == .tuple, let labels = pointer.load(fromByteOffset: 2 * MemoryLayout<Int>.size, as: UnsafePointer<CChar>?.self) else {
            return []
        }
        return String(cString: labels).split(separator: " ", omittingEmptySubsequences: false).map(String.init)  // each ends with a blank
    }

    /// The stored fields of a struct, in order, including fields of unknown types; `nil` if the fields are unknown.
    var storedFields: [(member: Member, offset: Int)]? {
        guard kind == .struct, let records, let descriptor, records.count == Int(descriptor.load(fromByteOffset: 20, as: UInt32.self))
        else {
            return nil
        }
        let offsets = pointer + Int(descriptor.load(fromByteOffset: 24, as: UInt32.self)) * MemoryLayout<Int>.size
        return records.enumerated().map { index, record in
            (record, Int(offsets.load(fromByteOffset: index * 4, as: Int32.self)))
        }
    }

    /// The payload type of each case of an enum that has one; `nil` if that is not known.
    var payloads: [(name: String, type: Any.Type)]? {
        guard let cases = payloadCases else { return nil }
        var payloads: [(String, Any.Type)] = []
        for record in cases {
            guard let type = record.type else { return nil }
            payloads.append((record.name, type))
        }
        return payloads
    }

    /// The cases of an enum that have a payload, in the order of their tags; `nil` if they are not known.
    var payloadCases: ArraySlice<Member>? {
        guard kind == .enum || kind == .optional, let records, let descriptor else { return nil }
        let count = Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
        return count <= records.count ? records.prefix(count) : nil
    }

    /// The runtime's own functions that read values of an enum; `nil` for other types.
    var enumFunctions: EnumFunctions? {
        #if _ptrauth(_arm64e)
            return nil  // the functions are signed there
        #else
            guard kind == .enum || kind == .optional, !isImported else { return nil }
            // The table of value witnesses: eight functions, size and stride, two numbers of 32 bits, then those of enums.
            let word = MemoryLayout<Int>.size
            let witnesses = (pointer - word).load(as: UnsafeRawPointer.self)
            guard witnesses.load(fromByteOffset: 10 * word, as: UInt32.self) & 0x20_0000 != 0 else { return nil }
            let functions = witnesses + 10 * word + 8
            return EnumFunctions(
                metadata: pointer, tag: functions.load(as: EnumFunctions.Tag.self),
                project: functions.load(fromByteOffset: word, as: EnumFunctions.Project.self))
        #endif
    }

    /// What the source declares: a struct's fields, or an enum's cases, those with a payload first; `nil` if that is not known.
    var members: [(name: String, hasType: Bool, type: Any.Type?)]? {
        guard kind == .struct || kind == .enum || kind == .optional, let records, let descriptor else { return nil }
        let count = Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
        return records.enumerated().map { index, record in (record.name, kind == .struct || index < count, record.type) }
    }

    // MARK: Descriptors

    /// The context descriptor of a struct or an enum: flags, parent, name, accessor, fields, two counts, 32 bits each.
    private var descriptor: UnsafeRawPointer? {
        pointer.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer?.self)
    }

    private var records: [Member]? {
        #if _ptrauth(_arm64e)
            return nil  // descriptors are signed there
        #else
            guard let descriptor, let fields = Self.target(of: descriptor + 16) else { return nil }
            let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
            let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
            guard recordSize == 12 else { return nil }
            return (0..<count).map { index in
                let record = fields + 16 + index * recordSize
                let name = Self.target(of: record + 8).map { String(cString: $0.assumingMemoryBound(to: UInt8.self)) } ?? ""
                guard let mangled = Self.target(of: record + 4) else { return Member(name: name, type: nil, isStoredAsSuch: false) }
                let (type, isStoredAsSuch) = type(mangledAt: mangled)
                let isIndirect = record.load(as: UInt32.self) & 1 != 0
                return Member(name: name, type: type, isStoredAsSuch: isStoredAsSuch, isIndirect: isIndirect)
            }
        #endif
    }

    private func type(mangledAt start: UnsafeRawPointer) -> (Any.Type?, isStoredAsSuch: Bool) {
        let name = start.assumingMemoryBound(to: UInt8.self)
        var length = 0
        var letters = 0  // since the last symbolic reference
        while name[length] != 0 {
            // Symbolic references: a control byte and an offset of 32 bits, or an address, in the middle of the text.
            switch name[length] {
            case 0x01...0x17: (length, letters) = (length + 5, 0)
            case 0x18...0x1F: (length, letters) = (length + 1 + MemoryLayout<Int>.size, 0)
            default: (length, letters) = (length + 1, letters + 1)
            }
        }
        let type = _getTypeByMangledNameInContext(
            name, UInt(length), genericContext: descriptor, genericArguments: pointer + 2 * MemoryLayout<Int>.size)
        // `Xw`, `Xo` and `Xu` at the end: weak, unowned, unowned(unsafe).
        let isStoredAsSuch = letters < 2 || name[length - 2] != UInt8(ascii: "X") || !"wou".utf8.contains(name[length - 1])
        return (type, isStoredAsSuch)
    }

    /// The target of a relative reference of 32 bits; `nil` for a null reference.
    private static func target(of reference: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = reference.load(as: Int32.self)
        return offset == 0 ? nil : reference + Int(offset)
    }
}

/// The runtime's functions that read the values of one enum.
///
/// Swift calls them as it calls its own; with so few arguments that is how C calls, on every processor that Swift runs on.
struct EnumFunctions: @unchecked Sendable {  // addresses of code and metadata, which never change
    typealias Tag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
    typealias Project = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

    fileprivate let metadata: UnsafeRawPointer
    fileprivate let tag: Tag
    fileprivate let project: Project

    /// The number of a value's case: those with a payload come first.
    func tag(of value: UnsafeRawPointer) -> Int { Int(tag(value, metadata)) }

    /// Makes a copy of a value's bytes those of its payload; nothing is retained or released.
    func project(_ copy: UnsafeMutableRawPointer) { project(copy, metadata) }
}
