extension Effect {
    /// This effect, started once no other effect with the same id has come for a while, such as a search that waits until typing stops.
    ///
    /// The effect's own `.send` actions wait as well. ``cancel(id:)`` ends both the wait and the effect that follows it.
    public func debounce(
        id: some Hashable & Sendable, for pause: Duration, clock: any Clock<Duration>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Effect {
        Effect.run(fileID: fileID, line: line) { send in
            try await clock.sleep(for: pause)
            send.start(self)
        }
        .cancellable(id: id, cancelInFlight: true)
    }

    /// This effect, dropped if another one with the same id started less than an interval ago, such as a refresh that must not happen too
    /// often.
    ///
    /// The first effect starts at once; effects that come too early are dropped.
    public func throttle<C: Clock>(id: some Hashable & Sendable, for interval: Duration, clock: C) -> Effect
    where C.Duration == Duration {
        gated(id) { memory in
            let now = clock.now
            if let last = memory as? C.Instant, last.duration(to: now) < interval { return false }
            memory = now
            return true
        }
    }

    /// This effect, but only the first time that a store receives one with this id.
    public func once(id: some Hashable & Sendable) -> Effect {
        gated(id) { memory in
            defer { memory = true }
            return memory == nil
        }
    }

    /// An action at regular intervals until the effect is cancelled: give it an id with ``cancellable(id:cancelInFlight:)``.
    ///
    /// The time that the store takes for an action is not added to the interval; ticks missed meanwhile are skipped.
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
