#include "CRewindSQL.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE(name) const rewind_sql_file rewind_##name = {name, sizeof name}

static const unsigned char groups_sql[] = {
#embed "groups.sql"
};
FILE(groups_sql);

static const unsigned char sequences_sql[] = {
#embed "sequences.sql"
};
FILE(sequences_sql);

static const unsigned char places_sql[] = {
#embed "places.sql"
};
FILE(places_sql);

static const unsigned char effects_sql[] = {
#embed "effects.sql"
};
FILE(effects_sql);

static const unsigned char spark_py[] = {
#embed "spark.py"
};
FILE(spark_py);

static const unsigned char spark_export_py[] = {
#embed "spark_export.py"
};
FILE(spark_export_py);
