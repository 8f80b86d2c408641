-- Bookings: what was asked of a carrier, what the carrier confirmed, by when what has to be where.
create table booking (
  booking_id text primary key,
  wcode text not null references warehouse,
  carrier_cd text not null references carrier,
  -- The carrier's number, once it has confirmed.
  booking_no text,
  mode_cd text not null default 'SEA' check (mode_cd in ('SEA', 'AIR')),
  load_cd text not null default 'FCL' check (load_cd in ('FCL', 'LCL', 'AIR')),
  -- DCSA booking v2: the state, and what runs beside it once the booking is confirmed.
  state_cd text not null default 'RECEIVED' check (state_cd in ('RECEIVED', 'PENDING_UPDATE',
    'UPDATE_RECEIVED', 'CONFIRMED', 'PENDING_AMENDMENT', 'REJECTED', 'DECLINED', 'CANCELLED',
    'COMPLETED')),
  amendment_cd text not null default 'NONE' check (amendment_cd in ('NONE', 'AMENDMENT_RECEIVED',
    'AMENDMENT_CONFIRMED', 'AMENDMENT_DECLINED', 'CANCELLATION_RECEIVED', 'CANCELLATION_DECLINED')),
  receipt_term_cd text not null default 'CY' check (receipt_term_cd in ('CY', 'CFS', 'SD')),
  delivery_term_cd text not null default 'CY' check (delivery_term_cd in ('CY', 'CFS', 'SD')),
  por_cd text references port,
  pol_cd text not null references port,
  pod_cd text not null references port,
  pvd_cd text references port,
  vessel_cd text references vessel,
  voyage_no text,
  -- Moments on the clock of their port, as carriers write them: yyyyMMddHHmmss.
  etd text check (etd ~ '^[0-9]{14}$'),
  eta text check (eta ~ '^[0-9]{14}$'),
  atd text check (atd ~ '^[0-9]{14}$'),
  ata text check (ata ~ '^[0-9]{14}$'),
  -- Cut-offs (DCSA): documents, VGM, full container, LCL cargo, earliest full, empty return.
  dco text check (dco ~ '^[0-9]{14}$'),
  vco text check (vco ~ '^[0-9]{14}$'),
  fco text check (fco ~ '^[0-9]{14}$'),
  lco text check (lco ~ '^[0-9]{14}$'),
  efc text check (efc ~ '^[0-9]{14}$'),
  ero text check (ero ~ '^[0-9]{14}$'),
  shipper_cd text references customer,
  consignee_cd text references customer,
  notify_cd text references customer,
  forwarder_cd text references customer,
  goods_nm text,
  hs_cd text references hs_code,
  package_qty integer check (package_qty >= 0),
  package_cd text references package_unit,
  weight_kg numeric(15, 3) check (weight_kg >= 0),
  cbm numeric(15, 3) check (cbm >= 0),
  dg_yn text not null default 'N' check (dg_yn in ('Y', 'N')),
  un_no text check (un_no ~ '^[0-9]{4}$'),
  imdg_class text,
  reefer_c numeric(5, 1) check (reefer_c between -60 and 40),
  pay_cd text not null default 'PREPAID' check (pay_cd in ('PREPAID', 'COLLECT')),
  bl_kind_cd text not null default 'ORIGINAL' check (bl_kind_cd in ('ORIGINAL', 'SURRENDER', 'WAYBILL')),
  bl_no text,
  ref_no text,
  manager_id text,
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  constraint booking_ports check (pol_cd <> pod_cd),
  constraint booking_confirmed check (booking_no is not null
    or state_cd not in ('CONFIRMED', 'PENDING_AMENDMENT', 'COMPLETED')),
  constraint booking_cutoffs check (dco <= etd and vco <= etd and fco <= etd and lco <= etd
    and efc <= etd and ero <= etd and efc <= fco),
  constraint booking_lcl check (lco is null or receipt_term_cd = 'CFS'),
  constraint booking_dangerous check (dg_yn = 'N' or un_no is not null),
  constraint booking_beside check (amendment_cd = 'NONE'
    or state_cd in ('CONFIRMED', 'PENDING_AMENDMENT', 'CANCELLED', 'COMPLETED', 'DECLINED'))
);
create index booking_open on booking (wcode, etd)
  where state_cd not in ('REJECTED', 'DECLINED', 'CANCELLED', 'COMPLETED');
