import RewindCapture
import RewindFormat
import RewindJournal
import RewindSystem
import RewindValue

/// The parts of a recorder that seldom change: the stores and their types, the actions too large for the journal, the waiting flushes.
struct StoreRegistry {
    /// The channels of the stores, in the order they came.
    var channels: [any StateDraining] = []
    var manifest: Manifest
    /// Actions too large for the journal, on their way to the state stream.
    var wholeActions: [(JournalEntry, StateLine)] = []
    /// The signals of callers that wait until everything is written.
    var flushes: [WaitSignal] = []
    /// The requests of callers that wait for a copy of the recording.
    var copies: [CopyRequest] = []
    var isStopping = false
    /// Whether all is written that ever will be.
    var isDone = false
    /// Whether the process exits, and may be gone at any moment.
    var isExiting = false
    /// Whether the manifest has to be written again.
    var isChanged = false

    /// Requests to the writer for its next round.
    struct Requests {
        let isStopping: Bool
        let isExiting: Bool
        let flushes: [WaitSignal]
    }

    /// The requests for the next round; flushes are signalled at its end.
    mutating func drainRequests() -> Requests {
        defer { flushes = [] }
        return Requests(isStopping: isStopping, isExiting: isExiting, flushes: flushes)
    }

    /// Whether the writer has requests besides the states that wait.
    var isAsked: Bool { isStopping || !flushes.isEmpty || !copies.isEmpty || !wholeActions.isEmpty }

    /// The copies that callers wait for; the writer makes them.
    mutating func drainCopies() -> [CopyRequest] {
        defer { copies = [] }
        return copies
    }

    /// The actions that the journal did not take; the writer puts them into the state stream.
    mutating func drainWholeActions() -> [(JournalEntry, StateLine)] {
        defer { wholeActions = [] }
        return wholeActions
    }

    /// The types that the manifest is to describe, if it has to be written again; `nil` if not.
    mutating func typesIfChanged() -> [Any.Type]? {
        defer { isChanged = false }
        return isChanged ? types : nil
    }

    private(set) var types: [Any.Type] = []
    private var names: Set<String> = []
    private var actionTypes: [Int: Set<ObjectIdentifier>] = [:]

    /// More stores than any app has; each has a keyframe in every segment.
    private static let storeLimit = 4_096

    init(manifest: Manifest) { self.manifest = manifest }

    /// Makes room for a store; `nil` if there are too many.
    ///
    /// - Parameters:
    ///   - slow: what makes recording its states dear.
    ///   - unrecorded: which properties of its state are not encoded.
    /// - Returns: its index, and its name: the one it asks for, unless that is too long, empty or taken.
    mutating func addStore(
        like name: String, state: Any.Type, version: Int, slow: [String], unrecorded: [String]
    ) -> (index: Int, name: String)? {
        guard channels.count < Self.storeLimit else { return nil }
        let wanted = name.isEmpty ? ActionLine.mainStore : name.prefix(bytes: StatusPage.nameLimit)
        var free = wanted
        var number = 1
        while names.contains(free) {
            number += 1
            free = wanted.prefix(bytes: StatusPage.nameLimit - 5) + "-\(number)"
        }
        names.insert(free)
        manifest.stores.append(.init(name: free, state: TypeShape.name(of: state)))
        manifest.stores[manifest.stores.count - 1].version = max(1, version)
        manifest.stores[manifest.stores.count - 1].slow = slow
        manifest.stores[manifest.stores.count - 1].unrecorded = unrecorded
        types.append(state)
        isChanged = true
        return (channels.count, free)
    }

    private var slowTypes: [Int: Set<ObjectIdentifier>] = [:]

    /// Whether a type of a store's actions is found to be slow for the first time.
    mutating func noteSlow(actionType type: Any.Type, store: Int) -> Bool {
        manifest.stores.indices.contains(store) && slowTypes[store, default: []].count < TypeShape.limit
            && slowTypes[store, default: []].insert(ObjectIdentifier(type)).inserted
    }

    mutating func note(actionType type: Any.Type, store: Int) {
        guard types.count < TypeShape.limit, manifest.stores.indices.contains(store),
            actionTypes[store, default: []].insert(ObjectIdentifier(type)).inserted
        else { return }
        types.append(type)
        isChanged = true
        // If the actions are of several types, none of them is the store's.
        manifest.stores[store].action = actionTypes[store]?.count == 1 ? TypeShape.name(of: type) : nil
    }
}
