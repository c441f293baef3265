@preconcurrency import CLibrary
import Dispatch
import Synchronization

#if os(macOS) || !canImport(Darwin)  // no app of a phone starts another program
    /// A command that gets lines on its standard input, and answers each with a line on its standard output.
    ///
    /// It ends with this value, with an interruption of ours that calls ``endAll()``, and, if it reads its input, with our process. Use it
    /// from one thread at a time.
    package final class PipedChild {
        package let processID: Int32
        private let input: Int32
        private let output: Int32
        private let errors: PipeReader?
        /// Whether it leads a process group, which ends with it.
        private let leadsGroup: Bool
        /// What was sent and not written.
        private var unwritten: ArraySlice<UInt8> = []
        /// What was read and not returned, and how much of that has no end of a line.
        private var buffer: [UInt8] = []
        private var searched = 0
        private var exit: ChildProcess.Exit?

        /// What came within a time.
        package enum Answer: Sendable {
            case line(ArraySlice<UInt8>)
            /// Not a byte was read or written in that time.
            case silence
            /// It closed its standard output, as its end does.
            case end
        }

        /// What kill(2) gets for each: the process, or the negative number of the group that it leads.
        private static let running = Mutex<Set<pid_t>>([])

        /// Starts a shell command, which leads a process group of its own.
        ///
        /// - Parameters:
        ///   - environment: variables that it has besides ours.
        ///   - inherits: whether it has a variable of ours, by name.
        ///   - errors: takes what it writes to standard error, on another thread.
        /// - Throws: ``ChildError`` if it can't be started.
        package init(
            shell line: String, environment: [String: String] = [:], inherits: @escaping (String) -> Bool = { _ in true },
            errors take: @escaping @Sendable (ArraySlice<UInt8>) -> Void
        ) throws(ChildError) {
            guard let errors = try? PipeReader(name: "standard error") else {
                throw ChildError(command: line, reason: String(cString: strerror(errno)))
            }
            var spawn = Spawn(shell: line)
            (spawn.environment, spawn.inherits, spawn.leadsGroup) = (environment, inherits, true)
            self.errors = errors
            leadsGroup = true
            (processID, input, output) = try Self.started(spawn, errors: errors.input)
            errors.start(take)
        }

        /// Starts a program, looked for in `PATH`: its standard error goes where its output goes, and the keyboard's signals reach it.
        ///
        /// - Parameter environment: variables that it has besides ours.
        /// - Throws: ``ChildError`` if it can't be started.
        package init(_ command: [String], environment: [String: String]) throws(ChildError) {
            var spawn = Spawn(command)
            spawn.environment = environment
            errors = nil
            leadsGroup = false
            (processID, input, output) = try Self.started(spawn, errors: 1)
        }

        /// One at a time: a child that another thread starts must not get the ends of these pipes, or it would keep them open.
        private static func started(_ spawn: Spawn, errors: Int32) throws(ChildError) -> (processID: pid_t, input: Int32, output: Int32) {
            let started = running.withLock { running in
                Result { () throws(ChildError) in
                    let started = try start(spawn, errors: errors)
                    running.insert(spawn.leadsGroup ? -started.processID : started.processID)
                    return started
                }
            }
            return try started.get()
        }

        private static func start(_ spawn: Spawn, errors: Int32) throws(ChildError) -> (processID: pid_t, input: Int32, output: Int32) {
            guard let toChild = try? Pipe(name: "standard input"), let fromChild = try? Pipe(name: "standard output") else {
                throw ChildError(command: spawn.command[0], reason: String(cString: strerror(errno)))
            }
            for end in [toChild.input, fromChild.output] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
            var spawn = spawn
            spawn.files = [(0, .descriptor(toChild.output)), (1, .descriptor(fromChild.input)), (2, .descriptor(errors))]
            let processID = try spawn.start()
            close(toChild.output)
            close(fromChild.input)
            return (processID, toChild.input, fromChild.output)
        }

        deinit { end() }

        /// Sends a message: what its pipe does not take now is written while ``nextLine(within:)`` waits.
        package func send(_ message: [UInt8]) {
            unwritten += message
            writeMore()
        }

        /// Reads a line: the answer to what was sent, or what came before it.
        ///
        /// - Parameter limit: how long neither reading nor writing may get on.
        package func nextLine(within limit: Duration) -> Answer {
            let patience = Int32(clamping: limit.nanoseconds / 1_000_000)
            while true {
                if let line = popLine() { return .line(line) }
                var ready = [
                    pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: unwritten.isEmpty ? -1 : input, events: Int16(POLLOUT), revents: 0),
                ]
                let count = poll(&ready, 2, patience)
                if count == 0 { return .silence }
                if count < 0 { if errno == EINTR { continue } else { return .end } }
                if ready[1].revents != 0 { writeMore() }
                if ready[0].revents != 0, !readMore() { return .end }
            }
        }

        /// Writes what the pipe takes; to a process that has ended, nothing more.
        private func writeMore() {
            let written = unwritten.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            if written > 0 { unwritten = unwritten.dropFirst(written) } else if errno != EAGAIN, errno != EINTR { unwritten = [] }
        }

        /// Writes a message as soon as a debugger has a process, which thereby stops before it reads the message; returns at once.
        ///
        /// The pipe takes 64 KiB at least of it.
        package func post(_ message: [UInt8], onceTraced process: Int) {
            DispatchQueue(label: "rewind.debugger").async { [input] in
                while !Self.isTraced(process) { usleep(10_000) }
                _ = message.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            }
        }

        private static func isTraced(_ process: Int) -> Bool {
            #if canImport(Darwin)
                var info = kinfo_proc()
                var size = MemoryLayout<kinfo_proc>.size
                var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, Int32(truncatingIfNeeded: process)]
                return sysctl(&name, 4, &info, &size, nil, 0) == 0 && info.kp_proc.p_flag & P_TRACED != 0
            #else
                // All its threads: a debugger stops one after the other.
                let threads = "/proc/\(process)/task"
                return ((try? FileSystem.names(in: threads)) ?? []).allSatisfy { thread in
                    let status = (try? FileSystem.read("\(threads)/\(thread)/status", limit: 1 << 16)) ?? []
                    return String(decoding: status, as: UTF8.self).contains("\nState:\tt")
                }
            #endif
        }

        /// Reads what has arrived; `false` at the end.
        private func readMore() -> Bool {
            let chunk = 1 << 16
            let before = buffer.count
            buffer.append(contentsOf: repeatElement(0, count: chunk))
            let count = buffer.withUnsafeMutableBytes { read(output, $0.baseAddress.map { $0 + before }, chunk) }
            buffer.removeLast(chunk - max(0, count))
            return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
        }

        private func popLine() -> ArraySlice<UInt8>? {
            guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
                searched = buffer.count
                return nil
            }
            let line = buffer[..<end]
            buffer = Array(buffer[(end + 1)...])
            searched = 0
            return line
        }

        /// What it wrote behind its last line.
        package var rest: [UInt8] { buffer }

        /// Ends it and what it started: its input is closed, and after a grace period all are killed.
        ///
        /// - Returns: how it ended.
        @discardableResult
        package func end(within grace: Duration = .milliseconds(200)) -> ChildProcess.Exit {
            if let exit { return exit }
            close(input)
            let end = ContinuousClock.now + grace
            var info = siginfo_t()
            while waitid(P_PID, id_t(processID), &info, WEXITED | WNOHANG | WNOWAIT) == 0, !Self.isExited(info), ContinuousClock.now < end {
                usleep(500)
            }
            let killed = leadsGroup ? -processID : processID
            kill(killed, SIGKILL)
            let exit = Self.running.withLock { running in
                running.remove(killed)
                return Spawn.wait(for: processID)
            }
            errors?.finish()
            close(output)
            self.exit = exit
            return exit
        }

        private static func isExited(_ info: siginfo_t) -> Bool { info.si_signo == SIGCHLD }

        /// Kills it and what it started, if it still runs; any thread, also after this value's end.
        package var killing: @Sendable () -> Void {
            let killed = leadsGroup ? -processID : processID
            return { Self.running.withLock { if $0.contains(killed) { _ = kill(killed, SIGKILL) } } }
        }

        /// Kills all that are running; any thread.
        package static func endAll() { running.withLock { for process in $0 { _ = kill(process, SIGKILL) } } }
    }
#endif