create unique index booking_number on booking (carrier_cd, booking_no)
  where booking_no is not null and state_cd not in ('REJECTED', 'DECLINED', 'CANCELLED');
create index booking_vessel on booking (vessel_cd);
create index booking_pol on booking (pol_cd);
create index booking_pod on booking (pod_cd);
create index booking_shipper on booking (shipper_cd);

create table booking_container (
  booking_id text not null references booking on delete cascade,
  line_no integer not null check (line_no > 0),
  cntr_tp text not null references container_type,
  cntr_qty integer not null check (cntr_qty between 1 and 9999),
  part_yn text not null default 'N' check (part_yn in ('Y', 'N')),
  main_yn text not null default 'Y' check (main_yn in ('Y', 'N')),
  soc_yn text not null default 'N' check (soc_yn in ('Y', 'N')),
  cntr_no text check (cntr_no ~ '^[A-Z]{4}[0-9]{7}$'),
  seal_no text,
  vgm_kg numeric(15, 3) check (vgm_kg > 0),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (booking_id, line_no),
  constraint booking_container_one check (cntr_no is null or cntr_qty = 1)
);

-- What a booking was before: each change of state, and the voyage it was rolled over from.
create table booking_event (
  event_no bigint generated always as identity primary key,
  booking_id text not null references booking on delete cascade,
  event_cd text not null check (event_cd in ('STATE', 'AMENDMENT', 'ROLL_OVER', 'MILESTONE')),
  before_text text,
  after_text text,
  reason text,
  created_by text not null,
  created_at timestamptz not null default now()
);
create index booking_event_of on booking_event (booking_id, event_no);
create function keep_booking_event() returns trigger language plpgsql as $$
begin
  if new.state_cd <> old.state_cd then
    insert into booking_event (booking_id, event_cd, before_text, after_text, created_by)
    values (new.booking_id, 'STATE', old.state_cd, new.state_cd, new.updated_by);
  end if;
  if new.amendment_cd <> old.amendment_cd then
    insert into booking_event (booking_id, event_cd, before_text, after_text, created_by)
    values (new.booking_id, 'AMENDMENT', old.amendment_cd, new.amendment_cd, new.updated_by);
  end if;
  -- A booking that moves to another voyage keeps the one it was on, with its days.
  if (old.vessel_cd, old.voyage_no) is distinct from (new.vessel_cd, new.voyage_no)
    and old.voyage_no is not null then
    insert into booking_event (booking_id, event_cd, before_text, after_text, created_by)
    values (new.booking_id, 'ROLL_OVER',
      concat_ws(' ', old.vessel_cd, old.voyage_no, 'ETD', old.etd),
      concat_ws(' ', new.vessel_cd, new.voyage_no, 'ETD', new.etd), new.updated_by);
  end if;
  return new;
end $$;
create trigger booking_keeps_event after update on booking
  for each row execute function keep_booking_event();
create trigger booking_event_append_only before update on booking_event
  for each row execute function refuse_change();

-- Pages of carriers that open with what a booking says; no passwords are kept.
create table carrier_site (
  carrier_cd text not null references carrier,
  purpose_cd text not null check (purpose_cd in ('SCHEDULE', 'TRACKING', 'SI', 'DO', 'OTHER')),
  site_nm text not null,
  url text not null check (url ~ '^https://[^\s]+$'),
  use_yn text not null default 'Y' check (use_yn in ('Y', 'N')),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (carrier_cd, purpose_cd)
);

insert into auto_number_rule (rule_cd, rule_nm, prefix, period_pattern, digits) values
  ('BOOKING', '부킹', 'BK-', 'YYYYMMDD', 4);

-- A moment on the clock of a place (yyyyMMddHHmmss) as a moment of the world; Seoul where no zone
-- is known. Null for none.
create function local_moment(digits text, zone text) returns timestamptz
  language sql stable as
$$
  select make_timestamp(substr(digits, 1, 4)::integer, substr(digits, 5, 2)::integer,
    substr(digits, 7, 2)::integer, substr(digits, 9, 2)::integer, substr(digits, 11, 2)::integer,
    substr(digits, 13, 2)::integer) at time zone coalesce(zone, 'Asia/Seoul')
$$;
