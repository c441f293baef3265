public import RewindCapture
import RewindFormat
import RewindReplay
import RewindSystem
import RewindValue

/// A program that runs an app's reducer for the `rewind` command: `rewind verify`, `reproduce` and `minimize` reduce recorded actions in it.
///
/// Make an executable of it, in the app's package:
///
/// ```swift
/// var host = RewindHost()
/// host.add(from: ShopState(), actions: .itself) { (state: inout ShopState, action: ShopAction) in
///     shopReducer(&state, action)  // `_ = shopReducer(…)` if it returns effects, which are not started
/// }
/// host.run()
/// ```
///
/// Then `rewind verify bug.rewind --host .build/debug/ShopHost` compares today's reducer with the recording. What has changed since older
/// recordings were made, ``Migration`` tells.
public struct RewindHost {
    private var stores: [any HostedStore] = []

    /// A host without a store.
    public init() {}

    /// Adds a store's reducer.
    ///
    /// - Parameters:
    ///   - name: the name that recordings know the store by, if they have several.
    ///   - initial: any state; parts of it that no recording has are those of each state that is reduced.
    ///   - actions: the types as which the recorded actions are decoded; `.itself` if there is one.
    ///   - version: the version of the state, which the app's recorder is told as well.
    ///   - migrations: what has changed since version 1, in order.
    ///   - reduce: the app's reducer without recorder, middleware and effects; what it changes before it throws stays.
    public mutating func add<State: Codable, Action>(
        _ name: String = "main", from initial: State, actions: ActionTypes<Action>, version: Int = 1, migrations: [Migration] = [],
        reduce: @escaping (inout State, Action) throws -> Void
    ) {
        let migrations = StoreMigrations(migrations, version: version)
        stores.append(
            ReducingStore(name: name, initial: initial, actions: actions, migrations) { state, action, _ in try reduce(&state, action) })
    }

    /// Adds the app's own store, which reduces each action as it does when a recording is replayed in it.
    ///
    /// ```swift
    /// host.add(store: ShopStore(), actions: .itself)
    /// ```
    ///
    /// - Parameters:
    ///   - name: the name that recordings know the store by, if they have several.
    ///   - store: a store of its own, without a recorder; parts of its state that no recording has stay as they are.
    ///   - actions: the types as which the recorded actions are decoded; `.itself` if there is one.
    ///   - version: the version of the state, which the app's recorder is told as well.
    ///   - migrations: what has changed since version 1, in order.
    public mutating func add<S: ReplayableStore>(
        _ name: String = "main", store: S, actions: ActionTypes<S.Action>, version: Int = 1, migrations: [Migration] = []
    ) where S.State: Codable {
        let migrations = StoreMigrations(migrations, version: version)
        stores.append(
            ReducingStore(name: name, initial: store.state, actions: actions, migrations) { state, action, step in
                store.replaceState(state)
                store.replay(action, of: step)
                state = store.state
            })
    }

    /// Reads requests from standard input and answers them on standard output, until the input ends; then it ends the process.
    ///
    /// What the app prints goes to standard error. Call it on the thread, or the actor, that the reducer needs.
    public func run() -> Never {
        let write = StandardStream.redirectOutput()
        SwiftBacktrace.forgo()
        allowDebuggers()
        guard let input = try? InputLines(endingProcessAfter: 5) else { endProcess(status: 2) }
        while let line = input.next() {
            if let answer = answer(to: line), write(answer + [UInt8(ascii: "\n")]) != 0 { break }
        }
        endProcess(status: 0)
    }

    /// The answer to a message; `nil` for a notification or a response.
    func answer(to text: [UInt8]) -> [UInt8]? {
        let message: ControlMessage
        do throws(ControlError) { message = try ControlMessage(parsing: text) } catch {
            return ControlMessage.response(id: .null, .failure(error)).text
        }
        guard case .request(let id?, let method, let parameters) = message else { return nil }
        do throws(ControlError) {
            return ControlMessage.response(id: id, .success(try answer(method, parameters))).text
        } catch {
            return ControlMessage.response(id: id, .failure(error)).text
        }
    }

    private func answer(_ method: String, _ parameters: JSONValue) throws(ControlError) -> JSONValue {
        switch method {
        case GetHostInfo.name:
            return try Self.json(
                HostInfo(
                    library: RewindVersion.text, process: Int(SystemFacts.processID), stores: stores.map(\.info), types: .object(shapes)))
        case ReduceLines.name:
            let request = try ReduceLines(parameters: parameters)
            return try store(request.store).reduce(request).json
        case DecodeValues.name:
            let request = try DecodeValues(parameters: parameters)
            return try Self.json(store(request.store).decode(request))
        default:
            let methods = [GetHostInfo.name, ReduceLines.name, DecodeValues.name].joined(separator: ", ")
            throw ControlError(.noSuchMethod, "a host has no method '\(method)', only \(methods)")
        }
    }

    /// The shapes of the states' types.
    private var shapes: JSONObject {
        JSONObject((TypeShape.shapes(of: stores.map(\.type)) + CodingKeyNames.shapes).map { ($0.name, $0.shape.json) })
    }

    private func store(_ name: String) throws(ControlError) -> any HostedStore {
        if let store = stores.first(where: { $0.name == name }) { return store }
        let names = stores.map { "'\($0.name)'" }.joined(separator: ", ")
        throw ControlError(.noSuchStore, "the host has no store '\(name)', only \(names)")
    }

