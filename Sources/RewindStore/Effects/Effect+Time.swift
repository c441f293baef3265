extension Effect {
    /// This effect after a pause without another one of the same id: a search that waits until the typing stops.
    ///
    /// The effect's own `.send` actions wait as well. ``cancel(id:)`` ends both the pause and what came of it.
    public func debounce(
        id: some Hashable & Sendable, for pause: Duration, clock: any Clock<Duration>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        Effect.run(fileID: fileID, line: line) { send in
            try await clock.sleep(for: pause)
            send.start(self)
        }
        .cancellable(id: id, cancelInFlight: true)
    }

    /// This effect, unless another one of the same id was started less than an interval ago: a refresh that can't be had too often.
    ///
    /// The first one starts at once, those that come too early are dropped.
    public func throttle<C: Clock>(id: some Hashable & Sendable, for interval: Duration, clock: C) -> Effect
    where C.Duration == Duration {
        gated(id) { memory in
            let now = clock.now
            if let last = memory as? C.Instant, last.duration(to: now) < interval { return false }
            memory = now
            return true
        }
    }

    /// This effect, the first time that a store comes to one of this id, and never again.
    public func once(id: some Hashable & Sendable) -> Effect {
        gated(id) { memory in
            defer { memory = true }
            return memory == nil
        }
    }

    /// An action now and then, until the effect is cancelled: give it an id by ``cancellable(id:cancelInFlight:)``.
    ///
    /// What the store takes for an action is not added to the interval; ticks that are missed meanwhile are left out.
    public static func timer<C: Clock>(
        every interval: Duration, clock: C, fileID: StaticString = #fileID, line: UInt = #line, _ action: @escaping @Sendable () -> Action
    ) -> Effect where C.Duration == Duration {
        .run(fileID: fileID, line: line) { send in
            var due = clock.now
            while true {
                due = due.advanced(by: interval)
                if due <= clock.now { due = clock.now.advanced(by: interval) }
                try await clock.sleep(until: due, tolerance: nil)
                send(action(), fileID: fileID, line: line)
            }
        }
    }

    private func gated(_ id: some Hashable & Sendable, _ gate: @escaping @Sendable (inout (any Sendable)?) -> Bool) -> Effect {
        Effect(operation: .gated(self, id: CancelID(id), gate: gate))
    }
}
