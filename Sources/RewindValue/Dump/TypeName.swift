import Synchronization

/// The names of types as recordings have them.
public enum TypeName {
    /// A type's name with the types that it is nested in, and without its module: `Todos.Add`.
    ///
    /// Types of one name in two modules, or in two functions, share it. Remembered for each type.
    public static func of(_ type: Any.Type) -> String {
        let id = ObjectIdentifier(type)
        if let name = known.withLock({ $0[id] }) { return name }
        let name = make(type)
        known.withLock { $0[id] = name }
        return name
    }

    private static let known = Mutex<[ObjectIdentifier: String]>([:])

    private static func make(_ type: Any.Type) -> String {
        // What is private or local has a context with a name that changes from build to build.
        let full = String(reflecting: type)
            .replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
            .replacing(/\((\w+) in _[0-9A-F]+\)/) { match in match.output.1 }
        guard let dot = full.firstIndex(of: "."), full[..<dot].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return full }
        return String(full[full.index(after: dot)...])
    }
}
