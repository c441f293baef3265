-- What the sessions of a group did and finished ones did not: up to ten sequences of actions for each group, the most telling first.
--
-- "a, b" says that b came next after a, and "a … b" that b came at any time after a. Nothing but noise lies between neighbours.
-- Of an action that both the user and effects send, one that an effect sent is told apart.

with

-- An action that makes up more than 2.5 times its fair share of its app's steps is noise: typing, scrolling, ticks of a timer.
kinds as (
    select app, type, row_number() over (order by app, type) as kind
    from (
        select app, type, count(*) as n, sum(count(*)) over (partition by app) as total, count(*) over (partition by app) as types
        from steps group by app, type)
    where n * types <= 2.5 * total),

-- Numbers take less room than texts. The part is the group's number, or 0 where the session finished.
ids as (
    select cast(row_number() over (order by session) as int) as id, session, app, fingerprint, coalesce(version, '') as version,
        case when ending = 'finished' then 0 when fingerprint is not null then cast(dense_rank() over (order by app, fingerprint) as int) end as part,
        sum(case when ending = 'finished' then 1 else 0 end) over (partition by app) as finished
    from sessions),

-- An odd number is an action that an effect sent.
acts as (
    select id, cast(step as int) as step, cast(2 * kind + case when cause is null then 0 else 1 end as int) as act
    from steps join kinds using (app, type) join ids using (session)),

-- Of a run of equal actions, the first counts.
folded as (
    select id, step, act
    from (select *, lag(act) over (partition by id order by step) as previous from acts)
    where previous is null or previous <> act),

threes as (
    select id, lag(act, 2) over w as a, lag(act) over w as b, act as c from folded window w as (partition by id order by step)),

-- When each session did an action first and last; "a … b" is there if the first a comes before the last b.
spans as (select id, act, min(step) as first, max(step) as last from folded group by id, act),

-- "a … b" is of interest where b is the last action of a session of the group.
ends as (
    select distinct part, act
    from (select part, act, row_number() over (partition by id order by last desc) as place from spans join ids using (id) where part > 0)
    where place = 1),
lasts as (select id, act, last from spans join (select distinct act from ends) using (act)),

-- Candidates are chosen by the sessions of the groups and, of more than 8,000 finished ones of an app, by one in 16.
near as (
    select id, part, app, version from ids
    where part > 0 or part = 0 and (id % 16 = 0 or finished <= 8000)),
near_threes as (select t.* from threes t join near using (id)),

-- What each of these has: c alone; b, c; a, b, c; and b … c, whose a is -2. What is missing is -1.
has as (
    select distinct id, -1 as a, b, c from near_threes where b is not null
    union all
    select distinct id, a, b, c from near_threes where a is not null
    union all
    select distinct id, -1, -1, c from near_threes
    union all
    select s.id, -2, s.act, l.act from (select s.* from spans s join near using (id)) s join lasts l on s.id = l.id and s.first < l.last and s.act <> l.act),

sizes as (select part, app, version, count(*) as size from near group by part, app, version),
counts as (select part, app, version, a, b, c, count(*) as n from has join near using (id) group by part, app, version, a, b, c),

-- A group is compared with the versions it was seen in: before a bug is made, its story is harmless.
versions as (select distinct part, app, fingerprint, version from ids where part > 0),
near_sizes as (
    select v.part, sum(s.size) as size
    from versions v join sizes s on s.part = 0 and s.app = v.app and s.version = v.version group by v.part),
near_counts as (
    select v.part, f.a, f.b, f.c, sum(f.n) as n
    from versions v join counts f on f.part = 0 and f.app = v.app and f.version = v.version group by v.part, f.a, f.b, f.c),
group_sizes as (select part, sum(size) as size from sizes where part > 0 group by part),
group_counts as (select part, a, b, c, sum(n) as n from counts where part > 0 group by part, a, b, c),

-- A candidate is in at least half of the group's sessions, and at least twice as often as in finished ones.
candidates as (
    select g.part, g.a, g.b, g.c, cast(g.n as bigint) as n, cast(s.size as bigint) as size
    from group_counts g join group_sizes s on s.part = g.part
        left join near_counts f on f.part = g.part and f.a = g.a and f.b = g.b and f.c = g.c
        left join near_sizes t on t.part = g.part
        left join ends e on e.part = g.part and e.act = g.c
    where (g.a <> -2 or e.act is not null) and 2 * g.n >= s.size and g.n * coalesce(t.size, 0) >= 2 * coalesce(f.n, 0) * s.size),

