import RewindControl
import RewindDebugger
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// Chooses the store for a command: the one that was named, or the only possible one.
extension LiveDebugger {
    /// The stores to choose from; `nil` if one was named, or the app serves only one.
    private func choice() throws -> [String]? {
        if store != nil { return nil }
        let names = try app.presentInfo().stores.map(\.name)
        return names.count > 1 ? names : nil
    }

    /// The store for a command about a whole state.
    func wholeStore() throws -> String? {
        guard let names = try choice() else { return store }
        return try Self.only(names, "the app has several stores")
    }

    /// The store that has a place.
    ///
    /// - Parameter adds: whether the place may be a new one.
    mutating func store(with place: JSONPointer, adds: Bool = false) throws -> String? {
        guard let names = try choice() else { return store }
        try refresh()
        guard let timeline = debugger?.timeline else { return nil }
        var asked = try timeline.storesToSearch(for: [Predicate(place)])
        let isNew = asked.isNowhere && adds && !place.tokens.isEmpty
        if isNew {
            asked = try timeline.storesToSearch(for: [Predicate(JSONPointer(tokens: place.tokens.dropLast()))])
        }
        // For a store that is not served, the app reports the error itself.
        let able = asked.names.filter(names.contains)
        let what = place.tokens.isEmpty ? "a state" : place.description
        return try Self.only(
            able.isEmpty ? [asked.names[0]] : able,
            isNew ? "no store of the app has \(what) yet" : "several stores of the app can have \(what)")
    }

    /// The only one of some actions of several stores; `nil` if the list is empty.
    func only<Item>(_ items: [Item], in name: (Item) -> String) throws -> Item? {
        var items = items.filter { store == nil || name($0) == store }
        if items.count > 1 {
            items = try app.presentInfo().stores.compactMap { served in items.first { name($0) == served.name } }
        }
        if items.count > 1 { _ = try Self.only(items.map(name), "several stores of the app have had such an action") }
        return items.first
    }

    /// The store that accepts an action.
    ///
    /// - Parameter known: the only store that had such an action.
    func store(accepting known: String?) throws -> String? {
        guard let names = try choice() else { return store }
        return try known ?? Self.only(names, "nothing like it was recorded before, and the app has several stores")
    }

    private static func only(_ names: [String], _ reason: String) throws(PromptError) -> String {
        if names.count == 1 { return names[0] }
        throw PromptError(
            "\(reason): \(names.joined(separator: ", ")); say which one is meant, with --store \(names[0].shellQuoted) right behind the command"
        )
    }

    /// The app's value at a place.
    func shown(at place: JSONPointer, of store: String?) throws -> GetState.Answer {
        try ask(GetState(store: store, path: place.description, reveal: reveals ? true : nil), of: store)
    }

    /// Sends a request about a store; a refusal names the store.
    func ask<Method: ControlMethod>(_ request: Method, of store: String?) throws -> Method.Answer {
        do {
            return try app.ask(request)
        } catch var error as ControlError where store != nil && error.code != .noSuchStore {
            error.message = "in \(store ?? ""): \(error.message)"
            throw error
        }
    }
}
