import RewindCapture
import RewindControl
import RewindFormat
import RewindJournal
import RewindLive
import RewindReplay
import RewindSystem
import RewindValue

/// One of the apps of a mirror: its connection, and its state as its recording tells it.
struct MirroredApp {
    let info: AppInfo
    let store: AppInfo.StoreInfo
    let client: LiveClient
    /// What the app says of itself in its recording.
    private let manifest: Manifest
    /// The form in which a leader's changes are brought to others.
    private let form: SharedForm
    private var tail: RecordingTail
    private var states = FollowedStates()
    /// Whether it may not have the leader's state, and gets all of it at the next occasion.
    var isBehind = true
    /// What it was not given and why, as sentences that are to be said.
    private var complaints: [String] = []
    /// What was said of that already.
    private var said: Set<String> = []

    /// Connects to an app and follows its recording.
    ///
    /// - Parameters:
    ///   - name: the store; by default the first of its recording.
    ///   - directory: where the recording goes.
    ///   - options: how the client behaves.
    ///   - patience: how long the state that it has now is waited for.
    /// - Throws: as `LiveClient` does; ``NegativeAnswer`` if the app has no such store, or records pseudonyms.
    init(
        _ address: LiveAddress, store name: String?, directory: String, options: LiveClient.Options = .init(),
        patience: Duration = .seconds(10)
    ) async throws {
        let client = LiveClient(address, options: options)
        let info = try await client.connect()
        (self.client, self.info) = (client, info)
        let title = "\(info.app) \(info.process)"
        guard let store = info.stores.first(where: { name == nil || $0.name == name }) else {
            await client.close()
            throw NegativeAnswer(description: name.map { "\(title) serves no store '\($0)'" } ?? "\(title) serves no store")
        }
        self.store = store
        if info.level == RedactionLevel.masked.rawValue {
            await client.close()
            throw NegativeAnswer(
                description: "\(title) records pseudonyms in place of all texts, and these can't be shared: record at the level 'secrets'")
        }
        let answer = try await client.follow(into: directory, from: .now)
        tail = try RecordingTail(following: directory, from: .newest)
        manifest = try await Self.manifest(in: directory, of: title)
        let type = manifest.stores.first { $0.name == store.name }?.state ?? ""
        form = SharedForm(ofType: type, CollectionPlaces(shapes: manifest.types))
        let deadline = ContinuousClock.now + patience
        while true {
            try look()
            // The last step may be that of another store.
            let isHere = states.state(of: store.name) != nil
            if isHere, states.lastStep >= answer.step || ContinuousClock.now > deadline { return }
            if ContinuousClock.now > deadline {
                throw LiveError(
                    .unreachable,
                    "\(title) did not send the state of its store '\(store.name)' within \(patience.components.seconds) seconds")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// What an app says of itself, as soon as that is here.
    private static func manifest(in directory: String, of title: String) async throws -> Manifest {
        let path = "\(directory)/\(Manifest.entryName)"
        let deadline = ContinuousClock.now + .seconds(10)
        while FileSystem.kind(of: path) == nil {
            if ContinuousClock.now > deadline { throw LiveError(.unreachable, "\(title) did not send its recording within 10 seconds") }
            try await Task.sleep(for: .milliseconds(5))
        }
        return try Manifest(parsing: try FileSystem.read(path, limit: FormatLimits.default.manifestBytes), path: path)
    }

    /// The app by its name and process.
    var title: String { "\(info.app) \(info.process)" }

    /// The app, and which of its stores is meant where it has several.
    var titleWithStore: String { info.stores.count > 1 ? "\(title) in its store \(store.name)" : title }

    /// The state after its last step; `nil` while that is not known.
    var state: JSONValue? { states.state(of: store.name)?.state }

    /// Why this app can't follow another one; `nil` if it can.
    func refusal(of leader: MirroredApp) -> String? {
        if info.app != leader.info.app { return "it is another app than \(leader.info.app)" }
        for key in ["version", "build"] where manifest.app[key] != leader.manifest.app[key] {
            func words(_ app: MirroredApp) -> String { app.manifest.app[key]?.string ?? "none" }
            return "its \(key) is \(words(self)), the leader's is \(words(leader))"
        }
        if store.state != leader.store.state { return "its state is a \(store.state), the leader's is a \(leader.store.state)" }
        for (name, shape) in manifest.types {
            if let other = leader.manifest.types[name], other != shape { return "its type \(name) has another shape than the leader's" }
        }
        return nil
    }

    /// Takes in what has been recorded since the last look.
    ///
    /// - Returns: the operations that lead there, in the shared form; `nil` if only the whole state does.
    @discardableResult
    mutating func look() throws(RecordingError) -> JSONPatch? {
        var patch: JSONPatch? = JSONPatch()
        while true {
            let reading = try tail.read()
            if !reading.dropped.isEmpty {
                states.forget()
                patch = nil
            }
            for piece in reading.pieces where piece.stream == .states {
                let lines = LiveLines.states(in: piece.bytes, segment: piece.segment)
                for change in states.take(lines, applying: form.applying(to: store.name)) where change.store == store.name {
                    if case .patched(let next) = change.kind { patch?.operations += next.operations } else { patch = nil }
                }
            }
            if !reading.hasMore { return patch }
        }
    }

    /// Brings a state to the app as a whole: what it has otherwise.
    ///
    /// A part that it can't take stays as it has it, and the rest is taken.
    mutating func take(_ state: JSONValue, from leader: String) async throws {
        let own = try await client.call(GetState(store: store.name)).value
        var state = state
        while true {
            let patch = TreeDiff(from: form.of(own), to: form.of(state)).exactPatch
            if patch.isEmpty { break }
            do {
                try await make(try form.recorded(patch, in: own), from: leader)
                break
            } catch let error as ControlError where error.code != .locked {
                let path = (error.data?["path"]?.string).flatMap { try? JSONPointer(parsing: $0) } ?? .root
                let part = Self.part(at: path, of: own, state)
                guard !part.tokens.isEmpty, let kept = own[part], kept != state[part] else { throw error }
                try JSONPatch([.replace(part, kept)]).apply(to: &state)
                complaints.append("\(title) keeps its own \(part): \(error.message)")
            }
        }
        isBehind = false
    }

    /// The innermost member around a place that two states both have, in no array: an element is no element of another array.
    private static func part(at path: JSONPointer, of own: JSONValue, _ state: JSONValue) -> JSONPointer {
        var part = JSONPointer.root
        for token in path.tokens {
            guard own[part]?.object?[token] != nil, state[part]?.object?[token] != nil else { break }
            part = part.appending(token)
        }
        return part
    }

    /// Has the app make the leader's changes, told in the shared form; where the recording hides a value, it keeps its own.
    ///
    /// - Throws: `ControlError` or `JSONPatchError` if they can't be made in this app's state; `LiveError` if it can't be reached.
    mutating func take(_ patch: JSONPatch, from leader: String) async throws {
        guard form.concerns(patch) else { return try await make(patch, from: leader) }
        // Where an element or a key stands, only the app's own state tells; as long as it goes on meanwhile, it is asked again.
        for attempt in 1...Self.attempts {
            let own = try await client.call(GetState(store: store.name))
            do {
                return try await make(
                    try form.recorded(patch, in: own.value), from: leader, at: attempt < Self.attempts ? own.step : nil)
            } catch let error as ControlError where error.code == .stale {}
        }
    }

    private static let attempts = 8

    /// - Parameter step: the step from whose state the patch leads; by default any.
    private mutating func make(_ patch: JSONPatch, from leader: String, at step: Int? = nil) async throws {
        let request = PatchState(store: store.name, patch: patch.json, from: step, by: "mirror of \(leader)", keepsOwn: true)
        let answer = try await client.call(request)
        for place in answer.hidden ?? [] {
            complaints.append("\(title) was not given \(place), which the recording hides: it keeps its own, or has a placeholder there")
        }
    }

    /// Takes what is to be said of what it was not given, each sentence once.
    mutating func takeComplaints() -> [String] {
        defer { complaints = [] }
        return complaints.filter { said.insert($0).inserted }
    }
}
