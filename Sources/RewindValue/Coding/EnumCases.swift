import OrderedCollections
import Synchronization

/// Reads the case of an enum from what its synthesized `encode(to:)` wrote: `{"home": {"_0": {"didReceive": {…}}}}`.
enum EnumCases {
    /// The path of cases of an encoded enum, `home/didReceive`; `nil` if the type is no enum or encodes in a way of its own.
    static func path(of value: JSONValue, in type: Any.Type) -> String? {
        guard TypeMetadata(type).kind == .enum else { return nil }
        if let name = value.string { return name }  // a raw value
        var names: [String] = []
        var current = value
        var payloads = self.payloads(of: type)
        while case .object(let object) = current, object.count == 1, let (name, payload) = object.first {
            names.append(name)
            guard let next = payloads[name], case .object(let labels) = payload, labels.count == 1, let inner = labels["_0"] else { break }
            current = inner
            payloads = self.payloads(of: next)
        }
        return names.isEmpty ? nil : names.joined(separator: "/")
    }

    /// The payloads of an enum's cases that are enums themselves, by the case's name.
    static func payloads(of type: Any.Type) -> [String: Any.Type] {
        let id = ObjectIdentifier(type)
        if let payloads = known.withLock({ $0[id] }) { return payloads }
        let enums = (TypeMetadata(type).payloads ?? []).filter { TypeMetadata($0.type).kind == .enum }
        let payloads = Dictionary(enums.map { ($0.name, $0.type) }) { first, _ in first }
        known.withLock { $0[id] = payloads }
        return payloads
    }

    private static let known = Mutex<[ObjectIdentifier: [String: Any.Type]]>([:])
}
