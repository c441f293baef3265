/// A mail app: a session that is an enum, messages with contacts by id, drafts, and a headline for a widget.
struct PlantInbox: Codable, Equatable, Sendable {
    struct User: Codable, Equatable, Sendable { var name: String }

    struct Form: Codable, Equatable, Sendable {
        var name = ""
        var error: String?
    }

    enum Session: Codable, Equatable, Sendable {
        case signedOut(Form)
        case signedIn(User)
    }

    enum Folder: String, Codable, Sendable { case inbox, archive, muted }

    struct Message: Codable, Equatable, Sendable, Identifiable {
        var id: Int
        var from: String
        var subject: String
        var body: String
        var isRead = false
        var folder = Folder.inbox
    }

    struct Draft: Codable, Equatable, Sendable, Identifiable {
        var id: Int
        var to: String
        var subject: String
        var body: String
        var signature: String
    }

    struct Settings: Codable, Equatable, Sendable {
        var signature = "–"
        var muted: [String] = []
    }

    struct Shown: Codable, Equatable, Sendable {
        var message: Int
        var sender: String
    }

    var session = Session.signedOut(Form())
    var contacts: [String: String] = ["ada@x.org": "Ada", "bo@x.org": "Bo", "cy@x.org": "Cy"]
    var messages: [Message] = []
    var removed: Message?
    var drafts: [Draft] = []
    var sent: [Draft] = []
    var settings = Settings()
    var shown: Shown?
    var toast: String?
    var headline = "–"
    var refreshes = 0
    var badge = 0
    var scroll = 0

    enum Action: Codable, Sendable {
        case setName(String), signIn, signInFailed(String), signedIn(User)
        case load, setMessages([Message]), receive(Message)
        case open(Int), markRead(Int), archive(Int), delete(Int), undo, pin(Int), sortBySender
        case rename(String, to: String), setSignature(String), mute(String, Bool)
        case reply(to: Int, draft: Int), setBody(draft: Int, String), saveDraft(Int), didSave(draft: Int, body: String), send(Int)
        case refresh, didRefresh(String)
        case scroll(to: Int)
    }

    mutating func reduce(_ action: Action) {
        switch action {
        case .setName(let name): session = .signedOut(Form(name: name))
        case .signInFailed(let error): if case .signedOut(let form) = session { session = .signedOut(Form(name: form.name, error: error)) }
        case .signedIn(let user): session = .signedIn(user)
        case .rename(let id, let name): contacts[id] = name
        case .setSignature(let text): settings.signature = text
        case .mute(let id, let isMuted):
            settings.muted.removeAll { $0 == id }
            if isMuted { settings.muted.append(id) }
        case .refresh: refreshes &+= 1
        case .didRefresh(let text): headline = text
        case .scroll(let place): scroll = place
        case .signIn, .load, .saveDraft: break
        default:
            changeMessages(action)
            changeDrafts(action)
        }
        badge = messages.count { !$0.isRead && $0.folder == .inbox }
    }

    private mutating func changeMessages(_ action: Action) {
        func index(_ id: Int) -> Int? { messages.firstIndex { $0.id == id } }
        switch action {
        case .setMessages(let all): messages = all
        case .receive(var message):
            if settings.muted.contains(message.from) { message.folder = .muted }
            messages.append(message)
        case .open(let id):
            guard let index = index(id) else { return }
            messages[index].isRead = true
            shown = Shown(message: id, sender: contacts[messages[index].from] ?? messages[index].from)
        case .markRead(let id): if let index = index(id) { messages[index].isRead = true }
        case .archive(let id):
            guard let index = index(id) else { return }
            messages[index].folder = .archive
            toast = "Archived: \(messages[index].subject)"
        case .delete(let id): if let index = index(id) { removed = messages.remove(at: index) }
        case .undo:
            if let message = removed { messages.append(message) }
            removed = nil
        case .pin(let id): if let index = index(id) { messages.insert(messages.remove(at: index), at: 0) }
        case .sortBySender: messages.sort { ($0.from, $0.id) < ($1.from, $1.id) }
        default: break
        }
    }

    private mutating func changeDrafts(_ action: Action) {
        switch action {
        case .reply(let id, let draft):
            guard let message = messages.first(where: { $0.id == id }) else { return }
            drafts.append(
                Draft(id: draft, to: message.from, subject: "Re: \(message.subject)", body: "", signature: settings.signature))
        case .setBody(let id, let text), .didSave(let id, let text):
            if let index = drafts.firstIndex(where: { $0.id == id }) { drafts[index].body = text }
        case .send(let id):
            if let index = drafts.firstIndex(where: { $0.id == id }) { sent.append(drafts.remove(at: index)) }
        default: break
        }
    }
}
