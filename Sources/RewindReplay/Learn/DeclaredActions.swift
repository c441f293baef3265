import RewindFormat
import RewindValue

/// The actions that an app's types have, as its recordings tell: what may come besides the actions that came.
struct DeclaredActions {
    /// The type of the store's actions, and the shapes of all types.
    private var root: String?
    private var types = JSONObject()

    /// Takes what a recording tells of a store.
    mutating func add(_ manifest: Manifest, store: String) {
        guard let type = manifest.stores.first(where: { $0.name == store })?.action, manifest.types[type] != nil else { return }
        if root == nil { (root, types) = (type, manifest.types) }
    }

    /// The beginnings, up to a slash, of action types of which some never came: `cart/`.
    ///
    /// An action's type is the path of its cases; what is behind a case that never came is not looked into.
    func incomplete(among names: [String]) -> Set<String> {
        guard let root else { return [] }
        var found: Set<String> = []
        var open = [(type: root, beginning: "", depth: 0)]
        while let (type, beginning, depth) = open.popLast() {
            guard let cases = types[type]?["cases"]?.object, depth < 8 else { continue }
            for (name, payload) in cases {
                let path = beginning + name
                if names.contains(path) { continue }
                if names.contains(where: { $0.utf8.starts(with: (path + "/").utf8) }) {
                    if let payload = payload.string { open.append((payload, path + "/", depth + 1)) }
                } else {
                    found.insert(beginning)
                }
            }
        }
        return found
    }
}
