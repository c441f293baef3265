package import RewindValue

/// A request on its way to the store's actor.
package struct StoreCall: Sendable {
    package let client: Int
    package let request: StoreRequest
    private let reply: Reply<Answer>

    /// The answer: a closure evaluated where the request came from, so that the store's actor does not have to encode it.
    package typealias Answer = @Sendable () throws -> JSONValue

    package static func make(_ request: StoreRequest, of client: Int) -> (call: StoreCall, answer: Promise<Answer>) {
        let promise = Promise<Answer>()
        let reply = Reply(promise, unanswered: ControlError(.noSuchStore, "the app no longer serves the store"))
        return (StoreCall(client: client, request: request, reply: reply), promise)
    }

    func answer(_ result: Result<Answer, ControlError>) { reply.resolve(result.mapError { $0 as any Error }) }
}

package enum StoreRequest: Sendable {
    case get(GetState)
    case set(SetState)
    case patch(PatchState)
    case dispatch(DispatchAction)
    case begin
    /// Shows a state given in its recorded form.
    case show(JSONValue, keep: Bool)
    case reduce(ReduceAction)
    case end(keep: Bool)
    /// The client has left: unlocks what it has locked.
    case leave
}
