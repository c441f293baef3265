import CLibrary

/// Options for an app's sockets that FlyingSocks does not set.
package enum SocketOptions {
    /// Keeps a socket from child processes, sends small messages at once, and makes a write to a closed socket an error of that write.
    package static func prepare(_ descriptor: Int32) {
        var on: Int32 = 1
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Whether the other side has ended a connection already, and left nothing to read.
    package static func hasEnded(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
    }

    /// Ends a connection in both directions; the descriptor stays open.
    package static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Whether a call was interrupted, or a connection gone before it was accepted: then one simply tries again.
    package static func isPassing(_ error: Int32) -> Bool { [EINTR, ECONNABORTED, EPROTO].contains(error) }
}
