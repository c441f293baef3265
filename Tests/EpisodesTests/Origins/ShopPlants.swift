import RewindRecorder

extension Tape where State == PlantShop, Action == PlantShop.Action {
    /// Has the server answer with the catalogue.
    @discardableResult
    fileprivate func load(edit: (inout [PlantShop.Product]) -> Void = { _ in }) throws -> Sent {
        var products = [
            ("tea", "Green tea", 420), ("cake", "Carrot cake", 350), ("jam", "Fig jam", 610), ("oil", "Olive oil", 1290),
            ("rice", "Round rice", 275), ("salt", "Grey salt", 199),
        ].map { PlantShop.Product(id: $0.0, title: $0.1, price: $0.2) }
        edit(&products)
        return try answer(begin("catalogue/load", by: send(.load)), .didLoad(products))
    }

    /// Asks the server whether a code is good.
    fileprivate func asked(_ code: String, percent: Int) throws -> (effect: EffectInProgress, answer: PlantShop.Action) {
        let sent = try send(.applyCoupon(code))
        guard case .applyCoupon(let code) = sent.action else { throw NothingThere() }
        return (begin("coupon/validate", by: sent), .didValidate(PlantShop.Coupon(code: code, percent: percent)))
    }

    /// Orders what is in the cart; the effect makes its request of the state that it began with.
    fileprivate func placed(id: Int) throws -> (sent: Sent, effect: EffectInProgress, answer: PlantShop.Action) {
        let sent = try send(.placeOrder)
        let order = PlantShop.Order(id: id, total: state.cart.total, note: state.cart.note, town: state.checkout.address.town)
        return (sent, begin("order/place", by: sent), .didPlace(order))
    }
}

private let shopApp = PlantedApp(
    name: "Shop", initial: PlantShop(), idle: { PlantShop.Action.turnPage(to: $0 % 7 + 20) }, reduce: { $0.reduce($1) })

