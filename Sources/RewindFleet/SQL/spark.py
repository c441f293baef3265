#!/usr/bin/env python3
"""Runs one of these files on Spark, and prints each row as a line of JSON.

    spark.py DIR groups.sql     DIR is a dataset in Parquet, made by `rewind export --format dataset`; any path that Spark can read
"""
import json, os, pathlib, sys

from pyspark.sql import SparkSession

directory, file = sys.argv[1:]
# Timestamps are in UTC. The rest keeps Spark to this machine, unless `spark-submit` says where it runs.
spark = (SparkSession.builder.appName(file).config("spark.sql.session.timeZone", "UTC")
         .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1").config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
         .config("spark.master", os.environ.get("SPARK_MASTER", "local[2]")).getOrCreate())
for table in ("sessions", "steps", "changes"):
    spark.read.parquet(f"{directory}/{table}").createOrReplaceTempView(table)
for row in spark.sql(pathlib.Path(file).read_text()).toLocalIterator():
    print(json.dumps(row.asDict(recursive=True), ensure_ascii=False, default=str))
