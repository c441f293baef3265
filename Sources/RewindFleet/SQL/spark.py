#!/usr/bin/env python3
"""Runs these files on Spark, and prints each row as a line of JSON, with "end" behind the rows of each file.

    spark.py DIR groups.sql…     DIR is a dataset in Parquet, made by `rewind export --format dataset`; any path that Spark can read
"""
import json, os, pathlib, sys

from pyspark.sql import SparkSession

directory, *files = sys.argv[1:]
# $SPARK_MASTER names a cluster; without it, Spark stays on this machine and does not cut small tables into hundreds of pieces.
local = {
    "spark.master": "local[*]", "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1", "spark.ui.enabled": "false",
    "spark.driver.memory": "3g", "spark.sql.shuffle.partitions": "8",
}
settings = {"spark.master": os.environ["SPARK_MASTER"]} if "SPARK_MASTER" in os.environ else local
settings |= {"spark.sql.session.timeZone": "UTC", "spark.ui.showConsoleProgress": "false"}
spark = SparkSession.builder.appName("rewind groups").config(map=settings).getOrCreate()
# Where no session has effects recorded, no file tells the columns.
effects = "session string, effect bigint, name string, store string, cause bigint, site string, t bigint, took bigint, ending string, app string, day date"
for table in ("sessions", "steps", "changes", "effects"):
    reader = spark.read.schema(effects) if table == "effects" else spark.read
    reader.parquet(f"{directory}/{table}").createOrReplaceTempView(table)
for file in files:
    for row in spark.sql(pathlib.Path(file).read_text()).toLocalIterator():
        print(json.dumps(row.asDict(recursive=True), ensure_ascii=False, default=str))
    print("end", flush=True)
