import CLibrary

/// What the system refused, on what, and why.
package struct SystemError: Error {
    package var kind: Kind
    /// What failed and why, as a sentence without a full stop.
    package var message: String
    /// The file or directory; `nil` where only the caller knows it.
    package var path: String?
    /// What the user can do next, as a sentence without a full stop.
    package var advice: String?
    /// Whether the same may succeed a moment later: what is missing (descriptors, memory, room) comes and goes.
    package var mayPass = false

    /// The kinds of refusal that callers distinguish.
    package enum Kind: Sendable {
        /// There is nothing at that path.
        case notFound
        /// Something else is at that path.
        case exists
        /// It is larger than the caller takes.
        case tooLarge
        /// Anything else: no permission, no space, an error of the disk.
        case refused
    }

    package init(_ kind: Kind, _ message: String, path: String?) {
        (self.kind, self.message, self.path) = (kind, message, path)
    }

    /// A call that failed with one of the system's error numbers: with words for what failed, and the system's own for why.
    package init(number: Int32, _ what: String, path: String?) {
        self.init(number == ENOENT ? .notFound : .refused, "\(what): \(String(cString: strerror(number)))", path: path)
        mayPass = [EMFILE, ENFILE, ENOMEM, EAGAIN, ENOSPC, EDQUOT].contains(number)
        if number == ENOSPC || number == EDQUOT { advice = "Make room on that disk" }
        if number == EROFS { advice = "Name another place: nothing can be written to that disk" }
        if number == ELOOP { advice = "Remove the links that lead to each other" }
        if number == EACCES || number == EPERM { advice = "Check the permissions of that path" }
    }
}

extension SystemError {
    /// Something else is at the place of a regular file.
    init(_ path: String, isNoFileBut status: stat) {
        let what =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: "a directory"
            case S_IFIFO: "a named pipe"
            case S_IFSOCK: "a socket"
            default: "a device"
            }
        self.init(.exists, "\(what) is there, not a file", path: path)
        advice = "Move it elsewhere"
    }

    /// A dangling symbolic link at the place of a regular file.
    package init(isDanglingLink path: String) {
        self.init(.notFound, "the symbolic link there leads to nothing", path: path)
        advice = "Make the file that it leads to, or remove the link"
    }
}

/// An error that a refusal of the system is converted to: the calls of this module throw the error type of their caller's module.
package protocol SystemFailure: Error, Sendable {
    /// The error for a refusal.
    init(_ refusal: SystemError)
}

/// A refusal as it is, for callers that have no error of their own.
extension SystemError: SystemFailure {
    package init(_ refusal: SystemError) { self = refusal }
}
