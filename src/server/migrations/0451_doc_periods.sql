-- Documents of an owner in a warehouse are closed up to a date. The latest close that was not
-- reopened applies.
create table doc_period (
  period_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  closed_to_dt date not null,
  reason text,
  closed_by text not null,
  closed_at timestamptz not null default coalesce(told_moment(), now()),
  reopened_by text,
  reopened_at timestamptz,
  reopen_reason text,
  constraint doc_period_reopened check ((reopened_by is null) = (reopened_at is null)
    and (reopened_at is null or reopen_reason <> '' and reopen_reason is not null))
);
create unique index doc_period_closed on doc_period (wcode, owner_cd, closed_to_dt)
  where reopened_at is null;

create function closed_to(place text, who text) returns date language sql stable as $$
  select max(closed_to_dt) from doc_period
  where wcode = place and owner_cd = who and reopened_at is null
$$;

-- Closes follow each other and are reopened newest first.
create function keep_doc_period() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a period is reopened, never deleted' using errcode = 'WM001';
  end if;
  if tg_op = 'UPDATE' then
    if old.reopened_at is not null or (new.period_no, new.wcode, new.owner_cd, new.closed_to_dt,
        new.reason, new.closed_by, new.closed_at) is distinct from (old.period_no, old.wcode,
        old.owner_cd, old.closed_to_dt, old.reason, old.closed_by, old.closed_at) then
      raise exception 'a period is reopened once and never changed' using errcode = 'WM001';
    end if;
    if old.closed_to_dt < closed_to(old.wcode, old.owner_cd) then
      raise exception 'the newest period is reopened first' using errcode = 'WM001';
    end if;
    return new;
  end if;
  if new.closed_to_dt <= closed_to(new.wcode, new.owner_cd)
    or new.closed_to_dt >= warehouse_day(new.closed_at) then
    raise exception 'a period ends after the previous one and before today' using errcode = 'WM001';
  end if;
  return new;
end $$;
create trigger doc_period_kept before insert or update or delete on doc_period
  for each row execute function keep_doc_period();

-- A correction of one document in a closed period, requested by one user and approved by another.
create table doc_request (
  request_no bigint generated always as identity primary key,
  wcode text not null references warehouse,
  owner_cd text not null references owner,
  doc_no text not null,
  reason text not null check (reason <> ''),
  state_cd text not null default '10' check (state_cd in ('10', '20', '90')),
  requested_by text not null,
  requested_at timestamptz not null default coalesce(told_moment(), now()),
  decided_by text,
  decided_at timestamptz,
  used_at timestamptz,
  constraint doc_request_second_user check (decided_by <> requested_by),
  constraint doc_request_decided check ((state_cd = '10') = (decided_by is null)
    and (decided_by is null) = (decided_at is null)),
  constraint doc_request_used check (used_at is null or state_cd = '20')
);
create index doc_request_document on doc_request (wcode, doc_no);
create unique index doc_request_open on doc_request (wcode, doc_no)
  where state_cd <> '90' and used_at is null;

create function keep_doc_request() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state_cd = '90' or old.used_at is not null
    or (old.state_cd = '20' and new.state_cd <> '20')
    or (new.request_no, new.wcode, new.owner_cd, new.doc_no, new.reason, new.requested_by)
      is distinct from
      (old.request_no, old.wcode, old.owner_cd, old.doc_no, old.reason, old.requested_by) then
    raise exception 'a request is decided and used once' using errcode = 'WM001';
  end if;
  return new;
end $$;
create trigger doc_request_kept before update or delete on doc_request
  for each row execute function keep_doc_request();

-- Spends the approvals of documents whose closed work is reversed. Throws without one. Statements of
-- one save share an approval.
create function spend_approvals(places text[], numbers text[]) returns void language plpgsql as $$
begin
  if exists (
    select from unnest(places, numbers) d(wcode, doc_no)
    where not exists (select from doc_request q where q.wcode = d.wcode and q.doc_no = d.doc_no
      and q.state_cd = '20' and coalesce(q.used_at, now()) = now()))
  then
    raise exception 'work of a closed period is reversed with an approval only'
      using errcode = 'WM004';
  end if;
  update doc_request q set used_at = now()
  from (select distinct wcode, doc_no from unnest(places, numbers) d(wcode, doc_no)) d
  where q.wcode = d.wcode and q.doc_no = d.doc_no and q.state_cd = '20' and q.used_at is null;
end $$;

-- No reversal reaches into a closed period without an approval, regardless of the kind of work.
create function guard_closed_period() returns trigger language plpgsql as $$
declare
  places text[];
  numbers text[];
begin
  select array_agg(p.wcode), array_agg(p.doc_no) into places, numbers
  from posted p join stock_movement o on o.movement_no = p.reverses_no
  where o.business_dt <= closed_to(p.wcode, p.owner_cd);
  if numbers is not null then perform spend_approvals(places, numbers); end if;
  return null;
end $$;
create trigger stock_movement_period after insert on stock_movement
  referencing new table as posted for each statement execute function guard_closed_period();

create function guard_closed_rejection() returns trigger language plpgsql as $$
declare
  place text;
begin
  select r.wcode into place from receipt r where r.receipt_no = new.receipt_no
    and warehouse_day(old.created_at) <= closed_to(r.wcode, r.owner_cd);
  if old.cancelled_at is null and new.cancelled_at is not null and place is not null then
    perform spend_approvals(array[place], array[new.receipt_no]);
  end if;
  return new;
end $$;
create trigger receipt_reject_period before update on receipt_reject
  for each row execute function guard_closed_rejection();
