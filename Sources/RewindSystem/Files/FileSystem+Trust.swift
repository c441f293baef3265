import CLibrary
package import RewindFormat

/// Which files are executed or believed: those that only this user, or root, can have written.
///
/// A file that names a program to run, or that answers instead of a recording, may lie in any folder that others can write to. So the file
/// must belong to this process's user or to root, and no one else may write to it; the same holds for its folder, in which another could
/// put a file in its place. A sticky folder such as `/tmp` does not pass: in it no other user can replace our file, but any can put a
/// program beside it. A link is followed, and each folder on the way is held to the same. For root only root's files pass, also below sudo:
/// what a user's folder names must not run with more rights than that user has.
extension FileSystem {
    /// Opens a regular file that is trusted.
    ///
    /// - Throws: an error if it is missing, is no regular file or is not trusted.
    package static func openTrusted(_ path: String) throws(RecordingError) -> File {
        let place = try trustedPlace(of: path)
        let file = try File(opening: place, .regularFile)
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw RecordingError(systemError: errno, "can't examine the file", path: path) }
        if let doubt = Trust.doubt(of: status) { throw RecordingError(path, isNotTrustedSince: "it \(doubt)") }
        return file
    }

    /// Reads a file that is trusted.
    package static func readTrusted(_ path: String, limit: Int) throws(RecordingError) -> [UInt8] {
        try openTrusted(path).readAll(limit: limit)
    }

    /// Whether a file is there and is trusted.
    package static func isTrusted(_ path: String) -> Bool { (try? openTrusted(path)) != nil }

    /// Checks that files in a folder may be trusted.
    package static func checkIsTrusted(folder: String) throws(RecordingError) { try checkIsTrusted(folder: folder, of: folder) }

    private static func checkIsTrusted(folder: String, of path: String) throws(RecordingError) {
        guard let status = status(of: folder) else { throw RecordingError(systemError: errno, "can't examine its folder", path: path) }
        guard let doubt = Trust.doubt(of: status) else { return }
        throw RecordingError(path, isNotTrustedSince: folder == path ? "it \(doubt)" : "its folder, \(folder), \(doubt)")
    }

    /// Where the links of a path lead to, through trusted folders only.
    private static func trustedPlace(of path: String) throws(RecordingError) -> String {
        var place = path
        for _ in 0..<8 {
            let folder = parts(of: place).directory
            try checkIsTrusted(folder: folder, of: path)
            guard let target = linkTarget(of: place) else { return place }
            place = target.hasPrefix("/") ? target : "\(folder)/\(target)"
        }
        throw RecordingError(systemError: ELOOP, "can't open the file", path: path)
    }
}

private enum Trust {
    /// What speaks against a file or a folder, as a predicate; `nil` if nothing does.
    static func doubt(of status: stat) -> String? {
        if status.st_uid != geteuid(), status.st_uid != 0 { return "belongs to another user, \(name(ofUser: status.st_uid))" }
        if status.st_mode & S_IWOTH != 0 { return "can be written to by everybody" }
        if status.st_mode & S_IWGRP != 0, !isOwn(group: status.st_gid) {
            return "can be written to by its group, \(name(ofGroup: status.st_gid))"
        }
        return nil
    }

    /// Whether a group is the one that many systems make for each user, with the user's name and no one else in it: there every new file
    /// can be written to by that group.
    ///
    /// Root's is not: elsewhere that group has administrators in it.
    private static func isOwn(group: gid_t) -> Bool {
        let user = geteuid()
        guard user != 0, let own = getpwuid(user), own.pointee.pw_gid == group, let name = own.pointee.pw_name.map({ String(cString: $0) }),
            let entry = getgrgid(group), entry.pointee.gr_name.map({ String(cString: $0) }) == name
        else { return false }
        var member = entry.pointee.gr_mem
        while let other = member?.pointee {
            if String(cString: other) != name { return false }
            member = member?.successor()
        }
        return true
    }

    private static func name(ofUser user: uid_t) -> String {
        getpwuid(user).flatMap { $0.pointee.pw_name }.map { String(cString: $0) } ?? "\(user)"
    }

    private static func name(ofGroup group: gid_t) -> String {
        getgrgid(group).flatMap { $0.pointee.gr_name }.map { String(cString: $0) } ?? "\(group)"
    }
}

extension RecordingError {
    fileprivate init(_ path: String, isNotTrustedSince reason: String) {
        self.init(.system, "not used, since \(reason)", path: path)
        advice = "If you know what is in it, make it yours alone: chown and chmod go-w, for the file and its folder"
    }
}
