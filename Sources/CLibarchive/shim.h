#pragma once

#include <archive.h>
#include <archive_entry.h>

// `archive_set_error` takes variadic arguments, which Swift can't call: a callback reports its reason through this.
static inline void rewind_archive_set_error(struct archive *archive, int code, const char *message) {
    archive_set_error(archive, code, "%s", message);
}
