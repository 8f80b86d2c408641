-- What is packed into which box with which weight, and which serial numbers or boxes belong to a
-- line. Neither moves stock; both tell the partner what really left.

alter table shipment add column packed_at timestamptz;

create table shipment_box (
  shipment_no text not null references shipment,
  box_no text not null,
  weight_kg numeric(12, 3) check (weight_kg > 0),
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_by text not null,
  updated_at timestamptz not null default now(),
  primary key (shipment_no, box_no)
);

create table shipment_box_line (
  shipment_no text not null,
  box_no text not null,
  line_no integer not null,
  qty numeric(15, 3) not null check (qty > 0),
  primary key (shipment_no, box_no, line_no),
  foreign key (shipment_no, box_no) references shipment_box,
  foreign key (shipment_no, line_no) references shipment_line
);
create index shipment_box_line_packed on shipment_box_line (shipment_no, line_no);

create table shipment_match (
  shipment_no text not null,
  line_no integer not null,
  match_cd text not null check (match_cd in ('SERIAL', 'BOX')),
  match_no text not null check (match_no <> ''),
  owner_cd text not null,
  stock_cd text not null,
  -- Pieces it stands for; a serial number is one.
  qty numeric(15, 3) not null check (qty > 0 and (match_cd = 'BOX' or qty = 1)),
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (shipment_no, line_no, match_no),
  foreign key (shipment_no, line_no) references shipment_line
);
-- A shipment with picked goods is never cancelled, so a serial number leaves once.
create unique index shipment_match_serial on shipment_match (owner_cd, stock_cd, match_no)
  where match_cd = 'SERIAL';

-- A pick goes back only as far as nothing of it is packed or named.
create function refuse_unpicking() returns trigger language plpgsql as $$
begin
  if exists (
    select from shipment_box_line b where b.shipment_no = new.shipment_no
      and b.line_no = new.line_no having sum(b.qty) > new.pick_qty) then
    raise exception 'packed' using errcode = '23514', constraint = 'shipment_line_packed';
  end if;
  if exists (
    select from shipment_match m where m.shipment_no = new.shipment_no
      and m.line_no = new.line_no having sum(m.qty) > new.pick_qty) then
    raise exception 'matched' using errcode = '23514', constraint = 'shipment_line_matched';
  end if;
  return new;
end $$;
create trigger shipment_line_unpicking before update of pick_qty on shipment_line
  for each row when (new.pick_qty < old.pick_qty) execute function refuse_unpicking();
