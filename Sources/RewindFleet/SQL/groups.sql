-- One row for each group of sessions that ended in the same way, the most frequent group first.

with ended as (
    select *,
        row_number() over (partition by fingerprint order by started, session) as by_start,
        -- The best example is short and has lost nothing.
        row_number() over (partition by fingerprint order by least(losses, 1), steps, session) as by_length
    from sessions where fingerprint is not null),

versions as (
    select fingerprint, array_sort(array_agg(concat(coalesce(version, 'unknown'), ': ', sessions))) as versions
    from (select fingerprint, version, count(*) as sessions from ended group by fingerprint, version)
    group by fingerprint),

devices as (
    select fingerprint, array_sort(array_agg(concat(coalesce(device, 'unknown'), ': ', sessions))) as devices
    from (select fingerprint, device, count(*) as sessions from ended group by fingerprint, device)
    group by fingerprint)

select fingerprint, min(app) as app, min(ending) as ending, min(signal) as signal, min(story) as story, min(frame) as frame,
    count(*) as sessions,
    round(cast(count(*) as double) / (select count(*) from sessions), 6) as share,
    cast(min(started) as string) as first_seen, cast(max(started) as string) as last_seen,
    max(case when by_start = 1 then version end) as since,
    min(versions) as versions, min(devices) as devices,
    max(case when by_length = 1 then session end) as example, max(case when by_length = 1 then source end) as source,
    max(case when by_length = 1 then steps end) as steps
from ended join versions using (fingerprint) join devices using (fingerprint)
group by fingerprint
order by sessions desc, fingerprint
