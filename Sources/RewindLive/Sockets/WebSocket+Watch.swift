import Synchronization

/// The other side has not shown for some time that it is there.
struct Gone: Error {}

extension WebSocket {
    /// Pings the other side now and then until it no longer answers: a connection that broke on the way gives no sign of it.
    ///
    /// Any incoming byte counts as an answer, and so does room for outgoing bytes.
    ///
    /// - Throws: ``Gone`` after two pings without an answer.
    func watch(every interval: Duration) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while true {
                    try await Task.sleep(for: interval)
                    try await self.send(Frame(opcode: .ping, payload: []))
                }
            }
            group.addTask {
                var seen = self.activityCount
                var quiet = 0
                while quiet < 3 {  // one interval before the first question, one for each answer
                    try await Task.sleep(for: interval)
                    quiet = self.activityCount == seen ? quiet + 1 : 0
                    seen = self.activityCount
                }
                throw Gone()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
