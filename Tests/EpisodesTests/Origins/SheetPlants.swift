import RewindRecorder

private typealias Ref = PlantSheet.Ref

private let sheetApp = PlantedApp(
    name: "Sheet", initial: PlantSheet(), idle: { PlantSheet.Action.zoom($0 % 8 * 10 + 60) }, reduce: { $0.reduce($1) })

extension Tape where State == PlantSheet, Action == PlantSheet.Action {
    /// Fills a column with the values of rows, one after the other; returns the actions.
    @discardableResult
    fileprivate func fill(_ column: Int, _ values: Int...) throws -> [Sent] {
        try values.enumerated().map { try send(.set(Ref("r\($0 + 1)", column), $1)) }
    }
}

extension Plant {
    static let sheet: [Plant] = [
        Plant(sheetApp, .sum, "a sum has a summand with a digit too many") { tape in
            let typed = try tape.fill(0, 120, 4500, 310, 275)
            try tape.send(.setFormula(Ref("r6", 1), .sum((1...4).map { Ref("r\($0)", 0) })))
            try tape.idle(7)
            let last = try tape.send(.set(Ref("r4", 0), 280))
            try tape.idle(9)
            return Asked(
                "/rows/5/cells/1/value",
                directly: [last.before("/rows/*/cells/0/value"), last.action("/set/*"), last.before("/rows/5/cells/1/formula/sum/_0")],
                from: typed[1].action("/set/_1"))
        },
        Plant(sheetApp, .sum, "the sum of two sums is too small") { tape in
            try tape.fill(0, 71, 82, 93)
            let typed = try tape.fill(1, 64, -53, 42)
            try tape.send(.setFormula(Ref("r4", 0), .sum((1...3).map { Ref("r\($0)", 0) })))
            try tape.send(.setFormula(Ref("r4", 1), .sum((1...3).map { Ref("r\($0)", 1) })))
            try tape.send(.setFormula(Ref("r4", 2), .sum([Ref("r4", 0), Ref("r4", 1)])))
            try tape.idle(6)
            let last = try tape.send(.set(Ref("r3", 0), 94))
            try tape.idle(8)
            return Asked(
                "/rows/3/cells/2/value",
                directly: [
                    last.before("/rows/*/cells/*/value"), last.action("/set/*"), last.before("/rows/3/cells/*/formula/sum/_0"),
                ],
                from: typed[1].action("/set/_1"))
        },
        Plant(sheetApp, .sum, "a count has a cell that should be empty") { tape in
            let typed = try tape.fill(2, 5, 0, 8, 1)
            try tape.send(.setFormula(Ref("r5", 2), .count((1...4).map { Ref("r\($0)", 2) })))
            try tape.idle(9)
            let last = try tape.send(.set(Ref("r2", 2), 6))
            try tape.idle(7)
            return Asked(
                "/rows/4/cells/2/value",
                directly: [
                    last.before("/rows/*/cells/2/value"), last.action("/set/_1"), last.action("/set/_0/*"),
                    last.before("/rows/4/cells/2/formula/count/_0"),
                ],
                from: typed[3].action("/set/_1"))
        },
        Plant(sheetApp, .id, "a cell shows another row than the one meant") { tape in
            try tape.fill(0, 1117, 2229, 3331)
            try tape.idle(5)
            let linked = try tape.send(.setFormula(Ref("r5", 1), .same(Ref("r3", 0))))
            try tape.idle(6)
            let moved = try tape.send(.moveRow("r3", to: 0))
            try tape.idle(6)
            return Asked(
                "/rows/4/cells/1/value",
                directly: [
                    linked.action("/setFormula/_1/same/_0/row"), linked.before("/rows/2/cells/0/value"),
                    moved.before("/rows/4/cells/1/formula/same/_0/row"), linked.action("/setFormula/_1/same/_0"),
                    linked.action("/setFormula/_0"),
                ],
                from: linked.action("/setFormula/_1/same/_0/row"))
        },
        Plant(sheetApp, .copy, "a value was pasted from a pasted value") { tape in
            let typed = try tape.fill(0, 8641)
            try tape.idle(4)
            try tape.send(.copy(Ref("r1", 0)))
            try tape.send(.paste(Ref("r3", 1)))
            try tape.send(.set(Ref("r1", 0), 8461))
            try tape.idle(5)
            try tape.send(.copy(Ref("r3", 1)))
            let pasted = try tape.send(.paste(Ref("r5", 2)))
            try tape.send(.set(Ref("r3", 1), 8461))
            try tape.idle(7)
            return Asked(
                "/rows/4/cells/2/value", directly: [pasted.before("/clipboard/value"), pasted.action("/paste/_0")],
                from: typed[0].action("/set/_1"))
        },
        Plant(sheetApp, .copy, "a value was filled down before it was put right") { tape in
            let typed = try tape.send(.set(Ref("r2", 1), 7757))
            try tape.idle(6)
            let filled = try tape.send(.fillDown(Ref("r2", 1), rows: 3))
            try tape.send(.set(Ref("r2", 1), 7575))
            try tape.idle(14)
            return Asked(
                "/rows/4/cells/1/value", directly: [filled.before("/rows/1/cells/1/value"), filled.action("/fillDown/*")],
                from: typed.action("/set/_1"))
        },
        Plant(sheetApp, .move, "the first row, moved and sorted, has a wrong label") { tape in
            let labelled = try tape.send(.label(row: "r4", "Travle"))
            for (row, text) in [("r1", "Rent"), ("r2", "Food"), ("r3", "Books")] { try tape.send(.label(row: row, text)) }
            try tape.fill(0, 940, 410, 160, 85, 500, 600)
            try tape.idle(4)
            let moved = try tape.send(.moveRow("r4", to: 1))
            try tape.idle(3)
            let sorted = try tape.send(.sort(column: 0))
            try tape.idle(7)
            return Asked(
                "/rows/0/label",
                directly: [
                    sorted.before("/rows/1/label"), sorted.before("/rows/*/cells/0/value"), sorted.action("/sort/column"),
                    moved.before("/rows/3/label"), labelled.action("/label/_1"), labelled.action("/label/row"),
                ],
                from: labelled.action("/label/_1"))
        },
        Plant(sheetApp, .move, "a row that was deleted and put back has a wrong value") { tape in
            let typed = try tape.fill(1, 31, 4142, 53)
            try tape.idle(5)
            let deleted = try tape.send(.deleteRow("r2"))
            try tape.idle(3)
            let restored = try tape.send(.restoreRow(at: 4))
            try tape.idle(3)
            let moved = try tape.send(.moveRow("r6", to: 0))
            try tape.idle(8)
            return Asked(
                "/rows/5/cells/1/value",
                directly: [
                    restored.before("/removed/cells/1/value"), restored.before("/removed"), restored.action("/restoreRow/at"),
                    deleted.before("/rows/1/cells/1/value"),
                    deleted.action("/deleteRow/_0"), moved.before("/rows/4/cells/1/value"), typed[1].action("/set/_1"),
                ],
                from: typed[1].action("/set/_1"))
        },
        Plant(sheetApp, .answer, "an amount was converted at the rate that the server got wrong") { tape in
            try tape.fill(0, 200, 350)
            try tape.send(.setFormula(Ref("r2", 1), .converted(Ref("r2", 0), rate: "eur")))
            try tape.idle(5)
            let loading = tape.begin("rates/load", by: try tape.send(.loadRates))
            try tape.idle(3)
            let loaded = try tape.answer(
                loading, .didLoadRates([PlantSheet.Rate(name: "gbp", value: 14), PlantSheet.Rate(name: "eur", value: 117)]))
            try tape.idle(9)
            return Asked(
                "/rows/1/cells/1/value",
                directly: [
                    loaded.action("/didLoadRates/_0/1/value"), loaded.before("/rows/1/cells/0/value"),
                    loaded.action("/didLoadRates/_0/1/name"), loaded.before("/rows/1/cells/1/formula/converted/*"),
                ],
                from: loaded.action("/didLoadRates/_0/1/value"))
        },
        Plant(sheetApp, .condition, "the wrong one of two values was chosen") { tape in
            try tape.fill(0, 1001, 2002)
            let chosen = try tape.send(.set(Ref("r3", 0), 1))
            try tape.idle(6)
            let asked = try tape.send(
                .setFormula(Ref("r4", 2), .ifPositive(Ref("r3", 0), then: Ref("r1", 0), otherwise: Ref("r2", 0))))
            try tape.idle(11)
            return Asked(
                "/rows/3/cells/2/value",
                directly: [
                    asked.before("/rows/2/cells/0/value"), asked.before("/rows/0/cells/0/value"),
                    asked.action("/setFormula/_1/ifPositive"), asked.action("/setFormula/_0"),
                ],
                from: chosen.action("/set/_1"))
        },
    ]
}
