import RewindFormat

/// Which pictures of the app a ticket has.
package enum TicketPictures: String, Sendable, CaseIterable {
    case none
    /// The one that holds at the step that the ticket is about, or at its end.
    case last
    case all
}

extension Editor {
    /// Whether a ticket hides texts that its recording shows, and so the app's pictures, too.
    func hidesMore(_ request: TicketRequest) -> Bool { request.level == .masked && !recording.manifest.hidesTexts }

    /// The names of the pictures of the app that a ticket has, among those of its steps.
    package func picturesChosen(
        among pictures: [(name: String, moment: (step: Int, time: Int))], for request: TicketRequest
    ) -> Set<String> {
        switch request.pictures ?? (hidesMore(request) ? .none : .last) {
        case .none: return []
        case .all: return Set(pictures.map(\.name))
        case .last:
            let end = request.moment ?? .max
            let last = pictures.filter { $0.moment.step <= end }.max { $0.moment < $1.moment }
            return Set([last?.name].compactMap(\.self))
        }
    }
}
