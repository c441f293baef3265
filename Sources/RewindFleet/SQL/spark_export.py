#!/usr/bin/env python3
"""Makes a dataset of recordings on Spark: each worker reads its share by the command `rewind`, through a pipe.

    spark_export.py DIR FOLDER…     DIR must not exist yet; every worker must see the folders, and have `rewind` (or $REWIND)
"""
import json, os, pathlib, subprocess, sys

from pyspark import StorageLevel
from pyspark.sql import SparkSession
from pyspark.sql.functions import col, from_json

REWIND = os.environ.get("REWIND", "rewind")
COLUMNS = {
    "changes": "session string, step bigint, path string, op string",
    "steps": "session string, step bigint, t bigint, type string, store string, cause bigint, effect bigint, site string, took bigint, changed boolean, ops bigint",
    "effects": "session string, effect bigint, name string, store string, cause bigint, site string, t bigint, took bigint, ending string",
    "sessions": "session string, version string, build string, system string, device string, started string, duration bigint, steps bigint, ending string, "
    "signal string, reason string, fingerprint string, story string, action string, frame string, losses bigint, level string, source string, hash string",
}


def export(paths):
    """Yields the table and the text of each line. What the command says about damaged recordings is in the worker's log."""
    paths = list(paths)
    for first in range(0, len(paths), 100):
        command = subprocess.Popen([REWIND, "export", "--format", "dataset", "-o", "-", *paths[first:first + 100]], stdout=subprocess.PIPE, text=True)
        for line in command.stdout:
            yield json.loads(line)["table"], line
        if command.wait() < 0:
            raise RuntimeError(f"{REWIND} was ended by signal {-command.returncode} while it read {paths[first]} or one of the next 99 recordings")


directory, *folders = sys.argv[1:]
recordings = sorted(str(path) for folder in folders for path in pathlib.Path(folder).absolute().rglob("*.rewind"))
spark = (SparkSession.builder.appName("rewind export").config("spark.sql.session.timeZone", "UTC")
         .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
         .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
         .config("spark.master", os.environ.get("SPARK_MASTER", "local[2]")).getOrCreate())
shares = spark.sparkContext.parallelize(recordings, max(2, len(recordings) // 500))
lines = shares.mapPartitions(export).toDF("part string, line string").persist(StorageLevel.DISK_ONLY)
for table, columns in COLUMNS.items():  # the sessions come last: where they are, the dataset is complete
    rows = lines.where(col("part") == table).select(from_json("line", f"{columns}, app string, day date").alias("row")).select("row.*")
    if table == "sessions":
        rows = rows.withColumn("started", col("started").cast("timestamp_ntz"))
    order = ["app", "day", "session"] + {"sessions": [], "effects": ["effect"]}.get(table, ["step"])
    rows.repartition("app", "day").sortWithinPartitions(*order).write.partitionBy("app", "day").option("compression", "zstd").parquet(f"{directory}/{table}")
read = spark.read.parquet(f"{directory}/sessions").count()
if pathlib.Path(directory).is_dir():  # what `rewind groups` knows a dataset by
    pathlib.Path(directory, "dataset.json").write_text('{"version":2,"fingerprint":"f1"}')
print(f"{read} of {len(recordings)} recordings are in {directory}", file=sys.stderr)
