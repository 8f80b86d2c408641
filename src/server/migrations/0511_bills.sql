insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('BILL', 'B/L·AWB 관리번호', 'BL-', 'YYYYMMDD', 4),
  ('HOUSE_BILL', '하우스 B/L·AWB 번호', 'HB-', 'YYYYMMDD', 4);

-- Bills of lading and air waybills of a booking. House numbers are drawn at confirmation, the
-- numbers of carriers are typed.
create table bill (
  bill_id text primary key,
  wcode text not null,
  booking_id text not null,
  kind_cd text not null check (kind_cd in ('MBL', 'HBL', 'MAWB', 'HAWB')),
  state_cd text not null default 'DRAFT' check (state_cd in ('DRAFT', 'CONFIRMED', 'CANCELLED')),
  bill_no text,
  amendment_no integer not null default 0 check (amendment_no >= 0),
  shipper_cd text references customer,
  consignee_cd text references customer,
  notify_cd text references customer,
  por_cd text references port,
  pol_cd text references port,
  pod_cd text references port,
  pvd_cd text references port,
  vessel_cd text references vessel,
  voyage_no text,
  flight_no text,
  goods_nm text,
  package_qty integer check (package_qty >= 0),
  package_cd text references package_unit,
  weight_kg numeric(15, 3) check (weight_kg >= 0),
  cbm numeric(15, 3) check (cbm >= 0),
  cntr_words text,
  amend_reason text,
  cancel_reason text,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  -- Kind and voyage on which a container can be only once; empty if it does not count.
  once_key text not null generated always as (
    case when state_cd = 'CANCELLED' or voyage_no is null then ''
      else kind_cd || ' ' || coalesce(vessel_cd, '') || ' ' || voyage_no end) stored,
  unique (bill_id, once_key),
  foreign key (booking_id, wcode) references booking (booking_id, wcode),
  constraint bill_transport check (case when kind_cd in ('MBL', 'HBL') then flight_no is null
    else vessel_cd is null and voyage_no is null end),
  constraint bill_ports check (pol_cd <> pod_cd),
  constraint bill_confirmed check (state_cd <> 'CONFIRMED' or num_nulls(bill_no, shipper_cd,
    consignee_cd, pol_cd, pod_cd, package_qty, weight_kg, coalesce(voyage_no, flight_no)) = 0),
  constraint bill_house check (kind_cd in ('MBL', 'MAWB') or bill_no is null
    or state_cd <> 'DRAFT' or amendment_no > 0),
  constraint bill_airway check (kind_cd <> 'MAWB' or case when bill_no ~ '^[0-9]{3}-[0-9]{8}$'
    then substr(bill_no, 5, 7)::integer % 7 = right(bill_no, 1)::integer
    else bill_no is null end),
  constraint bill_cancelled check ((state_cd = 'CANCELLED') = (cancel_reason is not null)),
  constraint bill_amended check ((amendment_no > 0) = (amend_reason is not null))
);
create unique index bill_number on bill (kind_cd, bill_no)
  where bill_no is not null and state_cd <> 'CANCELLED';
create index bill_booking on bill (booking_id);
create index bill_shipper on bill (shipper_cd);
create index bill_consignee on bill (consignee_cd);

-- Containers of a bill. A shared container can be on several house bills of consolidated cargo.
create table bill_container (
  bill_id text not null,
  line_no integer not null check (line_no > 0),
  once_key text not null,
  cntr_no text not null check (cntr_no ~ '^[A-Z]{4}[0-9]{7}$'),
  seal_no text,
  cntr_tp text not null references container_type,
  part_yn text not null default 'N' check (part_yn in ('Y', 'N')),
  main_yn text not null default 'Y' check (main_yn in ('Y', 'N')),
  package_qty integer check (package_qty >= 0),
  weight_kg numeric(15, 3) check (weight_kg >= 0),
  cbm numeric(15, 3) check (cbm >= 0),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (bill_id, line_no),
  foreign key (bill_id, once_key) references bill (bill_id, once_key)
    on update cascade on delete cascade,
  -- Deferred, because two lines of a save can exchange their containers.
  constraint bill_container_twice unique (bill_id, cntr_no) deferrable initially deferred,
  constraint bill_container_once exclude using hash ((once_key || ' ' || cntr_no) with =)
    where (once_key <> '' and part_yn = 'N') deferrable initially deferred
);
create index bill_container_number on bill_container (cntr_no);

-- Former contents of amended bills, with the reason of the amendment.
create table bill_amendment (
  bill_id text not null references bill,
  amendment_no integer not null check (amendment_no > 0),
  reason text not null check (reason <> ''),
  former jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (bill_id, amendment_no)
);
create trigger bill_amendment_append_only before update or delete on bill_amendment
  for each row execute function refuse_change();

-- A confirmed bill changes by an amendment only, which records its former content. Cancelled bills
-- and drawn numbers are final.
create function keep_bill() returns trigger language plpgsql as $$
declare
  steps constant text[] := array['state_cd', 'amendment_no', 'amend_reason', 'cancel_reason',
    'version', 'updated_by', 'updated_at', 'once_key'];
begin
  if tg_op = 'DELETE' then
    if old.state_cd <> 'DRAFT' or old.amendment_no > 0 then
      raise exception 'bill % is kept', old.bill_id
        using errcode = '23514', constraint = 'bill_fixed', table = 'bill';
    end if;
    return old;
  end if;
  if old.state_cd = 'CANCELLED'
    or old.state_cd = 'CONFIRMED' and to_jsonb(new) - steps <> to_jsonb(old) - steps
    or old.bill_no is not null and old.kind_cd in ('HBL', 'HAWB')
      and new.bill_no is distinct from old.bill_no
    or old.amendment_no > 0 and (new.kind_cd, new.booking_id) <> (old.kind_cd, old.booking_id)
    or new.amendment_no <> old.amendment_no
      + (old.state_cd = 'CONFIRMED' and new.state_cd = 'DRAFT')::integer then
    raise exception 'bill % is final', old.bill_id
      using errcode = '23514', constraint = 'bill_fixed', table = 'bill';
  end if;
  if new.amendment_no > old.amendment_no then
    insert into bill_amendment (bill_id, amendment_no, reason, former, created_by)
    values (new.bill_id, new.amendment_no, new.amend_reason, jsonb_build_object('bill', to_jsonb(old),
      'containers', (select coalesce(jsonb_agg(to_jsonb(c) order by c.line_no), '[]')
        from bill_container c where c.bill_id = old.bill_id)), new.updated_by);
  end if;
  return new;
end $$;
create trigger bill_kept before update or delete on bill for each row execute function keep_bill();

create function keep_bill_container() returns trigger language plpgsql as $$
declare
  line constant bill_container := case when tg_op = 'DELETE' then old else new end;
  parent bill;
begin
  select * into parent from bill where bill_id = line.bill_id;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'once_key' = to_jsonb(old) - 'once_key' then
    return new;
  end if;
  if parent.state_cd <> 'DRAFT' then
    raise exception 'bill % is final', line.bill_id
      using errcode = '23514', constraint = 'bill_container_fixed', table = 'bill_container';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if parent.kind_cd in ('MAWB', 'HAWB') then
    raise exception 'bill % has no containers', line.bill_id
      using errcode = '23514', constraint = 'bill_container_sea', table = 'bill_container';
  end if;
  new.once_key := parent.once_key;
  return new;
end $$;
create trigger bill_container_kept before insert or update or delete on bill_container
  for each row execute function keep_bill_container();
