import RewindFormat

/// What is said of the files that tell how a process ended, where somebody has removed them.
///
/// The recorder makes the status page, the crash page and the list of images one after the other, before the first step: where a later one is, or a crash
/// was seen, the earlier ones have been. Of a directory that has none of them, nothing is said: it may never have had them.
enum MissingFiles {
    /// A sentence for each missing file that could have told more of the ending.
    static func sentences(names: [String], status: Status?, crash: Crash?, written: Ending?) -> [String] {
        let hasPage = names.contains(CrashPage.fileName)
        let hasImages = names.contains(LoadedImages.fileName)
        var losses: [String] = []
        if hasPage || hasImages, !names.contains(StatusPage.fileName), written?.how ?? .recording == .recording {
            losses.append("status is missing: how it ended, and what was under way then, is not known in full")
        }
        let how = written.flatMap { $0.how == .recording ? nil : $0.how } ?? Ending(of: crash, status).how
        if hasImages, !hasPage, how != .finished, how != .exited { losses.append(Crash.pageIsMissing(knowsHow: how == .crashed)) }
        if crash != nil, !hasImages { losses.append(Crash.imagesAreMissing) }
        return losses
    }
}
