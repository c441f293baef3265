import RewindArchive
public import RewindCapture
public import RewindControl
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue
public import Testing

/// Reduces the actions of a recording in a store, one after the other, and records an issue at the first state that is not the recorded one.
///
/// ```swift
/// @Test func replaysTheBug() async throws {
///     let store = Store(initialState: AppState(), reducer: appReducer)
///     try await expectReplay(of: "bug-1234.rewind", in: store)
/// }
/// ```
///
/// The store begins with the recorded state before the first step, and goes on with what its own reducer makes of it; effects are silent. An
/// action that crashed the reducer is reduced, too: if it still crashes, the test does. Differences in what the recording hides do not count,
/// nor does a member that the recorded type did not have, for which a warning is recorded. An issue is recorded also for an action that the
/// app's types no longer decode, and if no action was reduced. That of a state names the argument without which no state differs, if there
/// is one.
///
/// - Parameters:
///   - recording: a file in the folder of the test's source file, or its path.
///   - store: the store, which is live again afterwards, in the state that it reached.
///   - actions: the types as which the recorded actions are decoded.
///   - version: the version of the store's state, if there are migrations.
///   - migrations: what has changed in the state and the actions since version 1, in order, as for a host.
///   - name: the recorded store; by default the only one with this type of state, else the first one.
///   - steps: after which steps the state has to be the recorded one.
///   - paths: the places of the state that are compared, as `/cart/total` or `.cart.total`; by default all of it.
///   - ignored: the places of the state that are not compared, as `/cart/items/*/seen` or `.cart.items[*].seen`.
///   - expression: what must not become true after any step, as in `rewind find`: `.cart.total < 0`.
///   - filePath: the test's source file.
///   - sourceLocation: where an issue is shown.
///   - invariant: is called with the state after each step, and the step; what it expects has to hold.
/// - Throws: `RecordingError` if the recording can't be read or has no such store, an error that says what is wrong with the expression, and
///   what encoding the state and `invariant` throw.
public func expectReplay<S: ReplayableStore>(
    of recording: String, in store: S, actions: ActionTypes<S.Action>, version: Int = 1, migrations: [Migration] = [],
    store name: String? = nil, comparing steps: ComparedSteps = .all, at paths: [String] = [], ignoring ignored: [String] = [],
    never expression: String? = nil, filePath: StaticString = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation, invariant: (S.State, Int) throws -> Void = { _, _ in }
) async throws where S.State: Codable {
    let folder = "\(filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let recorded = try Timeline(openRecording(at: recording.hasPrefix("/") ? recording : "\(folder)/\(recording)"))
    let name = try recorded.store(name, of: S.State.self)
    let migrations = StoreMigrations(migrations, version: version)
    let timeline = try recorded.read(by: [name: migrations.rules])
    let actions = migrations.applied(to: actions, from: recorded.recording.manifest.version(of: name))
    let places = try paths.map { try JSONPointer(argument: $0) }
    let left = try ignored.map { try PointerPattern(argument: $0) }
    var comparison = try ReplayComparison(timeline, store: name, steps: steps, places: places, ignored: left)
    var watch = try expression.map { try ForbiddenState($0) }
    var last: Step?
    var thrown: (any Error)?
    func evaluate(after step: Step?) {
        guard let step, thrown == nil else { return }
        do {
            try comparison.compare(store.state, after: step)
            try watch?.evaluate(store.state, after: step)
            try invariant(store.state, step.number)
        } catch { thrown = error }
    }
    let report = try await store.replay(timeline, actions: actions, store: name, schedule: PlaySchedule(speed: 1_000_000)) { step in
        evaluate(after: last)
        last = step
    }
    evaluate(after: last)
    if let thrown { throw thrown }
    for refused in report.refused where refused.isOfTheApp {
        Issue.record("\(recording): \(refused)", sourceLocation: sourceLocation)
    }
    if report.reduced == 0 {
        Issue.record("\(recording): no action of the store '\(name)' was reduced again", sourceLocation: sourceLocation)
    }
    if let found = watch?.found { Issue.record("\(recording): \(found)", sourceLocation: sourceLocation) }
    if let difference = comparison.difference {
        let advice = try comparison.advice.map { "\n          \($0)" } ?? ""
        Issue.record("\(recording): \(difference)\(advice)", sourceLocation: sourceLocation)
    }
    if let remark = comparison.remark {
        Issue.record("\(recording): \(remark)", severity: .warning, sourceLocation: sourceLocation)
    }
}

/// The same for a store whose actions are of one type.
public func expectReplay<S: ReplayableStore>(
    of recording: String, in store: S, version: Int = 1, migrations: [Migration] = [], store name: String? = nil,
    comparing steps: ComparedSteps = .all, at paths: [String] = [], ignoring ignored: [String] = [], never expression: String? = nil,
    filePath: StaticString = #filePath, sourceLocation: SourceLocation = #_sourceLocation,
    invariant: (S.State, Int) throws -> Void = { _, _ in }
) async throws where S.State: Codable, S.Action: Decodable & SendableMetatype {
    try await expectReplay(
        of: recording, in: store, actions: .itself, version: version, migrations: migrations, store: name, comparing: steps, at: paths,
        ignoring: ignored, never: expression, filePath: filePath, sourceLocation: sourceLocation, invariant: invariant)
}

/// After which steps of a replay the state has to be the recorded one.
public enum ComparedSteps: Sendable {
    /// After each.
    case all
    /// After the last one whose state is known.
    case last
    /// After none: the reducer has to get through, and the invariants to hold.
    case none
}

