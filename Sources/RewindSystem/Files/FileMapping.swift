import CLibrary
import CRewindCrash
package import RewindFormat

/// A part of a file in memory, shared with the kernel: a store into it survives any death of the process.
///
/// It is unmapped when the last owner goes. If the file's pages become unavailable (the disk is gone, the file was cut), anonymous memory
/// takes their place, ``hasFailed`` is true, and the process lives on. An owner may write anywhere in ``bytes``, and must make sure that
/// only one thread does at a time.
///
/// `@unchecked Sendable`: all properties are set once; the owner's lock guards the memory behind them.
package final class FileMapping: @unchecked Sendable {
    /// Where the part is in memory.
    package let bytes: UnsafeMutableRawBufferPointer
    private let guardNumber: Int32

    /// Whether writes to the memory no longer reach the file.
    package var hasFailed: Bool { rewind_guard_failed(guardNumber) }

    /// Maps `count` bytes from `offset` (a multiple of the page size) for writing, and touches each page now, not later.
    package init(_ file: File, offset: Int, count: Int) throws(RecordingError) {
        let address =
            SystemCall.map.isRefused ? MAP_FAILED : mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, off_t(offset))
        guard let address, address != MAP_FAILED else {
            throw RecordingError(systemError: errno, "can't map \(count) bytes of the file", path: file.path)
        }
        bytes = UnsafeMutableRawBufferPointer(start: address, count: count)
        guardNumber = rewind_guard(address, count)
        if guardNumber < 0 {  // without one, a disk that goes would take the process along
            munmap(address, count)
            throw RecordingError(.system, "can't map \(count) bytes of the file: the process maps too many", path: file.path)
        }
        #if canImport(Glibc)
            let populateWrite: Int32 = 23  // MADV_POPULATE_WRITE, Linux 5.14; older kernels answer EINVAL, and pages fault in one by one
            _ = madvise(address, count, populateWrite)
        #endif
    }

    /// Makes the file anew if it was removed or cut; the mapping, which begins where the file does, stays where it is, and is zero.
    ///
    /// - Returns: whether the file was missing, so that the caller fills it.
    package func restoreFile(at path: String) throws(RecordingError) -> Bool {
        if !hasFailed, FileSystem.size(of: path) == bytes.count { return false }
        FileSystem.removeFile(path)
        try move(to: File(opening: path, .createNew))
        return true
    }

    /// Puts a new file of the same size in the place of the one that is lost, at the same address; all its bytes are zero.
    private func move(to file: File) throws(RecordingError) {
        try file.reserve(from: 0, count: bytes.count)
        let flags = MAP_SHARED | MAP_FIXED
        rewind_guard_heals(guardNumber)  // before: what fails from here on has to stay seen
        guard !SystemCall.map.isRefused, mmap(bytes.baseAddress, bytes.count, PROT_READ | PROT_WRITE, flags, file.number, 0) != MAP_FAILED
        else { throw RecordingError(systemError: errno, "can't map \(bytes.count) bytes of the file", path: file.path) }
    }

    /// Waits until the file has what is in memory; on some systems, synchronising the file does not include that.
    package func sync(_ file: File) throws(RecordingError) {
        if SystemCall.synchronise.isRefused || msync(bytes.baseAddress, bytes.count, MS_SYNC) != 0 {
            throw RecordingError(systemError: errno, "can't sync the file's mapping", path: file.path)
        }
    }

    deinit {
        rewind_unguard(guardNumber)
        munmap(bytes.baseAddress, bytes.count)
    }
}
