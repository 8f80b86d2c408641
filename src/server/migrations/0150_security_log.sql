-- Who came, what was refused, what left the house and who changed rights. Sealed like the ledger,
-- in one chain for each term of keeping, so that the oldest part of a chain can go and the rest
-- still proves itself.

create table security_event (
  event_no bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  kind_cd text not null,
  outcome_cd text not null check (outcome_cd in ('OK', 'REFUSED', 'THROTTLED', 'FAILED')),
  -- Who did it; as typed where a login was refused. No key to users: it outlives them.
  user_id text,
  -- Whom or what it is about: a user or role whose rights changed, a file.
  subject_cd text,
  address text,
  agent text,
  operation text,
  menu_id text,
  trace_id text,
  row_count bigint,
  detail text
);
create index security_event_by_time on security_event (happened_at desc, event_no desc);
create index security_event_of_user on security_event (user_id, event_no desc);
-- Whether a throttled address was written down a moment ago: a flood must not become one of rows.
create index security_event_throttled on security_event (address, kind_cd, happened_at)
  where outcome_cd = 'THROTTLED';
-- Calls at the same moment do not see each other's rows: one of a minute stays.
create unique index security_event_throttled_once on security_event
  (address, kind_cd, date_trunc('minute', happened_at at time zone 'UTC'))
  where outcome_cd = 'THROTTLED';

-- Written and not sealed yet.
create table security_queue (
  event_no bigint primary key
);

-- No foreign key: an event that vanished past the guards must leave its seal behind.
create table security_seal (
  class_cd text not null check (class_cd in ('ACCESS', 'RIGHTS')),
  seal_no bigint not null check (seal_no > 0),
  event_no bigint not null unique,
  hash bytea not null check (length(hash) = 32),
  primary key (class_cd, seal_no)
);

-- Both ends of each chain: the last seal, and the last one that the purge let go.
create table security_head (
  class_cd text primary key check (class_cd in ('ACCESS', 'RIGHTS')),
  seal_no bigint not null default 0,
  hash bytea not null default '',
  base_no bigint not null default 0,
  base_hash bytea not null default ''
);
insert into security_head (class_cd) values ('ACCESS'), ('RIGHTS');

-- Up to where somebody has looked the log through.
create table security_review (
  review_no bigint generated always as identity primary key,
  upto_no bigint not null,
  reviewed_by text not null,
  reviewed_at timestamptz not null default now()
);
create index security_review_of_event on security_review (upto_no, review_no);
create trigger security_review_stays before update or delete on security_review
  for each row execute function refuse_change();
create trigger security_review_whole before truncate on security_review
  for each statement execute function refuse_change();

-- Changes stay for good; a row leaves by the purge alone.
create function refuse_but_purge() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('wms.security_purge', true) = 'on' then return old; end if;
  raise exception '% rows are never changed or deleted', tg_table_name using errcode = 'WM001';
end $$;
create trigger security_event_stays before update or delete on security_event
  for each row execute function refuse_but_purge();
create trigger security_event_whole before truncate on security_event
  for each statement execute function refuse_change();
create trigger security_seal_stays before update or delete on security_seal
  for each row execute function refuse_but_purge();
create trigger security_seal_whole before truncate on security_seal
  for each statement execute function refuse_change();

create function queue_security() returns trigger language plpgsql as $$
begin
  insert into security_queue select event_no from noted;
  return null;
end $$;
create trigger security_event_queue after insert on security_event
  referencing new table as noted for each statement execute function queue_security();

-- The term an event is kept for: changes of rights longer than who came.
create function security_class(kind text) returns text language sql immutable parallel safe as $$
  select case when kind in ('RIGHTS', 'REVIEW', 'PURGE') then 'RIGHTS' else 'ACCESS' end
$$;

