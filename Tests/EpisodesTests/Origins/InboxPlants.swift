import RewindRecorder

private let inboxApp = PlantedApp(
    name: "Inbox", initial: PlantInbox(), idle: { PlantInbox.Action.scroll(to: $0 % 9 * 31 + 40) }, reduce: { $0.reduce($1) })

extension Tape where State == PlantInbox, Action == PlantInbox.Action {
    /// Has the server answer with the messages.
    @discardableResult
    fileprivate func load(edit: (inout [PlantInbox.Message]) -> Void = { _ in }) throws -> Sent {
        var messages = [
            ("cy@x.org", "Minutes", "As agreed on Monday."), ("ada@x.org", "Lunch?", "At the harbour, at one."),
            ("bo@x.org", "Invoice 771", "Please find it below."), ("ada@x.org", "Re: Lunch?", "Make it two."),
        ].enumerated().map { PlantInbox.Message(id: 500 + $0, from: $1.0, subject: $1.1, body: $1.2) }
        edit(&messages)
        return try answer(begin("messages/load", by: send(.load)), .setMessages(messages))
    }

    /// Saves a draft; the effect takes the text that it began with.
    fileprivate func saved(_ id: Int) throws -> (effect: EffectInProgress, answer: PlantInbox.Action) {
        let sent = try send(.saveDraft(id))
        return (begin("draft/save", by: sent), .didSave(draft: id, body: try state.drafts.first { $0.id == id }.there().body))
    }
}

