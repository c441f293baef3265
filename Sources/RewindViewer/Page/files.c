#include "CRewindPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE(name) const rewind_page_file rewind_##name = {name, sizeof name}

static const unsigned char page_html[] = {
#embed "page.html"
};
FILE(page_html);

static const unsigned char style_css[] = {
#embed "style.css"
};
FILE(style_css);

static const unsigned char guard_js[] = {
#embed "guard.js"
};
FILE(guard_js);

static const unsigned char numbers_js[] = {
#embed "numbers.js"
};
FILE(numbers_js);

static const unsigned char text_js[] = {
#embed "text.js"
};
FILE(text_js);

static const unsigned char tree_js[] = {
#embed "tree.js"
};
FILE(tree_js);

static const unsigned char attached_js[] = {
#embed "attached.js"
};
FILE(attached_js);

static const unsigned char film_js[] = {
#embed "film.js"
};
FILE(film_js);

static const unsigned char rows_js[] = {
#embed "rows.js"
};
FILE(rows_js);

static const unsigned char list_js[] = {
#embed "list.js"
};
FILE(list_js);

static const unsigned char chart_js[] = {
#embed "chart.js"
};
FILE(chart_js);

static const unsigned char story_js[] = {
#embed "story.js"
};
FILE(story_js);

static const unsigned char core_js[] = {
#embed "core.js"
};
FILE(core_js);

static const unsigned char worker_js[] = {
#embed "worker.js"
};
FILE(worker_js);

static const unsigned char page_js[] = {
#embed "page.js"
};
FILE(page_js);

static const unsigned char core_wasm_gz[] = {
#embed "core.wasm.gz"
};
FILE(core_wasm_gz);
