import RewindCapture
import RewindControl
import Synchronization

/// Edits on their way to a store, which are made where the store is.
struct EditRequests: Sendable {
    fileprivate typealias Request = (edit: StoreEdit, reply: Reply<StoreEdit.Outcome>)

    fileprivate let stream: AsyncStream<Request>
    private let continuation: AsyncStream<Request>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    /// Has an edit made, and waits for its outcome.
    ///
    /// - Throws: ``StoreEditError`` if it's refused; `CancellationError` if edits are no longer served.
    func make(_ edit: StoreEdit) async throws -> StoreEdit.Outcome {
        let outcome = Promise<StoreEdit.Outcome>()
        continuation.yield((edit, Reply(outcome, unanswered: CancellationError())))
        return try await outcome.value
    }

    /// Ends the work of the task that serves the requests.
    func finish() { continuation.finish() }
}

extension LiveStore where State: Codable & Sendable {
    /// Makes the edits that some work requests, where the store is, until the work ends or the task is cancelled, which ends the work.
    func serve(_ requests: EditRequests, form: RecordedForm?, of body: @escaping @Sendable () async throws -> Void) async throws {
        let work = Task.detached {
            defer { requests.finish() }
            try await body()
        }
        // Not in a closure, which would run elsewhere than on the store's actor; the requests end when this task is cancelled.
        await serve(requests, form: form)
        work.cancel()
        try await work.value
        try Task.checkCancellation()
    }

    /// Makes edits where the store is, until the requests end or the task is cancelled; while the store is replayed, they wait.
    private func serve(_ requests: EditRequests, form: RecordedForm?) async {
        let identity = ReplayLock.identity(of: self)
        let (forms, state) = (StateForms<State>(form), state)
        Task.detached { forms.prepare(for: state) }  // elsewhere: in a debug build, a large state takes seconds
        for await request in requests.stream {
            while ReplayLock.isLocked(identity) {
                do { try await ReplayLock.untilUnlocked(identity) } catch { return }
            }
            do throws(StoreEditError) {
                request.reply.resolve(.success(try apply(request.edit, knowing: forms)))
            } catch {
                request.reply.resolve(.failure(error))
            }
        }
    }
}
