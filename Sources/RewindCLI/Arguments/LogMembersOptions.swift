import ArgumentParser
import RewindEditing
import RewindValue

/// The options that say which members of a log line hold the action, its time and so on.
struct LogMembersOptions: ParsableArguments {
    @Option(help: "The action's type; by default 'type'.", transform: Self.pointer)
    var typeAt: JSONPointer?

    @Option(help: "The time: since 1970 in seconds or parts of them, or a date as programs print it.", transform: Self.pointer)
    var timeAt: JSONPointer?

    @Option(help: "The action; by default the whole line.", transform: Self.pointer)
    var actionAt: JSONPointer?

    @Option(help: "The state after the action.", transform: Self.pointer)
    var stateAt: JSONPointer?

    @Option(help: "The store's name.", transform: Self.pointer)
    var storeAt: JSONPointer?

    @Option(help: "Where the action was sent, such as 'cart.ts:12'.", transform: Self.pointer)
    var siteAt: JSONPointer?

    var areGiven: Bool { [typeAt, timeAt, actionAt, stateAt, storeAt, siteAt].contains { $0 != nil } }

    var members: History.LogMembers {
        var members = History.LogMembers()
        if let typeAt { members.type = typeAt }
        (members.time, members.action, members.state, members.store, members.site) = (timeAt, actionAt, stateAt, storeAt, siteAt)
        return members
    }

    /// Parses a path, or the name of a member of the line.
    private static func pointer(_ text: String) throws -> JSONPointer {
        guard !text.isEmpty else { throw ValidationError("a member's name, or a path, is expected") }
        return ["/", "."].contains(text.prefix(1)) ? try JSONPointer(argument: text) : JSONPointer(tokens: [text])
    }
}
