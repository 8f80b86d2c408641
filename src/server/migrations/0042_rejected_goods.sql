-- Goods that came with a receipt and were not taken: how many, why, who said so; taken back, never
-- deleted. A line's rejected quantity is the sum of its standing rejections.
create table receipt_reject (
  reject_no bigint generated always as identity primary key,
  receipt_no text not null,
  line_no integer not null,
  reject_qty numeric(15, 3) not null check (reject_qty > 0),
  reason text not null check (reason <> ''),
  created_by text not null,
  created_at timestamptz not null default now(),
  cancelled_by text,
  cancelled_at timestamptz,
  check ((cancelled_by is null) = (cancelled_at is null)),
  foreign key (receipt_no, line_no) references receipt_line
);
create index receipt_reject_line on receipt_reject (receipt_no, line_no);

create function keep_reject() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a rejection is cancelled, never deleted' using errcode = 'WM001';
  end if;
  if old.cancelled_at is not null
    or (new.reject_no, new.receipt_no, new.line_no, new.reject_qty, new.reason, new.created_by)
      is distinct from
      (old.reject_no, old.receipt_no, old.line_no, old.reject_qty, old.reason, old.created_by) then
    raise exception 'a rejection is cancelled once and never changed' using errcode = 'WM001';
  end if;
  return new;
end $$;
create trigger receipt_reject_kept before update or delete on receipt_reject
  for each row execute function keep_reject();

create function carry_rejected() returns trigger language plpgsql as $$
begin
  update receipt_line l set reject_qty = d.qty
  from (select c.receipt_no, c.line_no,
          coalesce(sum(r.reject_qty) filter (where r.cancelled_at is null), 0) qty
        from (select distinct receipt_no, line_no from changed) c
        join receipt_reject r using (receipt_no, line_no) group by 1, 2) d
  where l.receipt_no = d.receipt_no and l.line_no = d.line_no;
  return null;
end $$;
create trigger receipt_reject_new after insert on receipt_reject
  referencing new table as changed for each statement execute function carry_rejected();
create trigger receipt_reject_cancelled after update on receipt_reject
  referencing new table as changed for each statement execute function carry_rejected();

-- What was refused at the door counts as arrived: a receipt of rejected goods alone is done too.
create or replace function receipt_state(r receipt) returns text language sql stable as $$
  select case
    when r.cancel_yn = 'Y' then '90'
    when r.request_yn = 'Y' then '05'
    when coalesce(sum(receive_qty + reject_qty), 0) = 0 then '10'
    when count(*) filter (where receive_qty + reject_qty < order_qty) = 0 then '30'
    else '20' end
  from receipt_line where receipt_no = r.receipt_no
$$;