/// What a replay came to, beside what was recorded.
private struct ReplayComparison {
    let timeline: Timeline
    let store: String
    let places: [JSONPointer]
    let ignored: [PointerPattern]
    /// The first difference, in words.
    private(set) var difference: String?

    /// The places that differ after any step; `nil` if they are too many to name.
    private var differing: [PointerPattern]? = []
    /// What is no difference; `nil` until a state was compared.
    private var tolerance: StateTolerance?
    /// The only step to compare after; `nil` for each.
    private let only: Int?

    /// How many places a piece of advice names.
    private static let placeLimit = 4

    init(
        _ timeline: Timeline, store: String, steps: ComparedSteps, places: [JSONPointer], ignored: [PointerPattern]
    ) throws(RecordingError) {
        (self.timeline, self.store, self.places, self.ignored) = (timeline, store, places, ignored)
        only =
            switch steps {
            case .all: nil
            case .last: try timeline.lastKnownState(at: timeline.steps.upperBound, store: store)?.step
            case .none: timeline.steps.lowerBound - 1
            }
    }

    /// What would leave no difference, in a sentence; `nil` if no argument would.
    var advice: String? {
        get throws(RecordingError) {
            if try timeline.stepThatCrashed()?.store == store {
                return "the recording ended in a crash, and its states are those of that app: 'comparing: .none' asks only whether the "
                    + "reducer gets through, as it did"
            }
            guard let differing, !differing.contains(where: { $0.tokens.isEmpty }) else { return nil }
            let places = (ignored + differing).map { JSONValue.string($0.description).jsonText }.joined(separator: ", ")
            return "if that is as it should be now, 'ignoring: [\(places)]' leaves no difference"
        }
    }

    /// What was not compared because the recorded types did not have it, in a sentence; `nil` if all was.
    var remark: String? {
        guard let members = tolerance?.newMembers, !members.isEmpty else { return nil }
        return Remark.newMembers(members).sentence
    }

    /// What is no difference; the types' keys are known once a state was encoded.
    private func tolerance<State>(for type: State.Type) -> StateTolerance {
        let shapes = JSONObject((TypeShape.shapes(of: [type]) + CodingKeyNames.shapes).map { ($0.name, $0.shape.json) })
        return StateTolerance(
            ignoring: ignored, recorded: timeline.stateTypes(of: store),
            today: StateTypes(shapes: shapes, state: TypeShape.name(of: type)))
    }

    /// Compares the state that the store has reached with the recorded one.
    mutating func compare<State: Codable>(_ state: State, after step: Step) throws {
        guard differing != nil, only == nil || only == step.number,
            case .known(let tree) = try timeline.state(at: step.number, store: store)
        else { return }
        // Both are encoded alike, whatever the app's types have more or less than when it was recorded. A state with a placeholder in it
        // may not decode.
        func own(_ tree: JSONValue) -> JSONValue {
            (try? JSONValue(encoding: timeline.decode(tree, as: State.self, of: store, after: step.number))) ?? tree
        }
        let recorded = own(tree)
        let (reached, hidesTexts) = (try JSONValue(encoding: state), timeline.recording.manifest.hidesTexts)
        var tolerance = tolerance ?? tolerance(for: State.self)
        let found = StateDifference(from: recorded, to: reached, hidesTexts: hidesTexts, allowing: &tolerance)
        self.tolerance = tolerance
        guard let found, found.kind != .hidden else { return }
        let wanted = found.places.filter { place in
            places.isEmpty || places.contains { $0.isPrefix(of: place.pointer) || place.pointer.isPrefix(of: $0) }
        }
        // The recording has a step of its own for what a reducer had changed when it threw.
        if try wanted.isEmpty || timeline.change(leftBy: step).map({ own($0.state) }) == reached { return }
        note(wanted)
        if difference != nil { return }
        let divergence = Divergence(steps: step.number...step.number, store: store, type: step.type, kind: .codeChanged, places: wanted)
        let words = found.kind == .order ? "has the same elements in another order" : "is not the recorded one"
        let lines = ["\(divergence.place): the state \(words)"] + VerifyQuestion.Row.places(of: divergence).map { "          " + $0.text }
        difference = lines.joined(separator: "\n")
    }

    private mutating func note(_ places: [StateDifference.Place]) {
        for place in places.map({ PointerPattern($0.pointer) }) where differing?.contains(place) == false { differing?.append(place) }
        if differing?.count ?? 0 > Self.placeLimit { differing = nil }
    }
}

extension UnreplayableAction {
    /// Whether the app's types, and not the recording, are the reason that it can't be made again.
    fileprivate var isOfTheApp: Bool {
        switch reason {
        case .unknownType, .ambiguous, .undecodable: true
        case .dumped, .notRecorded: false
        }
    }
}

/// An expression that must not become true.
private struct ForbiddenState {
    /// Where it became true first, in words.
    private(set) var found: Comment?

    private let expression: String
    private let predicate: Predicate
    private var before = JSONValue.null

    init(_ expression: String) throws { (self.expression, predicate) = (expression, try Predicate(parsing: expression)) }

    /// Evaluates it for the state that the store has reached.
    mutating func evaluate<State: Codable>(_ state: State, after step: Step) throws {
        if found != nil { return }
        let tree = try JSONValue(encoding: state)
        if predicate.holds(in: tree, before: before, after: step) {
            found = "step \(step.number), \(TerminalText.escaped(step.type)): '\(expression)' is true after it"
        }
        before = tree
    }
}
