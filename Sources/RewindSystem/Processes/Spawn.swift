@preconcurrency import CLibrary
import Synchronization

#if os(macOS) || !canImport(Darwin)  // no app of a phone starts another program
    /// A command about to be started: its words, and its inputs from us.
    struct Spawn {
        /// The program, looked for in `PATH`, and its arguments.
        let command: [String]
        /// Variables that it has besides ours.
        var environment: [String: String] = [:]
        /// Whether it has a variable of ours, by name.
        var inherits: (String) -> Bool = { _ in true }
        /// Whether it is the first of a process group of its own: the keyboard's signals do not reach it, and one signal ends all that it starts.
        var leadsGroup = false
        /// Where some of its files lead, set up in this order.
        var files: [(number: Int32, leadsTo: File)] = []
        /// Signals that have their default action in the child, whatever we set.
        var defaults: [Int32] = [SIGPIPE, SIGXFSZ]
        /// The signals that are held back from it; ours, if `nil`.
        var mask: sigset_t?

        /// Where a file of a new process leads.
        enum File {
            /// Where another of its files leads.
            case descriptor(Int32)
            /// To a file by its path, opened for reading or for writing.
            case path(String, Int32)
        }

        init(_ command: [String]) { self.command = command }

        /// A line for the shell, which the keyboard may interrupt although we ignore that.
        init(shell line: String) {
            command = ["/bin/sh", "-c", line]
            defaults = [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ]
        }

        /// Starts it, and returns the process's number.
        ///
        /// - Throws: ``ChildError`` if it can't be started.
        func start() throws(ChildError) -> pid_t {
            #if canImport(Darwin)
                var actions: posix_spawn_file_actions_t? = nil
                var attributes: posix_spawnattr_t? = nil
            #else
                var actions = posix_spawn_file_actions_t()
                var attributes = posix_spawnattr_t()
            #endif
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            for file in files {
                switch file.leadsTo {
                case .descriptor(let other): posix_spawn_file_actions_adddup2(&actions, other, file.number)
                case .path(let path, let flags): posix_spawn_file_actions_addopen(&actions, file.number, path, flags, 0)
                }
            }
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            var flags = Int16(POSIX_SPAWN_SETSIGDEF)
            var defaulted = sigset_t()
            sigemptyset(&defaulted)
            for signal in defaults { sigaddset(&defaulted, signal) }
            posix_spawnattr_setsigdefault(&attributes, &defaulted)
            if var mask {
                posix_spawnattr_setsigmask(&attributes, &mask)
                flags |= Int16(POSIX_SPAWN_SETSIGMASK)
            }
            if leadsGroup {
                posix_spawnattr_setpgroup(&attributes, 0)
                flags |= Int16(POSIX_SPAWN_SETPGROUP)
            }
            posix_spawnattr_setflags(&attributes, flags)

            let words = CStrings(command)
            let variables = CStrings(variables())
            var processID: pid_t = 0
            let error = Pipe.making.withLock { _ in
                posix_spawnp(&processID, command[0], &actions, &attributes, words.pointers, variables.pointers)
            }
            guard error == 0 else {
                throw ChildError(command: command[0], reason: String(cString: strerror(error)), isMissing: error == ENOENT)
            }
            return processID
        }

        /// Those of our variables that it inherits, with others in place of those of the same name, each as `NAME=VALUE`.
        private func variables() -> [String] {
            #if canImport(Darwin)
                var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = _NSGetEnviron().pointee
            #else
                var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
            #endif
            let environment = (ProcessStandIn.current?.variables ?? [:]).merging(self.environment) { $1 }
            var pairs: [String] = []
            while let pair = next?.pointee.map({ String(cString: $0) }) {
                let name = String(pair.prefix { $0 != "=" })
                if environment[name] == nil, inherits(name) { pairs.append(pair) }
                next = next?.successor()
            }
            return pairs + environment.map { "\($0.key)=\($0.value)" }
        }

        /// Waits until a process has ended.
        static func wait(for processID: pid_t) -> ChildProcess.Exit {
            var status: Int32 = 0
            while waitpid(processID, &status, 0) < 0, errno == EINTR {}
            return ChildProcess.exit(of: status)
        }
    }

    /// Strings as C wants them: an array of pointers that ends with a null pointer.
    private final class CStrings {
        let pointers: [UnsafeMutablePointer<CChar>?]

        init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

        deinit { for pointer in pointers { free(pointer) } }
    }
#endif
