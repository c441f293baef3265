-- Which effects were under way when the sessions of a group ended: up to five for each group, the most frequent first.
-- Only sessions that have effects recorded are counted. If none of these had one under way, the group has a row without a name.

with

ended as (
    select session, app, fingerprint from sessions
    where fingerprint is not null and session in (select session from effects)),

sizes as (select app, fingerprint, count(*) as size from ended group by app, fingerprint),

counts as (
    select app, fingerprint, name, count(*) as sessions
    from ended join (select distinct session, name from effects where ending = 'under way') open using (session)
    group by app, fingerprint, name),

ranked as (
    select *, row_number() over (partition by app, fingerprint order by sessions desc, name) as place from counts)

select s.app, s.fingerprint, r.place, r.name, r.sessions, s.size
from sizes s left join (select * from ranked where place <= 5) r on r.app = s.app and r.fingerprint = s.fingerprint
order by s.app, s.fingerprint, r.place