extension Plant {
    static let shop: [Plant] = [
        Plant(shopApp, .copy, "an item has the catalogue's wrong price") { tape in
            let loaded = try tape.load { $0[3].price = 129 }
            try tape.idle(8)
            try tape.send(.add("tea"))
            let added = try tape.send(.add("oil"))
            try tape.idle(12)
            return Asked(
                "/cart/items/1/price", directly: [added.before("/catalogue/byID/oil/price"), added.action("/add/_0")],
                from: loaded.action("/didLoad/_0/3/price"))
        },
        Plant(shopApp, .copy, "the bill goes to a street with a slip in it") { tape in
            try tape.load()
            try tape.send(.add("jam"))
            let typed = try tape.send(.setAddress(PlantShop.Address(name: "Ada", street: "12 Hihg Street", town: "Ely")))
            try tape.idle(10)
            let copied = try tape.send(.billToSameAddress)
            try tape.send(.setAddress(PlantShop.Address(name: "Ada", street: "12 High Street", town: "Ely")))
            try tape.idle(9)
            return Asked(
                "/checkout/billing/street", directly: [copied.before("/checkout/address/street")],
                from: typed.action("/setAddress/_0/street"))
        },
        Plant(shopApp, .copy, "an order has the note of the one before") { tape in
            try tape.load()
            try tape.send(.add("rice"))
            let noted = try tape.send(.setNote("Leave it with Mrs. Okafor"))
            try tape.idle(5)
            let first = try tape.placed(id: 1)
            try tape.answer(first.effect, first.answer)
            try tape.send(.add("salt"))
            try tape.idle(7)
            let second = try tape.placed(id: 2)
            let answer = try tape.answer(second.effect, second.answer)
            try tape.idle(6)
            return Asked("/orders/1/note", directly: [answer.action("/didPlace/_0/note")], from: noted.action("/setNote/_0"))
        },
        Plant(shopApp, .id, "the wrong product is shown") { tape in
            try tape.load()
            try tape.idle(6)
            try tape.send(.select("tea"))
            let selected = try tape.send(.select("salt"))
            try tape.idle(9)
            let shown = try tape.send(.show)
            try tape.idle(4)
            return Asked(
                "/shown", directly: [shown.before("/selected"), shown.before("/catalogue/byID/salt/title")],
                from: selected.action("/select/_0"))
        },
        Plant(shopApp, .sum, "the total has eleven of one thing") { tape in
            try tape.load()
            for id in ["tea", "cake", "jam", "rice"] { try tape.send(.add(id)) }
            let typed = try tape.send(.setQuantity("cake", 11))
            try tape.idle(8)
            let last = try tape.send(.setQuantity("tea", 2))
            try tape.idle(7)
            return Asked(
                "/cart/total",
                directly: [
                    last.before("/cart/items/*/price"), last.before("/cart/items/*/quantity"), last.action("/setQuantity/_0"),
                    last.action("/setQuantity/_1"), last.before("/isMember"),
                ],
                from: typed.action("/setQuantity/_1"))
        },
        Plant(shopApp, .sum, "the count has what was tapped twice") { tape in
            try tape.load()
            try tape.send(.add("tea"))
            try tape.send(.add("jam"))
            let again = try tape.send(.add("jam"))
            try tape.idle(9)
            let last = try tape.send(.add("salt"))
            try tape.idle(8)
            return Asked(
                "/cart/count", directly: [last.before("/cart/items/*/quantity"), last.action("/add/_0")], from: again.action("/add/_0"))
        },
        Plant(shopApp, .move, "the first item, sorted and moved, has a foreign title") { tape in
            let loaded = try tape.load { $0[2].title = "Confiture de figues" }
            for id in ["tea", "jam", "cake", "oil"] { try tape.send(.add(id)) }
            let added = 4  // the step of the jam
            try tape.idle(6)
            let sorted = try tape.send(.sortByPrice)
            try tape.idle(4)
            let moved = try tape.send(.move(from: 2, to: 0))
            try tape.idle(8)
            return Asked(
                "/cart/items/0/title",
                directly: [
                    moved.before("/cart/items/2/title"), moved.action("/move/*"), sorted.before("/cart/items/*/title"),
                    Origin(step: added, part: .state("/catalogue/byID/jam/title")), Origin(step: added, part: .action("/add/_0")),
                ],
                from: loaded.action("/didLoad/_0/2/title"))
        },
        Plant(shopApp, .answer, "an order has the total from before the last change") { tape in
            try tape.load()
            try tape.send(.add("oil"))
            let counted = try tape.send(.setQuantity("oil", 3))
            try tape.idle(5)
            let order = try tape.placed(id: 1)
            try tape.send(.setQuantity("oil", 1))
            try tape.idle(6)
            let answer = try tape.answer(order.effect, order.answer)
            try tape.idle(5)
            return Asked(
                "/orders/0/total", directly: [answer.action("/didPlace/_0/total")],
                from: counted.action("/setQuantity/_1"), order.sent.before("/cart/total"))
        },
        Plant(shopApp, .condition, "nothing is charged for shipping") { tape in
            try tape.load()
            try tape.send(.add("tea"))
            let signingIn = tape.begin("signIn", by: try tape.send(.signIn))
            let signedIn = try tape.answer(signingIn, .didSignIn(name: "Ada", isMember: true))
            try tape.idle(12)
            let changed = try tape.send(.setQuantity("tea", 2))
            try tape.idle(6)
            return Asked(
                "/cart/shipping", directly: [changed.before("/isMember")],
                from: signedIn.action("/didSignIn/isMember"))
        },
        Plant(shopApp, .answer, "the coupon asked for first is the one that counts") { tape in
            try tape.load()
            try tape.send(.add("oil"))
            let first = try tape.asked("AUTUMN", percent: 5)
            let second = try tape.asked("WINTER", percent: 40)
            try tape.answer(second.effect, second.answer)
            try tape.idle(8)
            let late = try tape.answer(first.effect, first.answer)
            try tape.idle(9)
            return Asked(
                "/cart/coupon/percent", directly: [late.action("/didValidate/_0/percent")], from: late.action("/didValidate/_0/percent"))
        },
    ]
}
