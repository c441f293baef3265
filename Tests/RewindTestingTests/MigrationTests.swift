import MigratedShop
import RewindTesting
import TestSupport
import Testing

@Suite("Recordings of earlier versions as tests", .timeLimit(.minutes(5)))
struct MigrationTests {
    private let folder = TemporaryFolder()

    @Test(arguments: 0..<4)
    func eachVersionPasses(version: Int) async throws {
        let (recording, store) = (shopVersions[version].record(in: folder.path), ShopStore())
        try await expectReplay(of: recording, in: store, version: Shop.version, migrations: Shop.migrations)
        #expect(store.state == Shop.last)
    }

    @Test func withoutTheActionsMigrationItFails() async throws {
        let recording = Shop1.record(in: folder.path)
        await withKnownIssue {
            try await expectReplay(of: recording, in: ShopStore(), version: Shop.version, migrations: Array(Shop.migrations.dropLast()))
        }
    }
}