    private static func json(_ answer: some Encodable) throws(ControlError) -> JSONValue {
        do { return try JSONValue(encoding: answer) } catch { throw ControlError(.failed, "the answer can't be encoded: \(error)") }
    }
}

/// A store whose reducer a host runs, whatever its types.
private protocol HostedStore: AnyObject {
    var name: String { get }
    /// The type of its state.
    var type: Any.Type { get }
    var info: HostInfo.Store { get }

    func reduce(_ request: ReduceLines) throws(ControlError) -> ReduceLines.Answer
    func decode(_ request: DecodeValues) throws(ControlError) -> DecodeValues.Answer
}

/// A reducer with the state that it reached.
private final class ReducingStore<State: Codable, Action>: HostedStore {
    let name: String
    let type: Any.Type = State.self
    private let initial: (state: State, tree: JSONValue?)
    private var state: State
    private let actions: ActionTypes<Action>
    private let migrations: StoreMigrations
    private let reducer: (inout State, Action, Step) throws -> Void
    /// Whether a state may change while a copy of it is kept, so that it has to be encoded before.
    private let isValue = ValueBits(of: State.self).isValue
    private let changes = StateChanges()

    init(
        name: String, initial: State, actions: ActionTypes<Action>, _ migrations: StoreMigrations,
        reducer: @escaping (inout State, Action, Step) throws -> Void
    ) {
        (self.name, self.actions, self.migrations, self.reducer) = (name, actions, migrations, reducer)
        self.initial = (initial, try? JSONValue(revealing: initial))
        state = initial
    }

    var info: HostInfo.Store {
        let rules = migrations.rules.map { $0.json }
        return HostInfo.Store(
            name: name, state: TypeShape.name(of: State.self), version: migrations.version == 1 ? nil : migrations.version,
            migrations: rules.isEmpty ? nil : rules)
    }

    /// The types of the actions of a recording.
    ///
    /// - Parameter version: the version of the state that it was recorded with; `nil` for today's.
    private func actions(from version: Int?) -> ActionTypes<Action> { version.map { migrations.applied(to: actions, from: $0) } ?? actions }

    func reduce(_ request: ReduceLines) throws(ControlError) -> ReduceLines.Answer {
        var answer = ReduceLines.Answer()
        if let given = request.state {
            do {
                state = try decode(given)
            } catch {
                let problem = DecodingProblem(error)
                throw ControlError(.undecodable, "the state does not decode \(problem.text)", data: problem.data)
            }
            let own = try encoded()
            if own != given { answer.state = own }
        }
        let actions = actions(from: request.version)
        for json in request.lines {
            guard let line = json.object.flatMap(ActionLine.init) else {
                throw ControlError(.invalidParameters, "a line has no action: step, time and type are missing")
            }
            let action: Action
            do throws(UnreplayableAction) { action = try actions.decode(line) } catch {
                answer.steps.append(ReducedLine(undecodable: error.reason.words))
                break
            }
            answer.steps.append(ReducedLine(patch: try reduce(action, of: line).json))
        }
        return answer
    }

    func decode(_ request: DecodeValues) throws(ControlError) -> DecodeValues.Answer {
        let actions = actions(from: request.version)
        return DecodeValues.Answer(
            states: request.states.map { state in
                Self.decoded(state) { try JSONValue(encoding: decode(state)) }
            },
            lines: try request.lines.map { (json) throws(ControlError) in
                guard let line = json.object.flatMap(ActionLine.init) else {
                    throw ControlError(.invalidParameters, "a line has no action: step, time and type are missing")
                }
                let migrated = try? actions.migrated(line)
                var decoded = Self.decoded(migrated?.action ?? line.action ?? .null) {
                    let action = try actions.decode(line)
                    return try (action as? any Encodable).map { try JSONValue(encoding: $0) } ?? migrated?.action ?? line.action ?? .null
                }
                if let migrated {
                    if migrated.action != line.action { decoded.migrated = migrated.action }
                    if migrated.type != line.type { decoded.type = migrated.type }
                }
                return decoded
            })
    }

    /// What a value that was recorded is encoded to today.
    private static func decoded(_ recorded: JSONValue, _ own: () throws -> JSONValue) -> DecodedValue {
        do {
            let own = try own()
            return DecodedValue(value: own == recorded ? Optional.none : own)
        } catch let error as UnreplayableAction {
            return DecodedValue(undecodable: error.reason.words)
        } catch {
            let problem = DecodingProblem(error)
            return DecodedValue(undecodable: problem.text, path: problem.path.description)
        }
    }

    private func decode(_ given: JSONValue) throws -> State {
        guard let tree = initial.tree else { return try given.decode() }
        return try given.decode(State.self, preserving: initial.state, encodedAs: tree, FieldPreservation(sharesInstances: false))
    }

    private func encoded() throws(ControlError) -> JSONValue {
        do { return try JSONValue(encoding: state) } catch { throw ControlError(.failed, "the state can't be encoded: \(error)") }
    }

    private func reduce(_ action: Action, of line: ActionLine) throws(ControlError) -> JSONPatch {
        let before = isValue ? Optional.none : try encoded()
        let old = state
        try? reducer(&state, action, Step(number: line.step, store: line.store, line: line, outcome: .lost))
        if let before { return TreeDiff(from: before, to: try encoded()).patch }
        do { return try changes.patch(from: old, to: state) } catch { throw ControlError(.failed, "the state can't be encoded: \(error)") }
    }
}
