-- What becomes of returned stock by owner, item group ('*' for all others) and grade.
create table return_policy (
  owner_cd text not null references owner,
  group_cd text not null default '*' check (group_cd = upper(group_cd)),
  grade_cd text not null check (grade_cd in ('A', 'B', 'C', 'X')),
  dispose_cd text not null check (dispose_cd in ('RESTOCK', 'SECOND', 'DAMAGED', 'SCRAP')),
  approve_yn text not null default 'N' check (approve_yn in ('Y', 'N')),
  -- Days after shipping. Stock that arrives later is graded X.
  limit_days integer check (limit_days >= 0),
  second_stock_cd text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (owner_cd, group_cd, grade_cd),
  foreign key (owner_cd, second_stock_cd) references stock (owner_cd, stock_cd)
);

create function return_rule(owner text, item text, grade text) returns setof return_policy
language sql stable as $$
  select p.* from return_policy p
  join stock k on k.owner_cd = owner and k.stock_cd = item
  where p.owner_cd = owner and p.grade_cd = grade and p.group_cd in ('*', k.group_cd)
  order by p.group_cd = '*' limit 1
$$;

alter table inventory_work drop constraint inventory_work_work_cd_check;
alter table inventory_work add constraint inventory_work_work_cd_check
  check (work_cd in ('MOVE', 'HOLD', 'LOT', 'MARK', 'ITEM', 'ADJUST', 'SEND', 'ARRIVE', 'BACK', 'LOSE',
    'CUSTOMS', 'RETURN'));

-- Unexpected stock found in the parcel of this return.
alter table return_order add foreign_of text references receipt;

-- A negative quantity takes back an earlier grade.
create table return_grade (
  grade_no bigint generated always as identity primary key,
  receipt_no text not null,
  line_no integer not null,
  lot_id bigint not null references lot,
  grade_cd text not null check (grade_cd in ('A', 'B', 'C', 'X')),
  qty numeric(15, 3) not null check (qty <> 0),
  -- Of stock that was passed or damaged without the inspection station.
  movement_no bigint references stock_movement,
  user_id text not null,
  graded_at timestamptz not null default clock_timestamp(),
  foreign key (receipt_no, line_no) references receipt_line
);
create index return_grade_line on return_grade (receipt_no, line_no);
create index return_grade_movement on return_grade (movement_no) where movement_no is not null;
create trigger return_grade_append_only before update or delete on return_grade
  for each row execute function refuse_change();
create trigger return_grade_no_truncate before truncate on return_grade
  for each statement execute function refuse_change();

-- `movement_no` took the pieces out of inspection, or reverses the movement that did.
create table return_disposal (
  disposal_no bigint generated always as identity primary key,
  receipt_no text not null,
  line_no integer not null,
  lot_id bigint not null references lot,
  grade_cd text not null check (grade_cd in ('A', 'B', 'C', 'X')),
  dispose_cd text not null check (dispose_cd in ('RESTOCK', 'SECOND', 'DAMAGED', 'SCRAP')),
  qty numeric(15, 3) not null check (qty <> 0),
  movement_no bigint not null references stock_movement,
  user_id text not null,
  decided_at timestamptz not null default clock_timestamp(),
  foreign key (receipt_no, line_no) references receipt_line
);
create index return_disposal_line on return_disposal (receipt_no, line_no);
create index return_disposal_movement on return_disposal (movement_no);
create trigger return_disposal_append_only before update or delete on return_disposal
  for each row execute function refuse_change();
create trigger return_disposal_no_truncate before truncate on return_disposal
  for each statement execute function refuse_change();

-- Quantities of a return by line and lot: received into inspection, graded, disposed of.
create view return_lot as
select receipt_no, line_no, lot_id, sum(arrived_qty) arrived_qty, sum(graded_qty) graded_qty,
  sum(placed_qty) placed_qty
from (
  select r.receipt_no, m.doc_line line_no, b.lot_id,
    case when m.to_place_cd = 'CELL' then m.qty else -m.qty end arrived_qty,
    0 graded_qty, 0 placed_qty
  from receipt r
  join stock_movement m on m.movement_cd = 'RECEIPT' and m.doc_no = r.receipt_no
  join stock_balance b on b.balance_id = coalesce(m.to_balance_id, m.from_balance_id)
  where r.order_kind_cd = 'RETURN' and b.condition_cd = 'INSPECT'
  union all
  select receipt_no, line_no, lot_id, 0, qty, 0 from return_grade
  union all
  select receipt_no, line_no, lot_id, 0, 0, qty from return_disposal) q
