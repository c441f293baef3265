import RewindRendering

func searchPage(_ search: SearchState) -> Page {
    var page = Page(
        title: "Search", body: [Line(" ? ", .name) + Line(search.query + "▏"), Line()],
        keys: "type to search  ↑↓ choose  enter open  esc back")
    if search.loading == .loaded && search.results.isEmpty { page.body.append(Line(" Nothing found for “\(search.query)”.", .faint)) }
    page.body += episodeRows(search.results, selection: search.selection)
    page.focus = search.selection + 2
    page.notice = notice(for: search.loading, hint: "type on to search again")
    return page
}
