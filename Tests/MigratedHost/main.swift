import MigratedShop
import RewindCapture
import RewindControl

// The host of an app whose state has changed three times; with the argument `plain`, it knows of no migration.

let isPlain = CommandLine.arguments.contains("plain")
var host = RewindHost()
host.add(
    from: Shop(), actions: .itself, version: isPlain ? 1 : Shop.version, migrations: isPlain ? [] : Shop.migrations
) { (state: inout Shop, action: Shop.Action) in
    state.reduce(action)
}
host.run()
