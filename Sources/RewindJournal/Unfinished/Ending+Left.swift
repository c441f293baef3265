package import RewindFormat

extension Ending {
    /// The end of a dead process, from what it left: the signal that its crash handler recorded, if any; otherwise its status page.
    ///
    /// A process that exits of its own will finishes its recording by that, unless a step was under way until the end.
    package init(of crash: Crash?, _ status: Status?) {
        if let crash {
            self.init(crash.isOwnFault ? .crashed : .killed)
        } else if let status, status.isFinished || status.hasExited {
            self.init(status.isFinished || !status.underWay.contains { $0.phase.isUnderWay } ? .finished : .exited)
        } else {
            self.init(.died)
        }
        signal = crash?.signal
        at = crash == nil ? status?.exitTime : crash?.time.flatMap { time in status?.time(at: time) }
        underWay = status?.underWay ?? []
        if how != .finished { memory = status?.memory(isKilled: how == .died) }
    }
}
