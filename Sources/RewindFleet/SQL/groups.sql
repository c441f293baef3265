-- One row for each group of an app's sessions that ended in the same way, the most frequent group first.

with ended as (
    select *,
        -- The best example is short and has lost nothing.
        row_number() over (partition by app, fingerprint order by least(losses, 1), steps, session) as by_length
    from sessions where fingerprint is not null),

-- The oldest version first: parts are compared as numbers.
versions as (
    select app, fingerprint, coalesce(version, 'unknown') as version, count(*) as sessions,
        concat(
            lpad(split_part(coalesce(version, 'unknown'), '.', 1), 12, '0'), lpad(split_part(coalesce(version, 'unknown'), '.', 2), 12, '0'),
            lpad(split_part(coalesce(version, 'unknown'), '.', 3), 12, '0'), lpad(split_part(coalesce(version, 'unknown'), '.', 4), 12, '0')) as age
    from ended group by app, fingerprint, version),
version_lists as (
    select app, fingerprint, max(list) as versions
    from (
        select app, fingerprint, array_agg(concat(version, ': ', sessions)) over (
            partition by app, fingerprint order by age, version rows between unbounded preceding and unbounded following) as list
        from versions)
    group by app, fingerprint),

-- A device's clock may be wrong; the number of a version is not.
oldest as (
    select app, fingerprint, substr(min(case when version <> 'unknown' then concat(age, version) end), 49) as since
    from versions group by app, fingerprint),

-- The most frequent device first.
devices as (
    select app, fingerprint, coalesce(device, 'unknown') as device, count(*) as sessions from ended group by app, fingerprint, device),
device_lists as (
    select app, fingerprint, max(list) as devices
    from (
        select app, fingerprint, array_agg(concat(device, ': ', sessions)) over (
            partition by app, fingerprint order by sessions desc, device rows between unbounded preceding and unbounded following) as list
        from devices)
    group by app, fingerprint),

-- The signal and the reason that most sessions have.
reasons as (
    select *, row_number() over (partition by app, fingerprint order by sessions desc, signal nulls last, reason nulls last) as place,
        count(*) over (partition by app, fingerprint) as reasons
    from (select app, fingerprint, signal, reason, count(*) as sessions from ended group by app, fingerprint, signal, reason))

select fingerprint, app, min(ending) as ending, min(r.signal) as signal, min(r.reason) as reason, min(r.reasons) as reasons,
    min(story) as story, min(action) as action, min(frame) as frame, count(*) as sessions,
    round(cast(count(*) as double) / (select count(*) from sessions), 6) as share,
    cast(min(started) as string) as first_seen, cast(max(started) as string) as last_seen,
    min(since) as since,
    min(versions) as versions, min(devices) as devices,
    max(case when by_length = 1 then session end) as example, max(case when by_length = 1 then source end) as source,
    max(case when by_length = 1 then steps end) as steps
from ended join version_lists using (app, fingerprint) join device_lists using (app, fingerprint)
    join oldest using (app, fingerprint)
    join (select app, fingerprint, signal, reason, reasons from reasons where place = 1) r using (app, fingerprint)
group by app, fingerprint
order by sessions desc, app, fingerprint
