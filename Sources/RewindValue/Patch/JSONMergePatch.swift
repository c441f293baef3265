/// A value that says what another one becomes, by RFC 7386: members replace, `null` removes, everything else stands for itself.
///
/// Other tools write these. It can't say everything that a ``JSONPatch`` can (a member that becomes `null`, one element of an array), so this
/// package reads merge patches and never makes any.
///
/// ```swift
/// var settings: JSONValue = ["theme": "dark", "font": ["size": 12, "name": "Mono"]]
/// JSONMergePatch(["theme": nil, "font": ["size": 14]]).apply(to: &settings)  // {"font": {"size": 14, "name": "Mono"}}
/// ```
public struct JSONMergePatch: Sendable, Hashable {
    /// The patch itself: an object of members to merge, or any other value, which takes the whole place.
    public var value: JSONValue

    /// A merge patch of a value that was read from somewhere; every value is one.
    public init(_ value: JSONValue) { self.value = value }

    /// Merges the patch into a value, which can't fail.
    ///
    /// Members that stay keep their order, new ones come last. Costs O(size of the patch), and O(members) for each object a member is removed
    /// from. Recurses as deep as the patch is.
    public func apply(to target: inout JSONValue) { target = Self.merged(value, into: target) }

    private static func merged(_ patch: JSONValue, into target: consuming JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var object = if case .object(let object) = consume target { object } else { JSONObject() }
        for (key, change) in changes {
            if case .null = change {
                object.removeValue(forKey: key)
            } else {
                object[key] = merged(change, into: object[key] ?? .null)
            }
        }
        return .object(object)
    }
}
