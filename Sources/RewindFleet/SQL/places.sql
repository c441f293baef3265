-- Where the sessions of a group changed the state and finished ones did not: up to ten places for each group, the most telling first.
-- The score is that of sequences.sql.

with

-- Numbers take less room than texts. The part is the group, or 'finished'.
ids as (
    select cast(row_number() over (order by session) as int) as id, session, app, coalesce(version, '') as version,
        case when ending = 'finished' then ending else fingerprint end as part
    from sessions),

-- Candidates are chosen by the sessions of the groups and one in 16 of the finished.
near as (select id, session, part from ids where part <> 'finished' or id % 16 = 0 and part is not null),
has as (select distinct id, path from changes join near using (session)),

sizes as (select part, count(*) as size from near group by part),
counts as (select part, path, count(*) as n from has join near using (id) group by part, path),

-- At least half of a group has a candidate, and twice as often as the finished sessions.
candidates as (
    select g.part, g.path, g.n, s.size
    from counts g join sizes s on s.part = g.part
        left join counts f on f.part = 'finished' and f.path = g.path
        left join sizes t on t.part = 'finished'
    where g.part <> 'finished' and 2 * g.n >= s.size and g.n * coalesce(t.size, 0) >= 2 * coalesce(f.n, 0) * s.size),

-- Only these are counted in all finished sessions, for each version.
finished as (
    select path, app, version, count(*) as n
    from (select distinct session, path from changes where path in (select path from candidates)) has join ids using (session)
    where part = 'finished'
    group by path, app, version),

-- A group is compared with the versions it was seen in: before a bug is made, its story is harmless.
versions as (select distinct part, app, version from ids where part <> 'finished'),

others as (
    select v.part, count(*) as size
    from versions v join ids on ids.part = 'finished' and ids.app = v.app and ids.version = v.version group by v.part),

compared as (
    select k.part, k.path, k.n, k.size, coalesce(max(o.size), 0) as others, cast(coalesce(sum(f.n), 0) as bigint) as m
    from candidates k join versions v on v.part = k.part left join others o on o.part = k.part
        left join finished f on f.path = k.path and f.app = v.app and f.version = v.version
    group by k.part, k.path, k.n, k.size),

measured as (
    select *, ((n + cast(0.5 as double)) / (size + 1)) / ((m + cast(0.5 as double)) / (others + 1)) as lift from compared),

scored as (
    select *, round(cast(n as double) / size * ln(lift), 4) as score from measured),

ranked as (
    select *, row_number() over (partition by part order by score desc, path) as place from scored)

select part as fingerprint, place, path, n as sessions, size as group_size, m as finished, others as finished_size,
    round(lift, 2) as lift, score
from ranked where place <= 10
order by size desc, fingerprint, place
