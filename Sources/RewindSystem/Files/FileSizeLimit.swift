import CLibrary

/// Makes a call that may extend a file, so that a limit on the size of the process's files (`RLIMIT_FSIZE`) is returned as an error: the
/// signal sent with it, SIGXFSZ, would end an app that does not expect it.
///
/// The signal is sent to the calling thread alone, so it is blocked there and taken away. Apple's kernel sends it to the process, so there
/// another thread may get it; but only a shell's `ulimit` sets this limit on a Mac, and nothing does on a phone.
package func withinFileSizeLimit<Result: SignedInteger>(_ call: () -> Result) -> Result {
    var limit = sigset_t()
    var before = sigset_t()
    sigemptyset(&limit)
    sigaddset(&limit, SIGXFSZ)
    pthread_sigmask(SIG_BLOCK, &limit, &before)
    let result = call()
    let number = errno
    if sigismember(&before, SIGXFSZ) == 0 {
        var pending = sigset_t()
        sigpending(&pending)
        var signal: Int32 = 0
        if sigismember(&pending, SIGXFSZ) == 1 { sigwait(&limit, &signal) }
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    errno = number
    return result
}

extension SystemCall {
    /// Writes at most all of some bytes, at an offset or where the last write ended, and returns how many; -1 on an error.
    static func write(_ bytes: UnsafeRawBufferPointer, to number: Int32, at offset: Int?) -> Int {
        if SystemCall.write.isRefused { return -1 }
        let count = Scheduling.current.map { $0.writable(of: bytes.count) } ?? bytes.count
        return withinFileSizeLimit {
            if let offset { return pwrite(number, bytes.baseAddress, count, off_t(offset)) }
            return systemWrite(number, bytes.baseAddress, count)
        }
    }
}
