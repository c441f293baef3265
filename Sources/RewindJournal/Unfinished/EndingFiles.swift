import RewindFormat

/// The losses reported when files that tell how a process ended are missing or damaged.
///
/// The recorder makes the status page, the crash page and the list of images in that order, before the first step: a later one, or a
/// recorded crash, shows that the earlier ones existed. A directory without any of them has no such loss: it may never have had them.
enum EndingFiles {
    /// The loss of each missing or damaged file that could have told more about the ending.
    static func faults(
        in source: some EntrySource, status: Status?, crash: Crash?, written: Ending?
    ) throws(RecordingError) -> [Loss] {
        let names = source.names
        let hasImages = names.contains(LoadedImages.fileName)
        func fault(of name: String, isSound: ([UInt8]) -> Bool) throws(RecordingError) -> Loss? {
            guard names.contains(name) else { return .damage(.missing, to: name) }
            return isSound(try source.read(name)) ? nil : .damage(.damaged, to: name)
        }
        var losses: [Loss] = []
        if hasImages || names.contains(CrashPage.fileName), written?.how ?? .recording == .recording,
            let fault = try fault(of: StatusPage.fileName, isSound: { Status($0) != nil })
        {
            losses.append(fault)
        }
        let how = written.flatMap { $0.how == .recording ? nil : $0.how } ?? Ending(of: crash, status).how
        if hasImages, how != .finished, how != .exited, let fault = try fault(of: CrashPage.fileName, isSound: CrashPage.isSound) {
            losses.append(fault)
        }
        if crash != nil, let fault = try fault(of: LoadedImages.fileName, isSound: { LoadedImages.images($0) != nil }) {
            losses.append(fault)
        }
        return losses
    }
}
