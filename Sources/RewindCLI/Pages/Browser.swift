import RewindArchive
import RewindFormat
import RewindJournal
import RewindSystem

/// The user's browser.
enum Browser {
    /// Opens an address; where no browser can be opened, the user has the address.
    ///
    /// The address goes into a file that leads to it, because others can see the arguments of this user's processes.
    static func open(_ address: String, in directory: TemporaryDirectory) throws {
        let path = directory.path + "/open.html"
        let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\">"
        try NewFile.write(Array(page.utf8), to: path, replacing: true)
        let (name, command) = (path.shellQuoted, "command -v xdg-open >/dev/null && xdg-open")
        _ = try? ShellRun.run("{ \(command) \(name) || open \(name); } >/dev/null 2>&1 &", input: "/dev/null", environment: [:])
    }
}