group by 1, 2, 3;

-- Graded pieces that are still in inspection.
create view return_undecided as
select receipt_no, line_no, lot_id, grade_cd, sum(qty) qty
from (
  select receipt_no, line_no, lot_id, grade_cd, qty from return_grade
  union all
  select receipt_no, line_no, lot_id, grade_cd, -qty from return_disposal) q
group by 1, 2, 3, 4 having sum(qty) <> 0;

-- Stock that was passed or damaged before grades were recorded.
create temporary table passed_before on commit drop as
select q.receipt_no, q.line_no, q.lot_id, m.movement_no, m.user_id, m.is_good,
  least(q.arrived_qty, greatest(q.total - q.on_hand - (q.running - q.arrived_qty), 0)) qty
from (
  select q.*, sum(arrived_qty) over (partition by lot_id) total,
    sum(arrived_qty) over (partition by lot_id order by receipt_no, line_no) running,
    coalesce((select sum(b.qty) from stock_balance b
      where b.lot_id = q.lot_id and b.condition_cd = 'INSPECT'), 0) on_hand
  from return_lot q where arrived_qty > 0) q
join lateral (
  select m.movement_no, m.user_id, t.condition_cd <> 'DAMAGED' is_good
  from stock_movement m
  join stock_balance f on f.balance_id = m.from_balance_id and f.lot_id = q.lot_id
    and f.condition_cd = 'INSPECT'
  join stock_balance t on t.balance_id = m.to_balance_id and t.condition_cd <> 'INSPECT'
  where m.movement_cd = 'TRANSFER' order by m.movement_no desc limit 1) m on true
where q.total > q.on_hand;
insert into return_grade (receipt_no, line_no, lot_id, grade_cd, qty, movement_no, user_id)
select receipt_no, line_no, lot_id, case when is_good then 'A' else 'C' end, qty, movement_no,
  user_id
from passed_before where qty > 0 order by receipt_no, line_no;
insert into return_disposal (receipt_no, line_no, lot_id, grade_cd, dispose_cd, qty, movement_no,
  user_id)
select receipt_no, line_no, lot_id, case when is_good then 'A' else 'C' end,
  case when is_good then 'RESTOCK' else 'DAMAGED' end, qty, movement_no, user_id
from passed_before where qty > 0 order by receipt_no, line_no;
drop table passed_before;

create or replace function return_state(r receipt, o return_order) returns text
language sql stable as $$
  select case
    when r.state_cd = '90' and o.rejected_yn = 'Y' then '80'
    when r.state_cd <> '30' then r.state_cd
    else (
      select case
        when coalesce(sum(q.graded_qty), 0) < coalesce(sum(q.arrived_qty), 0) then '30'
        when coalesce(sum(q.placed_qty), 0) >= coalesce(sum(q.arrived_qty), 0) then '50'
        when exists (select from return_undecided u
          join receipt_line l using (receipt_no, line_no)
          cross join lateral return_rule(l.owner_cd, l.stock_cd, u.grade_cd) p
          where u.receipt_no = r.receipt_no and p.approve_yn = 'Y') then '45'
        else '40' end
      from return_lot q where q.receipt_no = r.receipt_no) end
$$;

-- No piece is graded before it arrives, nor disposed of before it is graded.
create function refuse_bad_grades() returns trigger language plpgsql as $$
begin
  perform from receipt r where r.receipt_no = new.receipt_no for no key update;
  if exists (select from return_lot q where q.receipt_no = new.receipt_no
      and not (q.graded_qty between 0 and q.arrived_qty)) then
    raise exception 'more graded than arrived' using errcode = '23514',
      constraint = 'return_graded', table = 'return_grade';
  end if;
  if exists (select from return_undecided u where u.receipt_no = new.receipt_no and u.qty < 0) then
    raise exception 'more disposed of than graded' using errcode = '23514',
      constraint = 'return_disposed', table = 'return_disposal';
  end if;
  return null;
