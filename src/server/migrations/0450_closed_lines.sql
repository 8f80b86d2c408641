-- Lines of a document as their date was reported before work on the document was reversed after that
-- date. Reports show such a line from here and every later movement as a correction of its own date.
create table closed_line (
  movement_cd text not null check (movement_cd in ('RECEIPT', 'SHIPMENT')),
  doc_no text not null,
  line_no integer not null,
  wcode text not null references warehouse,
  owner_cd text not null,
  stock_cd text not null,
  plan_dt date not null,
  state_cd text not null,
  order_qty numeric(15, 3) not null,
  done_qty numeric(15, 3) not null,
  reject_qty numeric(15, 3) not null,
  late_qty numeric(15, 3) not null,
  short_qty numeric(15, 3) not null,
  cbm numeric(18, 6) not null,
  weight_kg numeric(18, 3) not null,
  done_dt date,
  full_yn text not null check (full_yn in ('Y', 'N')),
  closed_at timestamptz not null,
  -- The first movement that is a correction.
  from_no bigint not null,
  primary key (movement_cd, doc_no, line_no),
  foreign key (owner_cd, stock_cd) references stock
);
create index closed_line_plan on closed_line (wcode, movement_cd, plan_dt);
create trigger closed_line_append_only before update or delete on closed_line
  for each row execute function refuse_change();
create trigger closed_line_no_truncate before truncate on closed_line
  for each statement execute function refuse_change();

-- Movements with the sign of their document. A reversal has the measures of what it reverses.
create view document_movement as
select m.movement_no, m.wcode, m.owner_cd, m.stock_cd, m.movement_cd, m.doc_no, m.doc_line line_no,
  m.business_dt, m.posted_at, m.reverses_no, o.business_dt reversed_dt,
  coalesce(m.from_balance_id, m.to_balance_id) balance_id,
  case when m.reverses_no is null then m.qty else -m.qty end qty,
  case when m.reverses_no is null then m.cbm else -o.cbm end cbm,
  case when m.reverses_no is null then m.weight_kg else -o.weight_kg end weight_kg
from stock_movement m left join stock_movement o on o.movement_no = m.reverses_no
where m.movement_cd in ('RECEIPT', 'SHIPMENT');

-- Stores documents as reported before the given movement. Documents that are stored already remain.
create function close_documents(kind text, numbers text[], firsts bigint[]) returns void
  language sql as $$
  insert into closed_line (movement_cd, doc_no, line_no, wcode, owner_cd, stock_cd, plan_dt, state_cd,
    order_qty, done_qty, reject_qty, late_qty, short_qty, cbm, weight_kg, done_dt, full_yn,
    closed_at, from_no)
  select kind, l.doc_no, l.line_no, l.wcode, l.owner_cd, l.stock_cd, l.plan_dt,
    case when max(l.last_dt) over w is null then l.state_cd
      when kind = 'SHIPMENT' then '60'
      when bool_and(l.done_qty + l.reject_qty >= l.order_qty) over w then '30' else '20' end,
    l.order_qty, l.done_qty, l.reject_qty, l.late_qty,
    case when kind = 'RECEIPT' then 0
      when max(l.last_dt) over w is null then l.order_qty - l.alloc_qty
      else l.order_qty - l.done_qty end,
    l.cbm, l.weight_kg, case when kind = 'RECEIPT' then l.last_dt else max(l.last_dt) over w end,
    case when bool_and(l.done_qty >= l.order_qty) over w then 'Y' else 'N' end,
    coalesce(told_moment(), now()), l.first_no
  from (
    select d.doc_no, d.first_no, x.line_no, x.owner_cd, x.stock_cd, x.order_qty, x.reject_qty,
      x.alloc_qty, h.wcode, h.plan_dt, h.state_cd, m.*
    from unnest(numbers, firsts) d(doc_no, first_no)
    join lateral (
      select r.wcode, r.receipt_dt plan_dt, r.state_cd from receipt r
      where kind = 'RECEIPT' and r.receipt_no = d.doc_no
      union all
      select s.wcode, s.shipment_dt, s.state_cd from shipment s
      where kind = 'SHIPMENT' and s.shipment_no = d.doc_no) h on true
    join lateral (
      select l.line_no, l.owner_cd, l.stock_cd, l.order_qty, l.reject_qty, 0::numeric alloc_qty
      from receipt_line l where kind = 'RECEIPT' and l.receipt_no = d.doc_no
      union all
      select l.line_no, l.owner_cd, l.stock_cd, l.order_qty, 0, l.alloc_qty
      from shipment_line l where kind = 'SHIPMENT' and l.shipment_no = d.doc_no) x on true
    cross join lateral (
      select coalesce(sum(m.qty), 0) done_qty, coalesce(sum(m.cbm), 0) cbm,
        coalesce(sum(m.weight_kg), 0) weight_kg,
        coalesce(sum(m.qty) filter (where coalesce(m.reversed_dt, m.business_dt) > h.plan_dt), 0)
          late_qty,
        max(m.business_dt) filter (where m.reverses_no is null and not exists (
          select from stock_movement e
          where e.reverses_no = m.movement_no and e.movement_no < d.first_no)) last_dt
      from document_movement m
      where m.movement_cd = kind and m.doc_no = d.doc_no and m.line_no = x.line_no
        and m.movement_no < d.first_no) m) l
  window w as (partition by l.doc_no)
  on conflict do nothing
