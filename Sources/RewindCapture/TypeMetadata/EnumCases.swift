import OrderedCollections
import RewindValue

/// Reads the case of an enum from what its synthesized `encode(to:)` wrote: `{"home": {"_0": {"didReceive": {…}}}}`.
enum EnumCases {
    /// The path of cases of an encoded enum, `home/didReceive`; `nil` if the type is not an enum or has its own encoding.
    ///
    /// Of a struct around an action, it is the path of that.
    static func path(of value: JSONValue, in type: Any.Type) -> String? {
        guard TypeMetadata(type).kind == .enum else {
            guard let wrapped = wrapped(in: type), let (_, inner) = value.object.flatMap(nestedAction), inner.object != nil else {
                return nil
            }
            return path(of: inner, in: wrapped)
        }
        if let name = value.string { return name }  // a raw value
        var names: [String] = []
        var current = value
        var payloads = self.payloads(of: type)
        while case .object(let object) = current, object.count == 1, let (name, payload) = object.first {
            names.append(name)
            guard let next = payloads[name], case .object(let labels) = payload, let (_, inner) = nestedAction(labels) else { break }
            current = inner
            payloads = self.payloads(of: next)
        }
        return names.isEmpty ? nil : names.joined(separator: "/")
    }

    /// The labels of a nested action that has other values next to it: `element(id: 5, action: .increment)`.
    static let labels = ["action", "event"]

    /// The part of a case's payload in which the path continues, and its label: the only, unlabelled one, or one that is labelled as an
    /// action.
    static func nestedAction(_ payload: JSONObject) -> (label: String, action: JSONValue)? {
        if payload.count == 1, let only = payload["_0"] { return ("_0", only) }
        return labels.lazy.compactMap { label in payload[label].map { (label, $0) } }.first
    }

    /// The enums in which the path of cases may go on, by the case's name.
    static func payloads(of type: Any.Type) -> [String: Any.Type] {
        known.fact(of: type) {
            let enums = (TypeMetadata(type).payloads ?? []).compactMap { name, type in nestedEnum(in: type).map { (name, $0) } }
            return Dictionary(enums) { first, _ in first }
        }
    }

    /// The enum in a struct that is labelled as an action: `TimedAction(action: .home(.didReceive), time: 5)`.
    static func wrapped(in type: Any.Type) -> Any.Type? {
        let metadata = TypeMetadata(type)
        guard metadata.kind == .struct, let fields = metadata.fields else { return nil }
        let named = fields.filter { labels.contains($0.name) }
        return named.count == 1 && TypeMetadata(named[0].type).kind == .enum ? named[0].type : nil
    }

    /// The payload itself, or the part of it that is labelled as an action, if that is an enum.
    private static func nestedEnum(in type: Any.Type) -> Any.Type? {
        let metadata = TypeMetadata(type)
        if metadata.kind == .enum { return type }
        guard metadata.kind == .tuple, let fields = metadata.fields else { return nil }
        let named = zip(metadata.labels, fields).first { labels.contains($0.0) }
        return named.flatMap { TypeMetadata($0.1.type).kind == .enum ? $0.1.type : nil }
    }

    /// The name of an enum value's case, which appears in the source code; `nil` for any other value.
    ///
    /// Not the value's own description, or its mirror's.
    static func name(of value: Any) -> String? {
        guard TypeMetadata(type(of: value)).kind == .enum else { return nil }
        func name<T>(_ value: T) -> String? { caseName(value).map { String(cString: $0) } }
        return _openExistential(value, do: name)
    }

    /// Whether an enum has texts as raw values.
    static func hasTextValues(_ type: Any.Type) -> Bool {
        func isText<Value: RawRepresentable>(_ type: Value.Type) -> Bool { Value.RawValue.self == String.self }
        return (type as? any RawRepresentable.Type).map { isText($0) } ?? false
    }

    /// The raw values that are not their case's name, by that; empty for an enum with payloads or without texts as raw values.
    static func rawValues(of type: Any.Type) -> [String: String] {
        func rawValues<T>(_ type: T.Type) -> [String: String] {
            var rawValues: [String: String] = [:]
            for (name, value) in hasTextValues(type) ? cases(of: type) ?? [] : [] {
                guard let text = (value as? any RawRepresentable)?.rawValue as? String, !text.isIdentical(to: name) else { continue }
                rawValues[name] = text
            }
            return rawValues
        }
        return _openExistential(type, do: rawValues)
    }

    /// The cases of an enum without payloads; `nil` for other types, or if they are not known.
    static func cases<T>(of type: T.Type) -> [(name: String, value: T)]? {
        let metadata = TypeMetadata(type)
        guard metadata.kind == .enum, metadata.payloads?.isEmpty == true, metadata.isTrivial, !metadata.isImported,
            MemoryLayout<T>.size <= MemoryLayout<UInt32>.size, let members = metadata.members
        else { return nil }
        // A value is the number of its case, in as few bytes as hold the last one's.
        let cases = members.enumerated().map { number, member in
            (name: member.name, value: withUnsafeBytes(of: UInt32(number).littleEndian) { $0.load(as: T.self) })
        }
        return cases.allSatisfy { name, value in caseName(value).map { String(cString: $0) } == name } ? cases : nil
    }

    private static let known = TypeTable<[String: Any.Type]>()
}

/// The runtime's name of an enum's case, which prints use.
@_silgen_name("swift_EnumCaseName") func caseName<T>(_ value: T) -> UnsafePointer<CChar>?
