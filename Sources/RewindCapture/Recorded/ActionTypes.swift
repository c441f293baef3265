package import RewindFormat
import RewindValue

/// The types of an app's actions, from which replay makes the recorded actions again.
///
/// A store with one `Codable` action type needs only ``itself``. If actions of many types share a protocol, list them once:
///
/// ```swift
/// let actions = ActionTypes<any Action>(AddTodo.self, HomeAction.self)
/// try await store.replay(timeline, actions: actions)
/// ```
///
/// A recorded action finds its type by the name at the beginning of its step's `type`, as in `AddTodo` and `HomeAction/didReceive`.
public struct ActionTypes<Action>: Sendable {
    private let decoders: [String: @Sendable (JSONValue) throws -> Action?]
    /// For a store of one type, whose lines are named by cases.
    private var only: (@Sendable (JSONValue) throws -> Action?)?

    /// Makes of a line of an earlier version of the app what it would be today; `nil` if all are of today's.
    private var migrate: (@Sendable (ActionLine) throws -> ActionLine)?

    /// Decodes a protocol's actions as these types; each has to conform to the protocol.
    public init<each Kind: Decodable & SendableMetatype>(_ types: repeat (each Kind).Type) {
        var decoders: [String: @Sendable (JSONValue) throws -> Action?] = [:]
        func add<T: Decodable & SendableMetatype>(_ type: T.Type) {
            decoders[TypeName.of(type)] = { try $0.decode(type) as? Action }
        }
        repeat add(each types)
        self.decoders = decoders
    }

    /// The same types, for lines of an earlier version of the app, of which a function makes what they would be today.
    package func migrated(by change: @escaping @Sendable (ActionLine) throws -> ActionLine) -> ActionTypes {
        var types = self
        types.migrate = change
        return types
    }

    /// A line as it would be today.
    ///
    /// - Throws: ``UnreplayableAction`` if the app can't say.
    package func migrated(_ line: ActionLine) throws(UnreplayableAction) -> ActionLine {
        guard let migrate, line.action != nil else { return line }
        do { return try migrate(line) } catch {
            throw UnreplayableAction(step: line.step, type: line.type, reason: .undecodable("its migration fails: \(error)"))
        }
    }

    /// The names by which the types are found, sorted.
    package var names: [String] { decoders.keys.sorted() }

    /// Decodes the action of a line; a line without a type, such as a handwritten one, must decode as exactly one of the types.
    ///
    /// - Throws: ``UnreplayableAction``, with the reason why the action can't be made again.
    package func decode(_ line: ActionLine) throws(UnreplayableAction) -> Action {
        func refused(_ reason: UnreplayableAction.Reason) -> UnreplayableAction {
            UnreplayableAction(step: line.step, type: line.type, reason: reason)
        }
        if line.isDumped { throw refused(.dumped) }
        let line = try migrated(line)
        guard let value = line.action else { throw refused(.notRecorded) }
        if line.type.isEmpty, only == nil {
            let fitting = decoders.compactMap { name, decoder in ((try? decoder(value)) ?? nil).map { (name: name, action: $0) } }
            guard let first = fitting.first else { throw refused(.undecodable("it is not one of \(names.joined(separator: ", "))")) }
            if fitting.count > 1 { throw refused(.ambiguous(fitting.map(\.name).sorted())) }
            return first.action
        }
        let name = line.type.prefix { $0 != "/" }
        guard let decoder = only ?? decoders[String(name)] else { throw refused(.unknownType(known: names)) }
        let action: Action?
        do { action = try decoder(value) } catch { throw refused(.undecodable("\(error)")) }
        guard let action else { throw refused(.undecodable("\(name) is not of type \(Action.self)")) }
        return action
    }
}

extension ActionTypes where Action: Decodable & SendableMetatype {
    /// The one type that all of a store's actions have.
    public static var itself: ActionTypes {
        var types = ActionTypes()
        types.only = { try $0.decode(Action.self) }
        return types
    }
}

/// A recorded action that can't be made again.
public struct UnreplayableAction: Error, Sendable, Equatable, CustomStringConvertible {
    /// The action's step.
    package var step: Int
    /// The action's name.
    package var type: String
    /// Why the action can't be made again.
    public var reason: Reason

    /// An action that can't be made again for a reason.
    package init(step: Int, type: String, reason: Reason) { (self.step, self.type, self.reason) = (step, type, reason) }

    /// Why an action can't be made again.
    public enum Reason: Sendable, Equatable {
        /// The action's type was not `Codable`, so only a dump was recorded.
        case dumped
        /// The action could not be encoded, or only its beginning was written.
        case notRecorded
        /// The app listed no type of that name, but only these.
        case unknownType(known: [String])
        /// The line names no type, and several of the app's can be it.
        case ambiguous([String])
        /// The recorded action no longer decodes as the type.
        case undecodable(String)
    }

    /// The step, why its action can't be made again, and what helps.
    public var description: String { "The action of step \(step) (\(type)) can't be reduced again: \(reason.words)." }
}

extension UnreplayableAction.Reason {
    private static func withoutStop(_ error: String) -> String { error.hasSuffix(".") ? String(error.dropLast()) : error }

    /// Why, and what helps, without a full stop.
    package var words: String {
        switch self {
        case .dumped: "only a dump of the action was recorded. Make its type Codable to replay it"
        case .notRecorded: "the action is not in the recording"
        case .unknownType(let known):
            known.isEmpty
                ? "no action types were named. Name them: ActionTypes(…)"
                : "no type of that name was given, only \(known.joined(separator: ", ")). Add it to ActionTypes"
        case .ambiguous(let fitting): "several types can be it: \(fitting.joined(separator: ", ")). Name the one that is meant"
        case .undecodable(let error): "the recorded action can't be decoded: \(Self.withoutStop(error))"
        }
    }
}
