import RewindControl
import RewindFormat
import RewindRecorder
import RewindReplay
import RewindSystem
import RewindValue

/// A store's state that is shared through a folder, and the actions taken when either changes.
actor Replication {
    private let recorder: Recorder
    private let requests: EditRequests
    private let onEvent: @Sendable (ReplicationEvent) -> Void
    private let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation
    private let form: SharedForm
    private var store: FollowedStore
    private var folder: ReplicaFolder
    private var replicas: ReplicaState
    private var refused: Set<String> = []
    /// The errors reported about other replicas' files that can't be read, until they can.
    private var unreadable: Set<String> = []
    /// The last error reported for each kind of event, until an event of that kind succeeds.
    private var failures: [Event: String] = [:]
    /// Whether a change could not be written into this replica's file.
    private var isIncomplete = false
    /// When those began whose state each replica shares.
    private var foundingTimes: [String: Int] = [:]
    /// Changes of others since this replica last reported its position.
    private var unacknowledged = 0

    private enum Event: Sendable { case recorded, folderChanged }

    /// After this many changes of others, a replica reports its position, so that the others can drop what all replicas have.
    private static let acknowledgementInterval = 32

    init(
        _ path: String, _ recorder: Recorder, head: ReplicaHead, form: SharedForm, requests: EditRequests,
        onEvent: @escaping @Sendable (ReplicationEvent) -> Void
    ) throws {
        if recorder.form?.showsTexts == false {
            throw ReplicationError(
                reason: .hidden,
                message:
                    "the recording hides all texts, so they can't be shared; record at the level 'secrets' or 'everything'"
            )
        }
        self.form = form
        self.recorder = recorder
        self.requests = requests
        self.onEvent = onEvent
        (events, continuation) = AsyncStream.makeStream()
        store = try FollowedStore(recorder, store: head.store, form: form)
        folder = try ReplicaFolder(path, head: head)
        replicas = ReplicaState(name: head.replica, state: .null, founded: 0)
    }

    /// Follows both until the task is cancelled.
    func run() async throws {
        let continuation = continuation
        let following = recorder.whenWritten { continuation.yield(.recorded) }
        defer { following.cancel() }
        try await begin()
        let watch = try FileWatch(folder.path) { continuation.yield(.folderChanged) }
        onEvent(.began(others: folder.followed))
        continuation.yield(.recorded)
        continuation.yield(.folderChanged)
        try await withTaskCancellationHandler {
            for await event in events {
                do {
                    switch event {
                    case .recorded: try publish(try store.readChanges())
                    case .folderChanged: try await follow()
                    }
                    failures[event] = nil
                } catch let error as RecordingError {
                    let isNew = failures.updateValue(error.description, forKey: event) != error.description
                    if isNew { onEvent(.failed(error.description)) }
                }
            }
        } onCancel: {
            continuation.finish()
        }
        withExtendedLifetime(watch) {}
    }

    // MARK: The beginning

    /// Takes over the state that the others share, or shares the store's own.
    private func begin() async throws {
        try store.readChanges(flushing: true)
        guard let state = store.state else { throw store.missingError }
        let read = try folder.readAll()
        reportUnreadable()
        for (replica, _) in read {
            if let reason = folder.refusal(of: replica) { throw ReplicationError(reason: .otherApp, message: reason) }
        }
        var snapshots: [ReplicaSnapshot] = []
        for (_, lines) in read { for case .snapshot(let snapshot, _) in lines { snapshots.append(snapshot) } }
        let name = folder.head.replica
        guard let newest = snapshots.max(by: { $0.isSuperseded(by: $1) }) else {
            replicas = ReplicaState(name: name, state: form.of(state), founded: SystemFacts.wallNanoseconds() / 1_000_000)
            return try folder.begin(with: replicas)
        }
        replicas = ReplicaState(name: name, beginningWith: newest)
        // What this replica had seen in its last run, it has reported already.
        var seen: [String: Int] = [:]
        for case .change(let change) in read.first(where: { $0.replica == name })?.lines ?? [] { seen = change.seen }
        for (replica, lines) in read {
            for line in lines {
                guard case .change(let change) = line else {
                    _ = apply(line, of: replica)
                    continue
                }
                let isNew = replica != name && change.number > seen[replica, default: 0]
                _ = apply(line, of: replica, reportsConflicts: isNew)
                replicas.noteOwn(number: change.seen[name, default: 0])
            }
        }
        try folder.begin(with: replicas)
        if read.contains(where: { $0.replica != name && !$0.lines.isEmpty }) { try append(replicas.change(JSONPatch())) }
        try await edit(
            TreeDiff(from: form.of(state), to: replicas.state).exactPatch, from: read.map(\.replica).first { $0 != folder.head.replica })
    }

    // MARK: From the store to the folder

    /// Publishes the store's changes to the others.
    private func publish(_ changes: [FollowedStates.Change]) throws {
        if changes.isEmpty { return }
        var patch = JSONPatch()
        for change in changes {
            guard case .patched(let next) = change.kind else { return try publishDifference() }
            patch.operations += next.operations
        }
        try publish(patch)
    }

    /// Publishes the difference between the store's state and the shared one.
    private func publishDifference() throws {
        guard let state = store.state else { return }
        var patch = TreeDiff(from: replicas.state, to: form.of(state)).exactPatch
        // Where the shared state has a hidden value, the store keeps its own, which is not shared.
        patch.operations.removeAll { replicas.state[$0.pointer]?.isPlaceholder == true }
        try publish(patch)
    }

    private func publish(_ patch: JSONPatch) throws {
        if patch.isEmpty { return }
        try append(replicas.change(patch))
    }

    private func append(_ change: ReplicaChange) throws {
        unacknowledged = 0
        if try rewriteFileIfDamaged() { return }
        if isIncomplete || folder.hasLostFile { return try rewriteFile() }
        do {
            try folder.append(change)
        } catch {
            isIncomplete = true  // what is missing in the file comes with the next change
            throw error
        }
        guard folder.isLarge else { return }
        var compacted = replicas
        compacted.compact(among: folder.followed, forced: folder.isFarTooLarge)
        // As long as the others hold up what is folded into the base, a new file would be as long.
        guard folder.isWorthRewriting(with: compacted) else { return }
        replicas = compacted
        try rewriteFile()
    }

    /// Writes this replica's file anew if another program has cut or changed it, and reports the damage.
    private func rewriteFileIfDamaged() throws -> Bool {
        guard let damage = folder.damage else { return false }
        onEvent(.failed("\(damage)"))
        try rewriteFile()
        return true
    }

    private func rewriteFile() throws {
        isIncomplete = true
        try folder.begin(with: replicas)
        isIncomplete = false
    }

    // MARK: From the folder to the store

    /// Reads the others' changes, and applies them to the store.
    private func follow() async throws {
        _ = try rewriteFileIfDamaged()
        var read = try folder.read()
        reportUnreadable()
        if read.isEmpty { return }
        // The store's changes from before it knew of that come first.
        try publish(try store.readChanges(flushing: true))
        var patch = JSONPatch()
        var isAppended = true
        var authors: [String] = []
        if let older = olderSnapshot(in: read) {
            reportLost(replicas.adopt(older))
            authors = [older.author]
            foundingTimes = [:]
            try rewriteFile()
            folder.forget()
            read = try folder.read()
            isAppended = false
        }
        for (replica, lines) in read {
            if let reason = folder.refusal(of: replica) {
                if refused.insert(replica).inserted { onEvent(.refused(replica: replica, reason: reason)) }
                continue
            }
            for line in lines {
                switch apply(line, of: replica) {
                case .nothing: continue
                case .patch(let next): patch.operations += next.operations
                case .rebuilt: isAppended = false
                }
                if !authors.contains(replica) { authors.append(replica) }
            }
        }
        if !authors.isEmpty, let state = store.state {
            if !isAppended { patch = TreeDiff(from: form.of(state), to: replicas.state).exactPatch }
            try await edit(patch, from: authors.joined(separator: "+"))
        }
        if unacknowledged >= Self.acknowledgementInterval { try append(replicas.change(JSONPatch())) }
    }

    private enum Effect {
        case nothing, rebuilt
        case patch(JSONPatch)
    }

    /// - Parameter reportsConflicts: Whether conflicts are new, and so reported.
    private func apply(_ line: ReplicaLine, of replica: String, reportsConflicts: Bool = true) -> Effect {
        switch line {
        case .head: return .nothing
        case .snapshot(let snapshot, let position):
            foundingTimes[replica] = snapshot.founded
            guard snapshot.founded == replicas.founded else { return .nothing }
            let lost = replicas.adopt(snapshot)
            replicas.note(position, of: replica)
            reportLost(lost)
            return lost == nil ? .nothing : .rebuilt
        case .change(let change):
            guard foundingTimes[replica] == replicas.founded else { return .nothing }
            unacknowledged += change.patch.isEmpty ? 0 : 1
            switch replicas.apply(change) {
            case .known, .tooLate: return .nothing
            case .appended(let conflicts):
                if reportsConflicts { report(conflicts) }
                return change.patch.isEmpty ? .nothing : .patch(change.patch)
            case .inserted(let conflicts):
                if reportsConflicts { report(conflicts) }
                return .rebuilt
            }
        }
    }

    /// The snapshot of a replica that began to share a state before this one did.
    private func olderSnapshot(in read: [(replica: String, lines: [ReplicaLine])]) -> ReplicaSnapshot? {
        var older: ReplicaSnapshot?
        for (replica, lines) in read where folder.refusal(of: replica) == nil {
            for case .snapshot(let snapshot, _) in lines where snapshot.founded < replicas.founded {
                if older?.isSuperseded(by: snapshot) ?? true { older = snapshot }
            }
        }
        return older
    }

    /// Reports once which files of others can't be read, or not to their end; they are tried again at each change of the folder.
    private func reportUnreadable() {
        let problems = Set(folder.problems.map(\.description))
        for problem in problems.subtracting(unreadable).sorted() { onEvent(.failed(problem)) }
        unreadable = problems
    }

    private func reportLost(_ count: Int?) {
        if let count, count > 0 { onEvent(.lost(count)) }
    }

    private func report(_ conflicts: [ReplicaConflict]) {
        for conflict in conflicts { onEvent(.conflict(at: conflict.path, conflict.description)) }
    }

    /// Applies the shared state's change to the store, and publishes the store's other changes.
    private func edit(_ patch: JSONPatch, from author: String?) async throws {
        if patch.isEmpty { return }
        let author = author ?? folder.head.replica
        do {
            let outcome = try await applyToStore(patch, from: author)
            let changes = try store.readChanges(flushing: true)
            if !outcome.patch.isEmpty { onEvent(.applied(from: author, outcome.patch.operations.map(\.pointer))) }
            // Usually the store did this and nothing else.
            if changes.count == 1, case .patched(let done) = changes[0].kind, done == patch { return }
            try publishDifference()
        } catch let error as StoreEditError {
            throw ReplicationError(reason: .edit, message: "what \(author) changed can't be this store's state: \(error)")
        }
    }

    private func applyToStore(_ patch: JSONPatch, from author: String) async throws -> StoreEdit.Outcome {
        func edit(_ patch: JSONPatch) throws -> StoreEdit {
            let patch = try store.state.map { try form.recorded(patch, in: $0) } ?? patch
            var edit = StoreEdit(patch, shown: store.state, site: "replica \(author)")
            edit.placeholders = .ownValueKept
            edit.dropsUnknown = true
            return edit
        }
        do {
            return try await requests.make(try edit(patch))
        } catch let error where error is StoreEditError || error is JSONPatchError {
            // Not every operation of a change may fit, or the app has gone on meanwhile: then its changes come first. The merged result
            // fits.
            try publish(try store.readChanges(flushing: true))
            guard let state = store.state else { throw CancellationError() }
            return try await requests.make(try edit(TreeDiff(from: form.of(state), to: replicas.state).exactPatch))
        }
    }
}