$$;

-- A reversal closes its document if both the reversed work and the planned date are of the past.
create function close_corrected() returns trigger language plpgsql as $$
declare
  kind text;
  numbers text[];
  firsts bigint[];
begin
  if not exists (select from posted where reverses_no is not null) then return null; end if;
  foreach kind in array array['RECEIPT', 'SHIPMENT'] loop
    select array_agg(d.doc_no), array_agg(d.first_no) into numbers, firsts
    from (
      select p.doc_no, min(p.movement_no) first_no
      from posted p
      left join stock_movement o on o.movement_no = p.reverses_no
      left join receipt r on kind = 'RECEIPT' and r.receipt_no = p.doc_no
      left join shipment s on kind = 'SHIPMENT' and s.shipment_no = p.doc_no
      where p.movement_cd = kind
      group by p.doc_no
      having bool_or(o.business_dt < p.business_dt
        and coalesce(r.receipt_dt, s.shipment_dt) < p.business_dt)) d;
    if numbers is not null then perform close_documents(kind, numbers, firsts); end if;
  end loop;
  return null;
end $$;
-- Before `stock_movement_post`, while the lines still have the quantities to store.
create trigger stock_movement_correct after insert on stock_movement
  referencing new table as posted for each statement execute function close_corrected();

-- The same for a rejection that is cancelled after its date.
create function close_rejected() returns trigger language plpgsql as $$
begin
  if old.cancelled_at is null and new.cancelled_at is not null
    and warehouse_day(old.created_at) < warehouse_day(new.cancelled_at)
    and (select r.receipt_dt from receipt r where r.receipt_no = new.receipt_no)
      < warehouse_day(new.cancelled_at)
  then
    perform close_documents('RECEIPT', array[new.receipt_no], array[(
      select coalesce(max(m.movement_no), 0) + 1 from stock_movement m
      where m.movement_cd = 'RECEIPT' and m.doc_no = new.receipt_no)]);
  end if;
  return new;
end $$;
create trigger receipt_reject_correct before update on receipt_reject
  for each row execute function close_rejected();

-- Work already reversed after its date. The first reversal decides.
do $$
declare
  kind text;
  numbers text[];
  firsts bigint[];
begin
  foreach kind in array array['RECEIPT', 'SHIPMENT'] loop
    select array_agg(d.doc_no), array_agg(d.first_no) into numbers, firsts
    from (
      select m.doc_no, min(m.movement_no) first_no
      from document_movement m
      left join receipt r on kind = 'RECEIPT' and r.receipt_no = m.doc_no
      left join shipment s on kind = 'SHIPMENT' and s.shipment_no = m.doc_no
      where m.movement_cd = kind and m.reversed_dt < m.business_dt
        and coalesce(r.receipt_dt, s.shipment_dt) < m.business_dt
      group by m.doc_no) d;
    if numbers is not null then perform close_documents(kind, numbers, firsts); end if;
  end loop;
end $$;
