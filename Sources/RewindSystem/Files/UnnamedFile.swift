import CLibrary

/// A temporary file without a name, which is gone with this process, however it ends; `/dev/fd/NUMBER` opens it.
package enum UnnamedFile {
    /// A file with everything that a function returns until it returns nothing; returns the file's descriptor number.
    ///
    /// - Parameter name: the file's name in errors.
    package static func make(name: String, _ next: () -> [UInt8]) throws(SystemError) -> Int32 {
        var path = Array(((SystemFacts.environment("TMPDIR") ?? "/tmp") + "/rewind-XXXXXX").utf8CString)
        let file = mkstemp(&path)
        guard file >= 0 else { throw SystemError(number: errno, "can't make a temporary file", path: name) }
        unlink(path)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        while true {
            let bytes = next()
            if bytes.isEmpty { return file }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    let error = SystemError(number: errno, "can't copy the input to a temporary file", path: name)
                    close(file)
                    throw error
                }
                rest = rest.dropFirst(count)
            }
        }
    }
}
