@preconcurrency import CLibrary

#if os(macOS) || !canImport(Darwin)  // no app of a phone starts another program
    /// A command that runs in our place: it has our terminal, our standard input and output, and our process group.
    ///
    /// It stays in our process group so that it is the terminal's foreground job: it may read keys, switch to raw mode, and be stopped and
    /// interrupted from the keyboard as if it had been started by the shell. Keyboard signals therefore reach it by themselves. We leave
    /// them alone, and pass on only what another process sent to us.
    package struct ChildProcess {
        private let processID: pid_t

        package enum Exit: Equatable, Sendable {
            case status(Int32)
            case signal(Int32)
        }

        /// Signals that we handle while the child runs, rather than end by them.
        private static let handled = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD]

        /// Starts a command with additional environment variables, and its standard error going to `standardError`.
        ///
        /// From here on the signals that could end us are held back for good: we have a recording to seal. Call it before there are other
        /// threads, which would take the signals in our place.
        ///
        /// - Throws: ``ChildError`` if the command can't be started.
        package init(_ command: [String], environment: [String: String], standardError: Int32) throws(ChildError) {
            var held = sigset_t()
            var before = sigset_t()
            sigemptyset(&held)
            for signal in Self.handled { sigaddset(&held, signal) }
            pthread_sigmask(SIG_BLOCK, &held, &before)
            #if canImport(Darwin)
                // A process without a handler for it ignores it, and there an ignored signal is discarded even while it is held back.
                signal(SIGCHLD) { _ in }
            #endif

            var spawn = Spawn(command)
            spawn.environment = environment
            spawn.files = [(2, .descriptor(standardError))]
            spawn.mask = before
            processID = try spawn.start()
        }

        /// Waits until the child has ended, passing signals on to it.
        package func wait() -> Exit {
            var held = sigset_t()
            sigemptyset(&held)
            for signal in Self.handled { sigaddset(&held, signal) }
            while true {
                var status: Int32 = 0
                let ended = waitpid(processID, &status, WNOHANG)
                if ended == processID { return Self.exit(of: status) }
                if ended < 0, errno != EINTR { return .status(2) }
                let (signal, isFromProcess) = Self.next(of: &held)
                if signal != SIGCHLD, isFromProcess { kill(processID, signal) }
            }
        }

        /// Waits for one of the signals, and returns whether a process sent it rather than the terminal.
        private static func next(of held: inout sigset_t) -> (signal: Int32, isFromProcess: Bool) {
            #if canImport(Darwin)
                // The sender is unknown here: a keyboard sends INT and QUIT, another process more likely TERM and HUP.
                var signal: Int32 = 0
                guard sigwait(&held, &signal) == 0 else { return (SIGCHLD, false) }
                return (signal, signal == SIGTERM || signal == SIGHUP)
            #else
                var info = siginfo_t()
                let signal = sigwaitinfo(&held, &info)
                return signal > 0 ? (signal, info.si_code <= 0) : (SIGCHLD, false)
            #endif
        }

        /// The status of waitpid(2), taken apart as WIFEXITED and WTERMSIG do, which Swift does not import.
        static func exit(of status: Int32) -> Exit {
            status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
        }
    }

    extension ChildProcess.Exit {
        /// The status that a shell would report.
        package var shellStatus: Int32 {
            switch self {
            case .status(let status): status
            case .signal(let signal): 128 + signal
            }
        }
    }

    /// Why a command could not be started.
    package struct ChildError: Error, CustomStringConvertible {
        let command: String
        package let reason: String
        /// Whether there is no such program.
        package var isMissing = false

        package var description: String { "can't start '\(command)': \(reason)" }
    }
#endif
