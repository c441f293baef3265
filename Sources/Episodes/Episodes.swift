import ArgumentParser
import EpisodesCore

@main struct Episodes {
    static func main() async { await EpisodesCommand.main() }
}
