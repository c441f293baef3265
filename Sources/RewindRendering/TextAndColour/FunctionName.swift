import RewindFormat

/// A function's demangled name, taken apart: `closure #1 () -> () in Shop.Cart.pay(with: Swift.Int) -> ()`.
struct FunctionName {
    /// Without types: `CommentsState.exchange(_:)`, `closure #1 in Store.init(initialState:reducer:)`.
    let short: String

    /// The source function that it is, or that its closure or local function is in; otherwise what the code is for, such as
    /// `default argument 0 of Shop.load(page:)`.
    let enclosing: String

    /// The module that the enclosing function is in: an extension's, not its type's.
    let module: String?

    /// The modules in the name, except those of Swift and ours: the app's module, if the function is in it or uses its types.
    let modules: Set<String>

    let isClosure: Bool

    /// Whether the compiler generated the function, so that it has no source line.
    let isMadeByCompiler: Bool

    init(_ name: String) {
        var parser = FunctionNameParser(name)
        let parts = parser.isOfSwift ? parser.parts() : []
        guard let inner = parts.first, let outer = parts.last, parts.count > 1 || !outer.isOfC else {
            (short, enclosing, module, modules, isClosure, isMadeByCompiler) = (name, name, nil, [], false, false)
            return
        }
        short = parts.map { $0.text }.joined(separator: " in ")
        // At a file's top level, closures are in no function, only in the module.
        let isTopLevel = parts.count > 1 && outer.isModule
        enclosing = parts.suffix(isTopLevel ? 2 : 1).map { $0.text }.joined(separator: " in ")
        module = isTopLevel ? outer.text : outer.module
        modules = parser.modules.union([module].compactMap { $0 }).filter { !Self.isLibrary($0) }
        isClosure = inner.isClosure && inner.roles.isEmpty
        isMadeByCompiler = inner.isMadeByCompiler
    }

    /// Whether the function is in one of the app's modules, as far as its name shows: a library's function may use the app's types.
    var isOfApp: Bool { module.map { !Self.isLibrary($0) } ?? enclosing.hasPrefix("one-time initialization function for ") }

    private static func isLibrary(_ module: String) -> Bool {
        module.hasPrefix("Rewind") || module.hasPrefix("_") || module == "Builtin" || SystemModule.contains(module)
    }
}
