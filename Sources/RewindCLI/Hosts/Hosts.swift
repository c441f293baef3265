import ArgumentParser
import RewindControl
import RewindFormat
import RewindReplay
import RewindSystem

enum Hosts {
    /// Does work; afterwards, and if a signal ends the process meanwhile, no host is left.
    static func running<Result>(_ work: () throws -> Result) throws -> Result {
        precondition(ProcessStandIn.current == nil, "all hosts of the process are ended")
        return try Interruption.cleaningUp(with: { PipedChild.endAll() }) {
            defer { PipedChild.endAll() }
            return try work()
        }
    }
}

extension HostReducer {
    /// Verifies the stores of a recording that the host has.
    ///
    /// - Parameter name: the only store to verify; by default each.
    /// - Throws: `RecordingError`, also if the host has none of the stores, or ``HostError``.
    mutating func verify(
        _ timeline: Timeline, store name: String?, steps: ClosedRange<Int>, _ options: VerifyOptions
    ) throws -> Verification {
        var sum = Verification()
        for recorded in try recordedStores(of: timeline, named: name) {
            var options = options
            options.types = stateTypes(of: recorded)
            sum.add(
                try VerificationError.unpacked { () throws(VerificationError<HostError>) in
                    try timeline.verify(store: recorded, steps: steps, by: &self, options)
                })
        }
        return sum
    }

    /// The store of a recording that a question is about.
    ///
    /// - Throws: `ValidationError` if there are several, and none is named; `RecordingError` if the host has none of them.
    mutating func oneStore(of timeline: Timeline, named name: String?) throws -> String {
        let stores = try recordedStores(of: timeline, named: name)
        if stores.count > 1 { throw ValidationError("the recording has several stores: name one, as in --store \(stores[0].shellQuoted)") }
        return stores[0]
    }

    /// The stores of a recording that the host has; only these can be reduced from now on.
    ///
    /// - Throws: `RecordingError` if it has none of them.
    @discardableResult mutating func recordedStores(of timeline: Timeline, named name: String?) throws -> [String] {
        let names = try timeline.checked(store: name).map { [$0] } ?? timeline.storeNames
        var missing: [String] = []
        for name in names where !find(name, of: timeline) { missing.append(name) }
        if missing.count == names.count {
            let own = stores.map { "'\($0.name)'" }.joined(separator: ", ")
            throw RecordingError(
                .noSuchStore, "the host has no store '\(names[0])', only \(own)", path: timeline.recording.path,
                advice: timeline.recording.manifest.hidesTexts
                    ? "The recording has a pseudonym for the store's name: the host needs one store with that type of state"
                    : "Add the store to the host under the name that the recording has")
        }
        if !missing.isEmpty { Diagnostics.sayOnce("left out, since the host has no such store: \(missing.joined(separator: ", "))") }
        return names.filter { !missing.contains($0) }
    }
}

extension VerificationError where Failure == HostError {
    /// Does work, whose error is thrown as that of the recording, or of the host.
    static func unpacked<Result>(_ work: () throws(VerificationError) -> Result) throws -> Result {
        do throws(VerificationError) { return try work() } catch {
            switch error {
            case .recording(let error): throw error
            case .reducer(let error): throw error
            }
        }
    }
}