wanted as (select distinct a, b, c from candidates),

-- Only these are counted in all finished sessions, for each version.
finished as (
    select a, b, c, app, version, count(*) as n
    from (
        select distinct t.id, w.a, w.b, w.c from threes t join wanted w on w.b = t.b and w.c = t.c where w.a = -1 or w.a = t.a
        union all
        select id, a, b, c from spans join wanted on act = c where b = -1
        union all
        select s.id, w.a, w.b, w.c from spans s join wanted w on w.a = -2 and s.act = w.b join lasts l on l.id = s.id and l.act = w.c and s.first < l.last) has
        join ids using (id)
    where part = 0
    group by a, b, c, app, version),

others as (
    select v.part, count(*) as size
    from versions v join ids on ids.part = 0 and ids.app = v.app and ids.version = v.version group by v.part),

compared as (
    select k.part, min(v.app) as app, min(v.fingerprint) as fingerprint, k.a, k.b, k.c, k.n, k.size, coalesce(max(o.size), 0) as others, cast(coalesce(sum(f.n), 0) as bigint) as m
    from candidates k join versions v on v.part = k.part left join others o on o.part = k.part
        left join finished f on f.a = k.a and f.b = k.b and f.c = k.c and f.app = v.app and f.version = v.version
    group by k.part, k.a, k.b, k.c, k.n, k.size),

-- Half a session is added on each side, so that nothing is divided by zero and small groups promise less.
measured as (
    select *, p / q as lift from (
        select *, (n + cast(0.5 as double)) / (size + 1) as p, (m + cast(0.5 as double)) / (others + 1) as q from compared) shares),

-- The score is the share of the group times the logarithm of the lift: what half of a group has alone beats what all of it has and many others, too.
-- It is the larger term of the log-likelihood ratio of T. Dunning, "Accurate Methods for the Statistics of Surprise and Coincidence" (1993).
-- Chance is left out: what as many sessions would have by chance once in 10,000 times or more often, by Chernoff's bound; e^9.2 is 10,000.
-- What one or two sessions have and others lack is chance as well.
scored as (
    select *, round(cast(n as double) / size * ln(lift), 4) as score from measured
    where size >= 3 and size * (p * ln(p / q) + (1 - p) * ln((1 - p) / (1 - q))) > 9.2),

-- What is part of something longer that the same sessions have says nothing more.
pieces as (
    select part, app, fingerprint, n, size, m, others, lift, score, piece,
        case piece when 0 then a when 3 then -2 else -1 end as a,
        case when piece in (0, 2) or piece = 3 and a = -1 then b when piece in (1, 3) then a else -1 end as b,
        case when piece in (1, 4) then b else c end as c
    from scored cross join (values (0), (1), (2), (3), (4), (5)) as pieces(piece)
    where piece = 0 or piece in (1, 2) and a >= 0 or piece = 3 and a <> -2 and b >= 0 or piece >= 4 and b >= 0),
whole as (
    select part, app, fingerprint, a, b, c, n, size, m, others, lift, score from pieces
    group by part, app, fingerprint, a, b, c, n, size, m, others, lift, score having max(piece) = 0),

-- The names again.
names as (
    select act, concat(type, case when act % 2 = 1 and count(*) over (partition by kind) = 2 then ' (by an effect)' else '' end) as name
    from (select distinct act from spans) join kinds on act in (2 * kind, 2 * kind + 1)),

named as (
    select s.*, case when a >= 0 then 3 when b >= 0 then 2 else 1 end as length,
        case when a >= 0 then concat(x.name, ', ', y.name, ', ', z.name)
            when b >= 0 then concat(y.name, case when a = -2 then ' … ' else ', ' end, z.name)
            else z.name end as sequence
    from whole s left join names x on x.act = s.a left join names y on y.act = s.b join names z on z.act = s.c),

-- Of equals, the one that says more comes first, and one that begins with what the user did.
ranked as (
    select *, row_number() over (partition by part order by score desc, length desc, b % 2, sequence) as place from named)

select app, fingerprint, place, sequence, n as sessions, size as group_size, m as finished, others as finished_size,
    round(lift, 2) as lift, score
from ranked where place <= 10
order by size desc, app, fingerprint, place
