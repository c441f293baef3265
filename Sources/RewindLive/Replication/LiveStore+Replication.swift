import RewindCapture
public import RewindControl
import RewindFormat
public import RewindRecorder
import RewindSystem
public import RewindValue

extension LiveStore where State: Codable & Sendable {
    /// Shares the recorded state with other apps, on this device or others, through a folder.
    ///
    /// ```swift
    /// Task { for await event in store.replicate(in: "/home/ada/Shared/cart", recorder, as: "ada") { print(event) } }
    /// ```
    ///
    /// Any service that carries files to other devices will do. Each replica writes one file of its own and reads those of the others:
    /// numbered patches with a logical clock, and a whole state at the beginning and now and then. A replica that joins later takes over
    /// the state that the others have. The last writer wins, by path: of two changes of one place, the one with the later clock prevails on
    /// all replicas (with equal clocks, the one whose replica has the later name), and a conflict is reported. A set is merged by element,
    /// a dictionary by key, whatever its keys are, and a range is one value; elements of an array are identified by their index. All
    /// replicas that have the same files have the same state.
    ///
    /// What the recording hides is not shared: where another replica changed something hidden, this store keeps its own value; a new value,
    /// such as an added element, has a placeholder there. Where the recording hides all texts, there is nothing to share.
    ///
    /// Call it where the store is: on its actor, if it has one. Changes are made there; everything else is done elsewhere. Replication
    /// lasts as long as the sequence is read. With `Recorder.off` the sequence is empty.
    ///
    /// - Parameters:
    ///   - folder: the folder; it's made if it's not there.
    ///   - recorder: records the store.
    ///   - replica: this replica's name, unique in the folder and the same after each start; by default the machine's name and the app's.
    ///   - name: the store's name in the recording; needed only if the recorder has several stores with this type of state.
    ///   - places: members of the state that stay each replica's own, such as `/session`.
    /// - Returns: what happens. The last event is ``ReplicationEvent/ended(_:)`` if the others have another version of the app or a state
    ///   of another shape, a change can't be this store's state, nothing is recorded, several stores could be meant or no store has that
    ///   name, or the folder can't be used.
    public func replicate(
        in folder: String, _ recorder: Recorder, as replica: String? = nil, store name: String? = nil,
        except places: [PointerPattern] = [], isolation: isolated (any Actor)? = #isolation
    ) -> AsyncStream<ReplicationEvent> {
        let (events, continuation) = AsyncStream<ReplicationEvent>.makeStream()
        let task = Task {
            _ = isolation
            try? await replicate(in: folder, recorder, as: replica, store: name, except: places) { continuation.yield($0) }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return events
    }

    /// The same as a call that lasts until its task is cancelled, and throws why it ended.
    package func replicate(
        in folder: String, _ recorder: Recorder, as replica: String? = nil, store name: String? = nil,
        except places: [PointerPattern] = [], onEvent: @escaping @Sendable (ReplicationEvent) -> Void
    ) async throws {
        if recorder === Recorder.off { return }
        let app = recorder.app
        let requests = EditRequests()
        do {
            let shapes = TypeShape.shapes(of: [State.self])
            let head = ReplicaHead(
                replica: replica ?? ReplicaName.standard(app: app?.name ?? "app"), app: app?.name ?? "", version: app?.details["version"],
                store: try recorder.recordedName(ofStore: name, State.self), shape: ReplicaName.digits(of: shapes))
            let form = SharedForm(
                ofType: TypeShape.name(of: State.self), CollectionPlaces(shapes: shapes), except: places, levelsPlaceholders: true)
            let replication = try Replication(folder, recorder, head: head, form: form, requests: requests, onEvent: onEvent)
            try await serve(requests, form: recorder.form) { try await replication.run() }
        } catch {
            if !(error is CancellationError) { onEvent(.ended("\(error)")) }
            throw error
        }
    }
}

/// How a replica is called, and its state described.
enum ReplicaName {
    /// The machine's name and the app's, in characters that a file's name may have.
    static func standard(app: String) -> String {
        let text = "\(SystemFacts.hostName)-\(app)"
        return String(decoding: text.utf8.map { $0.isASCIIAlphanumeric ? $0 : UInt8(ascii: "-") }.prefix(64), as: UTF8.self)
    }

    /// A digest of the shapes of a type and of its parts, sixteen digits: the same in every process of the same build, and in other builds
    /// as long as no field or case is added or removed.
    static func digits(of shapes: [(name: String, shape: TypeShape)]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
        for (name, shape) in shapes {
            for byte in "\(name) \(shape.json.jsonText)\n".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
