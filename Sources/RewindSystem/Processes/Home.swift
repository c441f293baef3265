/// Where apps record that name no directory: `live/apps` in the user's directory for Rewind's files; `recordings` without a home directory.
package func appRecordings() -> String { rewindHome().map { $0 + "/live/apps" } ?? "recordings" }

/// The user's directory for Rewind's files: `$REWIND_HOME`, else `rewind` in `$XDG_DATA_HOME`, else `~/.local/share/rewind`; on a phone
/// and the like, where the app's container has its files.
///
/// `nil` without even a home directory.
package func rewindHome(environment: (String) -> String? = SystemFacts.environment) -> String? {
    if let home = environment("REWIND_HOME") { return home }
    if let data = environment("XDG_DATA_HOME") { return data + "/rewind" }
    #if os(tvOS)
        let place = "/Library/Caches/rewind"
    #elseif os(iOS) || os(visionOS)
        let place = "/Library/Application Support/rewind"
    #else
        let place = "/.local/share/rewind"
    #endif
    return environment("HOME").map { $0 + place }
}
