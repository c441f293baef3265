package import RewindFormat
package import RewindSystem

/// A refusal of the system, as a recording's error.
extension RecordingError: SystemFailure {
    package init(_ refusal: SystemError) {
        let code: Code =
            switch refusal.kind {
            case .notFound: .notFound
            case .exists: .exists
            case .tooLarge: .limit
            case .refused: .system
            }
        self.init(code, refusal.message, path: refusal.path, advice: refusal.advice)
        mayPass = refusal.mayPass
    }

    /// A call that failed with one of the system's error numbers: with words for what failed, and the system's own for why.
    package init(systemError number: Int32, _ what: String, path: String) { self.init(SystemError(number: number, what, path: path)) }
}

/// Files and directories, with a recording's errors.
package typealias FileSystem = Files<RecordingError>

/// An open file, with a recording's errors.
typealias File = FileDescriptor<RecordingError>

extension FormatLimits {
    /// How many threads run at once on this machine.
    package var workers: Int { min(threads, Processors.count) }
}
