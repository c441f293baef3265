// The files of the page, as they are in the repository.

#pragma once

#include <stddef.h>

typedef struct {
    const unsigned char *_Nonnull bytes;
    size_t count;
} rewind_page_file;

extern const rewind_page_file rewind_page_html;
extern const rewind_page_file rewind_style_css;
extern const rewind_page_file rewind_guard_js;
extern const rewind_page_file rewind_numbers_js;
extern const rewind_page_file rewind_text_js;
extern const rewind_page_file rewind_tree_js;
extern const rewind_page_file rewind_attached_js;
extern const rewind_page_file rewind_film_js;
extern const rewind_page_file rewind_rows_js;
extern const rewind_page_file rewind_list_js;
extern const rewind_page_file rewind_chart_js;
extern const rewind_page_file rewind_story_js;
extern const rewind_page_file rewind_core_js;
extern const rewind_page_file rewind_worker_js;
extern const rewind_page_file rewind_page_js;
extern const rewind_page_file rewind_core_wasm_gz;