create function security_content(e security_event) returns bytea language sql stable as $$
  select convert_to(jsonb_build_array(e.event_no, extract(epoch from e.happened_at), e.kind_cd,
    e.outcome_cd, e.user_id, e.subject_cd, e.address, e.agent, e.operation, e.menu_id, e.trace_id,
    e.row_count, e.detail)::text, 'UTF8')
$$;

-- Seals up to `most` waiting events; answers them as they were sealed.
create function seal_security(most integer) returns setof security_seal language plpgsql as $$
declare
  head security_head;
  noted security_event;
  made security_seal;
begin
  -- Sealers and the purge take turns on these rows; who writes an event never touches them.
  perform from security_head order by class_cd for update;
  for noted in
    select e.* from security_event e
    join (select event_no from security_queue order by event_no limit most) q using (event_no)
    order by event_no
  loop
    select * into head from security_head where class_cd = security_class(noted.kind_cd);
    insert into security_seal values (head.class_cd, head.seal_no + 1, noted.event_no,
      sha256(head.hash || security_content(noted))) returning * into made;
    update security_head set seal_no = made.seal_no, hash = made.hash
      where class_cd = head.class_cd;
    delete from security_queue where event_no = noted.event_no;
    return next made;
  end loop;
end $$;

-- How the purge tells up to where a chain went; `verify` looks for it.
create function security_base(h security_head) returns text language sql stable as $$
  select h.class_cd || ' ' || h.base_no || ' ' || encode(h.base_hash, 'hex')
$$;

-- Lets the oldest events of a class go, up to the first that is younger, and writes down that it
-- did; answers how many went.
create function purge_security(class text, before timestamptz, who text) returns bigint
language plpgsql as $$
declare
  head security_head;
  last bigint;
  gone bigint;
begin
  perform from security_head order by class_cd for update;
  select * into head from security_head where class_cd = class;
  select coalesce(min(s.seal_no) - 1, head.seal_no) into last
    from security_seal s left join security_event e using (event_no)
    where s.class_cd = class and (e.event_no is null or e.happened_at >= before
      -- What tells of a purge stays until a later one tells of more.
      or (e.kind_cd = 'PURGE' and exists (
        select from security_head h where e.detail = security_base(h))));
  if last <= head.base_no then return 0; end if;
  perform set_config('wms.security_purge', 'on', true);
  select s.hash into head.base_hash from security_seal s
    where s.class_cd = class and s.seal_no = last;
  delete from security_event e using security_seal s
    where s.event_no = e.event_no and s.class_cd = class and s.seal_no <= last;
  get diagnostics gone = row_count;
  delete from security_seal where class_cd = class and seal_no <= last;
  perform set_config('wms.security_purge', 'off', true);
  head.base_no := last;
  update security_head set base_no = last, base_hash = head.base_hash where class_cd = class;
  insert into security_event (kind_cd, outcome_cd, user_id, subject_cd, row_count, detail)
    values ('PURGE', 'OK', who, class, gone, security_base(head));
  return gone;
end $$;

-- What a save of rights changed is found by its moment.
create index fact_change_by_time on fact_change (changed_at desc);

-- Whoever may not work any more has no session either, which is written down like any other end.
create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  if user_works(new) then return null; end if;
  with gone as (delete from session where user_id = new.user_id returning user_id)
  insert into security_event (kind_cd, outcome_cd, user_id, subject_cd, detail)
    select 'SESSION_END', 'OK', coalesce(nullif(current_setting('wms.user_id', true), ''),
      new.updated_by), user_id, 'DISABLED' from gone;
  return null;
end $$;

alter table schedule disable trigger schedule_history;
insert into schedule (schedule_cd, schedule_nm, kind_cd, argument, minute_cron, hour_cron, day_cron,
    month_cron, weekday_cron, overlap_cd)
  values ('NIGHT-SECURITY', '보안 로그 정리', 'SECURITY_PURGE', '730 1095', '30', '4', '*', '*', '*',
    'SKIP');
alter table schedule enable trigger schedule_history;
