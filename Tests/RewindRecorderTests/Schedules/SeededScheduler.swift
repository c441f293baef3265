import Dispatch
import Foundation
import RewindSystem
import TestSupport

/// Runs threads one at a time, in an order that a seed decides, by a clock of its own, and has the system refuse what a plan says.
///
/// Each thread is a real one that waits for its turn, so what runs is the recorder's own code. The same seed makes the same run.
///
/// `@unchecked Sendable`: only the thread whose turn it is touches anything here, and the semaphores order the turns.
final class SeededScheduler: RewindSystem.Scheduler, @unchecked Sendable {
    private var random: SeededGenerator
    private var threads: [Turn] = [Turn()]
    private var current = 0
    /// One of so many places is left to another thread.
    private let rarity: Int
    /// Places that were passed, and how many there may be before a run counts as one that hangs.
    private(set) var passed = 0
    static let mostPassed = 400_000
    private(set) var now = 1_000_000_000
    private let plan: FaultPlan
    private var calls = 0
    private var callsOfKind: [SystemCall: Int] = [:]
    /// What was refused.
    private(set) var refusals: [(SystemCall, Int32)] = []
    /// Whether the machine is sound again.
    var isHealed = false
    /// So many of the calls to come are refused, whatever the plan says, if they can fail with that error.
    var outage = (calls: 0, number: Int32(0))
    /// Why the run can't go on.
    private(set) var failure: String?

    /// A thread and its turns.
    private final class Turn {
        let gate = DispatchSemaphore(value: 0)
        var isDone = false
        /// Whether it waits for somebody, and until when at most.
        var isWaiting = false
        var deadline: Int?
        /// How many places had been passed when it looked last.
        var looked = -1
    }

    init(seed: UInt64, plan: FaultPlan) {
        random = SeededGenerator(seed: seed)
        self.plan = plan
        rarity = [2, 3, 5, 9, 20][random.below(5)]
    }

    func reachSwitchPoint() {
        passed += 1
        now += 100 + random.below(20_000)
        if passed > Self.mostPassed, failure == nil { failure = "the run hangs: \(passed) places were passed" }
        if threads.count > 1, random.below(rarity) == 0 { handOver() }
    }

    func wait(until deadline: Int?) {
        let turn = threads[current]
        (turn.isWaiting, turn.deadline, turn.looked) = (true, deadline, passed)
        handOver()
        turn.isWaiting = false
        guard let deadline, now < deadline else { return }
        if threads.allSatisfy({ $0 === turn || $0.isDone || $0.isWaiting }) || random.below(4) == 0 { now = deadline }
    }

    /// Lets another thread go on, or the same.
    private func handOver() {
        let me = current
        var ready = threads.indices.filter { !threads[$0].isDone && !threads[$0].isWaiting }
        let timed = threads.indices.filter { !threads[$0].isDone && threads[$0].isWaiting && threads[$0].deadline != nil }
        let blocked = threads.indices.filter {
            !threads[$0].isDone && threads[$0].isWaiting && threads[$0].deadline == nil && threads[$0].looked < passed
        }
        if ready.isEmpty || random.below(3) == 0 { ready += timed + blocked }
        guard let next = ready.isEmpty ? nil : ready[random.below(ready.count)] else {
            failure = failure ?? "all threads wait for each other"
            passed += 1  // lets everybody look again: the run is over, and has failed
            if threads[me].isDone {
                current = 0
                threads[0].gate.signal()
            }
            return
        }
        if next == me { return }
        current = next
        // From the signal on, the next one may begin more threads: nothing that they share is looked at any more.
        let (turn, isDone, gate) = (threads[me], threads[me].isDone, threads[next].gate)
        gate.signal()
        if !isDone { turn.gate.wait() }
    }

    func refusal(of call: SystemCall) -> Int32 {
        calls += 1
        callsOfKind[call, default: 0] += 1
        if outage.calls > 0, FaultPlan.numbers(of: call).contains(outage.number) {
            outage.calls -= 1
            return outage.number
        }
        let number = isHealed ? 0 : plan.refusal(of: call, number: plan.kind == nil ? calls : callsOfKind[call, default: 0])
        if number != 0 { refusals.append((call, number)) }
        return number
    }

    func writable(of count: Int) -> Int { plan.writesShort && count > 1 && random.below(3) == 0 ? 1 + random.below(count - 1) : count }

    func start(_ body: @escaping @Sendable () -> Void) {
        let turn = Turn()
        threads.append(turn)
        let gate = turn.gate
        Scheduling.run(under: nil) {
            do throws(ThreadError) {
                try SystemThread.start(stackBytes: 1 << 20) { [self] in
                    gate.wait()
                    Scheduling.run(under: self, body)
                    threads[current].isDone = true
                    passed += 1
                    handOver()
                }
            } catch {
                (failure, turn.isDone) = ("no thread could be made: \(error.number)", true)
            }
        }
    }

    /// Runs a function and every thread that begins in it, to their ends.
    func run(_ body: () -> Void) {
        Scheduling.run(under: self) {
            body()
            while threads.dropFirst().contains(where: { !$0.isDone }), failure == nil { wait(until: nil) }
        }
    }

    /// A number that the seed decides.
    func choose(_ bound: Int) -> Int { random.below(bound) }
}

/// Which system calls fail, and how.
struct FaultPlan: Sendable {
    /// The calls that are refused: those of a kind, counted by themselves, or all.
    var calls: Range<Int> = 0..<0
    var kind: SystemCall?
    /// The error that they fail with, where such a call can.
    var number: Int32 = 0
    var writesShort = false

    func refusal(of call: SystemCall, number: Int) -> Int32 {
        calls.contains(number) && (kind ?? call) == call && Self.numbers(of: call).contains(self.number) ? self.number : 0
    }

    /// The errors that a call can have, by the system's manual.
    static func numbers(of call: SystemCall) -> [Int32] {
        switch call {
        case .open: [EMFILE, ENFILE, ENOSPC, EACCES, EIO, EINTR, ENOENT, EROFS, ENOMEM]
        case .write: [ENOSPC, EIO, EINTR, EDQUOT, EFBIG]
        case .truncate: [EIO, EINTR, EFBIG, EROFS]
        case .reserve: [ENOSPC, EIO, EINTR, EFBIG, EOPNOTSUPP]
        case .map: [ENOMEM, EAGAIN, ENFILE]
        case .synchronise: [EIO, EINTR, ENOSPC, EROFS]
        case .makeDirectory: [EMFILE, ENOSPC, EACCES, EIO, EROFS, ENOENT]
        case .list: [EMFILE, ENFILE, EACCES, ENOMEM]
        case .rename: [ENOSPC, EIO, EACCES, EROFS]
        case .removeFile: [EIO, EACCES, EBUSY, EROFS]
        case .link: [EIO, EMLINK, ENOSPC, EPERM, EROFS]
        }
    }
}