extension Plant {
    static let inbox: [Plant] = [
        Plant(inboxApp, .copy, "a sent mail goes to an address that the server cut off") { tape in
            let loaded = try tape.load { $0[2].from = "bo@x.or" }
            try tape.idle(6)
            let replied = try tape.send(.reply(to: 502, draft: 1))
            try tape.send(.setBody(draft: 1, "Paid."))
            try tape.idle(5)
            let sent = try tape.send(.send(1))
            try tape.idle(7)
            return Asked(
                "/sent/0/to",
                directly: [
                    sent.before("/drafts/0/to"), sent.action("/send/_0"), replied.before("/messages/2/from"), replied.action("/reply/to"),
                ],
                from: loaded.action("/setMessages/_0/2/from"))
        },
        Plant(inboxApp, .copy, "a draft has the signature of long ago") { tape in
            let signed = try tape.send(.setSignature("Dr. E. Lovelace, on leave"))
            try tape.load()
            try tape.idle(12)
            let replied = try tape.send(.reply(to: 501, draft: 1))
            try tape.send(.setSignature("E. Lovelace"))
            try tape.idle(8)
            return Asked(
                "/drafts/0/signature", directly: [replied.before("/settings/signature"), replied.action("/reply/to")],
                from: signed.action("/setSignature/_0"))
        },
        Plant(inboxApp, .id, "a message shows the name that another contact should have") { tape in
            try tape.load()
            try tape.idle(5)
            let renamed = try tape.send(.rename("bo@x.org", to: "Countess of L."))
            try tape.idle(8)
            let opened = try tape.send(.open(502))
            try tape.idle(7)
            return Asked(
                "/shown/sender",
                directly: [opened.before("/contacts/bo@x.org"), opened.action("/open/_0"), opened.before("/messages/2/from")],
                from: renamed.action("/rename/to"))
        },
        Plant(inboxApp, .id, "the toast names a message that nobody meant to archive") { tape in
            try tape.load()
            try tape.idle(10)
            let archived = try tape.send(.archive(500))
            try tape.idle(11)
            return Asked(
                "/toast", directly: [archived.action("/archive/_0"), archived.before("/messages/0/subject")],
                from: archived.action("/archive/_0"))
        },
        Plant(inboxApp, .sum, "the badge counts a message that was read elsewhere") { tape in
            try tape.load()
            try tape.idle(4)
            let received = try tape.send(
                .receive(PlantInbox.Message(id: 510, from: "cy@x.org", subject: "Slides", body: "Here they are.")))
            try tape.idle(6)
            for id in [500, 501] { try tape.send(.open(id)) }
            try tape.send(.archive(502))
            let last = try tape.send(.markRead(503))
            try tape.idle(6)
            return Asked(
                "/badge",
                directly: [
                    last.before("/messages/*/isRead"), last.before("/messages/*/folder"), last.action("/markRead/_0"),
                    last.before("/messages/3/id"),
                ],
                from: received.action("/receive/_0/isRead"))
        },
        Plant(inboxApp, .move, "the pinned message has a broken subject") { tape in
            let loaded = try tape.load { $0[3].subject = "Re: =?utf-8?Q?Lunch" }
            try tape.idle(5)
            let sorted = try tape.send(.sortBySender)
            try tape.idle(3)
            let pinned = try tape.send(.pin(503))
            try tape.idle(9)
            return Asked(
                "/messages/0/subject",
                directly: [
                    pinned.before("/messages/1/subject"), pinned.action("/pin/_0"), sorted.before("/messages/3/subject"),
                    loaded.action("/setMessages/_0/3/subject"),
                ],
                from: loaded.action("/setMessages/_0/3/subject"))
        },
        Plant(inboxApp, .move, "what came back from the bin has a foreign body") { tape in
            try tape.load()
            let received = try tape.send(
                .receive(PlantInbox.Message(id: 511, from: "bo@x.org", subject: "Keys", body: "<p>Under the mat</p>")))
            try tape.idle(4)
            let deleted = try tape.send(.delete(511))
            try tape.send(.receive(PlantInbox.Message(id: 512, from: "cy@x.org", subject: "Agenda", body: "Three points.")))
            try tape.idle(5)
            let undone = try tape.send(.undo)
            try tape.idle(4)
            let pinned = try tape.send(.pin(512))
            try tape.idle(6)
            return Asked(
                "/messages/5/body",
                directly: [
                    undone.before("/removed/body"), undone.before("/removed"), deleted.before("/messages/4/body"),
                    deleted.action("/delete/_0"), pinned.before("/messages/5/body"), received.action("/receive/_0/body"),
                ],
                from: received.action("/receive/_0/body"))
        },
        Plant(inboxApp, .answer, "a draft falls back to what was saved") { tape in
            try tape.load()
            try tape.send(.reply(to: 501, draft: 7))
            try tape.send(.setBody(draft: 7, "At"))
            let typed = try tape.send(.setBody(draft: 7, "At one is"))
            let saving = try tape.saved(7)
            try tape.send(.setBody(draft: 7, "At one is fine"))
            try tape.send(.setBody(draft: 7, "At one is fine with me."))
            try tape.idle(6)
            let saved = try tape.answer(saving.effect, saving.answer)
            try tape.idle(8)
            return Asked(
                "/drafts/0/body", directly: [saved.action("/didSave/body"), saved.action("/didSave/draft")],
                from: typed.action("/setBody/_1"))
        },
        Plant(inboxApp, .answer, "the widget has the older of two headlines") { tape in
            try tape.load()
            let older = tape.begin("refresh", by: try tape.send(.refresh))
            try tape.idle(3)
            let newer = tape.begin("refresh", by: try tape.send(.refresh))
            try tape.answer(newer, .didRefresh("Bridge open again"))
            try tape.idle(5)
            let late = try tape.answer(older, .didRefresh("Bridge closed until noon"))
            try tape.idle(9)
            return Asked("/headline", directly: [late.action("/didRefresh/_0")], from: late.action("/didRefresh/_0"))
        },
        Plant(inboxApp, .condition, "a message lies in the folder of the muted") { tape in
            try tape.load()
            try tape.idle(3)
            let muted = try tape.send(.mute("ada@x.org", true))
            try tape.idle(9)
            let received = try tape.send(
                .receive(PlantInbox.Message(id: 520, from: "ada@x.org", subject: "Now", body: "I am at the door.")))
            try tape.idle(8)
            return Asked(
                "/messages/4/folder",
                directly: [received.before("/settings/muted"), received.before("/settings/muted/*"), received.action("/receive/_0/from")],
                from: muted.action("/mute/_1"), muted.action("/mute/_0"))
        },
    ]
}