end $$;
create trigger return_grade_within after insert on return_grade
  for each row execute function refuse_bad_grades();
create trigger return_disposal_within after insert on return_disposal
  for each row execute function refuse_bad_grades();

-- Receiving is cancelled only for pieces that nobody graded.
create function refuse_cancelled_grades() returns trigger language plpgsql as $$
begin
  if exists (select from return_lot q where q.receipt_no = new.doc_no
      and q.graded_qty > q.arrived_qty) then
    raise exception 'a graded return is received' using errcode = '23514',
      constraint = 'return_graded', table = 'return_grade';
  end if;
  return null;
end $$;
create trigger stock_movement_return_cancelled after insert on stock_movement
  for each row when (new.movement_cd = 'RECEIPT' and new.to_place_cd = 'CUSTOMER')
  execute function refuse_cancelled_grades();

-- Passing or damaging stock awaiting inspection grades the oldest return of its lot, unless the
-- owner decides. A reversed movement puts its pieces back into inspection.
create function carry_inspection() returns trigger language plpgsql as $$
declare
  was stock_balance;
  is_good boolean;
  left_qty numeric := new.qty;
  part record;
begin
  if new.reverses_no is not null then
    insert into return_disposal (receipt_no, line_no, lot_id, grade_cd, dispose_cd, qty,
      movement_no, user_id)
    select receipt_no, line_no, lot_id, grade_cd, dispose_cd, -qty, new.movement_no, new.user_id
    from return_disposal where movement_no = new.reverses_no;
    insert into return_grade (receipt_no, line_no, lot_id, grade_cd, qty, movement_no, user_id)
    select receipt_no, line_no, lot_id, grade_cd, -qty, new.movement_no, new.user_id
    from return_grade where movement_no = new.reverses_no;
    return null;
  end if;
  select * into was from stock_balance where balance_id = new.from_balance_id;
  if was.condition_cd <> 'INSPECT' then return null; end if;
  select b.condition_cd <> 'DAMAGED' into is_good
  from stock_balance b where b.balance_id = new.to_balance_id and b.condition_cd <> 'INSPECT';
  if not found or not exists (select from inventory_work w
      where w.work_no = new.doc_no and w.work_cd = 'HOLD') then
    return null;
  end if;
  for part in
    select q.receipt_no, q.line_no, q.arrived_qty - q.graded_qty qty
    from return_lot q join receipt r using (receipt_no)
    where q.lot_id = was.lot_id and r.wcode = new.wcode and q.graded_qty < q.arrived_qty
    order by 1, 2
  loop
    exit when left_qty <= 0;
    if exists (select from return_rule(new.owner_cd, new.stock_cd,
        case when is_good then 'A' else 'C' end) p where p.approve_yn = 'Y') then
      raise exception 'the owner decides' using errcode = '23514',
        constraint = 'return_owner_decides', table = 'return_disposal';
    end if;
    insert into return_grade (receipt_no, line_no, lot_id, grade_cd, qty, movement_no, user_id)
    values (part.receipt_no, part.line_no, was.lot_id, case when is_good then 'A' else 'C' end,
      least(part.qty, left_qty), new.movement_no, new.user_id);
    insert into return_disposal (receipt_no, line_no, lot_id, grade_cd, dispose_cd, qty,
      movement_no, user_id)
    values (part.receipt_no, part.line_no, was.lot_id, case when is_good then 'A' else 'C' end,
      case when is_good then 'RESTOCK' else 'DAMAGED' end, least(part.qty, left_qty),
      new.movement_no, new.user_id);
    left_qty := left_qty - part.qty;
  end loop;
  -- Graded pieces wait for their disposition.
  if left_qty > 0 and exists (select from return_undecided u
      join receipt r using (receipt_no) where u.lot_id = was.lot_id and r.wcode = new.wcode) then
    raise exception 'a disposition is awaited' using errcode = '23514',
      constraint = 'return_awaits_decision', table = 'return_disposal';
  end if;
  return null;
end $$;
create trigger stock_movement_inspection after insert on stock_movement
  for each row when (new.movement_cd in ('TRANSFER', 'ADJUST')
    and (new.reverses_no is not null or new.from_balance_id is not null))
  execute function carry_inspection();
