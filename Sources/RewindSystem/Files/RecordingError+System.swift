import CLibrary
package import RewindFormat

/// What the system refused, on what, and why.
extension RecordingError {
    /// A call that failed with one of the system's error numbers: with words for what failed, and the system's own for why.
    ///
    /// - Parameter path: the file or directory; `nil` where only the caller knows it.
    package init(systemError number: Int32, _ what: String, path: String?) {
        self.init(number == ENOENT ? .notFound : .system, "\(what): \(String(cString: strerror(number)))", path: path)
        mayPass = [EMFILE, ENFILE, ENOMEM, EAGAIN, ENOSPC, EDQUOT].contains(number)
        if number == ENOSPC || number == EDQUOT { advice = "Make room on that disk" }
        if number == EROFS { advice = "Name another place: nothing can be written to that disk" }
        if number == ELOOP { advice = "Remove the links that lead to each other" }
        if number == EACCES || number == EPERM { advice = "Check the permissions of that path" }
    }

    /// Something else is at the place of a regular file.
    init(_ path: String, isNoFileBut status: stat) {
        let what =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: "a directory"
            case S_IFIFO: "a named pipe"
            case S_IFSOCK: "a socket"
            default: "a device"
            }
        self.init(.exists, "\(what) is there, not a file", path: path, advice: "Move it elsewhere")
    }

    /// A file that was open is not what it was.
    package init(fileIsGone path: String) {
        self.init(.system, "the file is gone: it was removed or cut, or its disk was", path: path)
    }

    /// A dangling symbolic link at the place of a regular file.
    package init(isDanglingLink path: String) {
        self.init(
            .notFound, "the symbolic link there leads to nothing", path: path,
            advice: "Make the file that it leads to, or remove the link")
    }
}
