-- Where the sessions of a group changed the state and finished ones did not: up to ten places for each group, the most telling first.
-- The score is that of sequences.sql, and so is what counts as chance.

with

-- Numbers take less room than texts. The part is the group's number, or 0 where the session finished.
ids as (
    select cast(row_number() over (order by session) as int) as id, session, app, fingerprint, coalesce(version, '') as version,
        case when ending = 'finished' then 0 when fingerprint is not null then cast(dense_rank() over (order by app, fingerprint) as int) end as part,
        sum(case when ending = 'finished' then 1 else 0 end) over (partition by app) as finished
    from sessions),

-- Candidates are chosen by the sessions of the groups and, of more than 8,000 finished ones of an app, by one in 16.
near as (
    select id, session, part, app, version from ids
    where part > 0 or part = 0 and (id % 16 = 0 or finished <= 8000)),
has as (select distinct id, path from changes join near using (session)),

sizes as (select part, app, version, count(*) as size from near group by part, app, version),
counts as (select part, app, version, path, count(*) as n from has join near using (id) group by part, app, version, path),

-- A group is compared with the versions it was seen in: before a bug is made, its story is harmless.
versions as (select distinct part, app, fingerprint, version from ids where part > 0),
near_sizes as (
    select v.part, sum(s.size) as size
    from versions v join sizes s on s.part = 0 and s.app = v.app and s.version = v.version group by v.part),
near_counts as (
    select v.part, f.path, sum(f.n) as n
    from versions v join counts f on f.part = 0 and f.app = v.app and f.version = v.version group by v.part, f.path),
group_sizes as (select part, sum(size) as size from sizes where part > 0 group by part),
group_counts as (select part, path, sum(n) as n from counts where part > 0 group by part, path),

-- A candidate is in at least half of the group's sessions, and at least twice as often as in finished ones.
candidates as (
    select g.part, g.path, cast(g.n as bigint) as n, cast(s.size as bigint) as size
    from group_counts g join group_sizes s on s.part = g.part
        left join near_counts f on f.part = g.part and f.path = g.path
        left join near_sizes t on t.part = g.part
    where 2 * g.n >= s.size and g.n * coalesce(t.size, 0) >= 2 * coalesce(f.n, 0) * s.size),

-- Only these are counted in all finished sessions, for each version.
finished as (
    select path, app, version, count(*) as n
    from (select distinct session, path from changes where path in (select path from candidates)) has join ids using (session)
    where part = 0
    group by path, app, version),

others as (
    select v.part, count(*) as size
    from versions v join ids on ids.part = 0 and ids.app = v.app and ids.version = v.version group by v.part),

compared as (
    select k.part, min(v.app) as app, min(v.fingerprint) as fingerprint, k.path, k.n, k.size, coalesce(max(o.size), 0) as others, cast(coalesce(sum(f.n), 0) as bigint) as m
    from candidates k join versions v on v.part = k.part left join others o on o.part = k.part
        left join finished f on f.path = k.path and f.app = v.app and f.version = v.version
    group by k.part, k.path, k.n, k.size),

measured as (
    select *, p / q as lift from (
        select *, (n + cast(0.5 as double)) / (size + 1) as p, (m + cast(0.5 as double)) / (others + 1) as q from compared) shares),

scored as (
    select *, round(cast(n as double) / size * ln(lift), 4) as score from measured
    where size >= 3 and size * (p * ln(p / q) + (1 - p) * ln((1 - p) / (1 - q))) > 9.2),

ranked as (
    select *, row_number() over (partition by part order by score desc, path) as place from scored)

select app, fingerprint, place, path, n as sessions, size as group_size, m as finished, others as finished_size,
    round(lift, 2) as lift, score
from ranked where place <= 10
order by size desc, app, fingerprint, place
