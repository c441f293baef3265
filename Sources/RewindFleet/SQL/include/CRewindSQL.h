// The SQL files, as they are in the repository.

#pragma once

#include <stddef.h>

typedef struct {
    const unsigned char *_Nonnull bytes;
    size_t count;
} rewind_sql_file;

extern const rewind_sql_file rewind_groups_sql;
extern const rewind_sql_file rewind_sequences_sql;
extern const rewind_sql_file rewind_places_sql;
extern const rewind_sql_file rewind_effects_sql;
extern const rewind_sql_file rewind_spark_py;
extern const rewind_sql_file rewind_spark_export_py;
