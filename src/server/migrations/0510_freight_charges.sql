-- Freight tariffs are prices of the charge FREIGHT, for one freight item and one side. They can be
-- limited to a payer, a carrier, a route or a size-type.
alter table price_line
  add freight_cd text references freight_item,
  add side_cd text check (side_cd in ('SELL', 'BUY')),
  add customer_cd text references customer,
  add carrier_cd text references carrier,
  add pol_cd text references port,
  add pod_cd text references port,
  add cntr_tp text references container_type,
  add constraint price_line_freight check ((charge_cd = 'FREIGHT') = (freight_cd is not null)
    and (charge_cd = 'FREIGHT') = (side_cd is not null)),
  add constraint price_line_route check (charge_cd = 'FREIGHT'
    or num_nonnulls(customer_cd, carrier_cd, pol_cd, pod_cd, cntr_tp) = 0),
  add constraint price_line_payer check (customer_cd is null or side_cd = 'SELL'),
  drop constraint price_line_unit_cd_check,
  add constraint price_line_unit_cd_check check (unit_cd in ('EA', 'BOX', 'PLT', 'CBM', 'KG', 'DOC',
    'LINE', 'CELL', 'VALUE', 'CNTR', 'RT')),
  add constraint price_line_size check (cntr_tp is null or unit_cd = 'CNTR');
create index price_line_item on price_line (freight_cd) where freight_cd is not null;

alter table booking add constraint booking_house unique (booking_id, wcode);

-- Revenue and cost of a booking. A tariff charge names its price; a typed one has none and is never
-- replaced by the tariff.
create table freight_charge (
  booking_id text not null,
  line_no integer not null check (line_no > 0),
  wcode text not null,
  side_cd text not null check (side_cd in ('SELL', 'BUY')),
  freight_cd text not null references freight_item,
  payer_cd text references customer,
  carrier_cd text references carrier,
  division_cd text not null check (division_cd in ('IN', 'IT', 'DI', 'OP', 'OS')),
  basis_cd text not null check (basis_cd in ('BL', 'CNTR', 'RT', 'KG', 'VALUE')),
  cntr_tp text references container_type,
  qty numeric(15, 3) not null check (qty > 0),
  unit_price numeric(18, 4) not null check (unit_price >= 0),
  currency_cd text not null references currency,
  amount numeric(18, 2) not null check (amount >= 0),
  vat_cd text not null check (vat_cd in ('TAX', 'ZERO', 'FREE')),
  charge_dt date not null,
  rate_dt date not null,
  rate_unit integer not null check (rate_unit in (1, 100)),
  rate numeric(15, 4) not null check (rate > 0),
  won_amt numeric(18, 0) not null,
  price_id bigint references price_line (price_id),
  remark text,
  version integer not null default 1,
  created_by text not null default 'system',
  created_at timestamptz not null default now(),
  updated_by text not null default 'system',
  updated_at timestamptz not null default now(),
  primary key (booking_id, line_no),
  foreign key (booking_id, wcode) references booking (booking_id, wcode),
  constraint freight_charge_party check ((side_cd = 'SELL') = (payer_cd is not null)
    and (side_cd = 'BUY') = (carrier_cd is not null)),
  constraint freight_charge_size check (cntr_tp is null or basis_cd = 'CNTR'),
  -- Currencies without decimals (ISO 4217, minor unit 0).
  constraint freight_charge_whole check (amount = trunc(amount) or currency_cd not in ('BIF', 'CLP',
    'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF',
    'XPF')),
  constraint freight_charge_rate check (rate_dt <= charge_dt
    and (currency_cd <> 'KRW' or rate = 1 and rate_unit = 1 and won_amt = amount))
);
-- One tariff charge for each item, side and size-type of a booking.
create unique index freight_charge_tariff
  on freight_charge (booking_id, side_cd, freight_cd, coalesce(cntr_tp, ''))
  where price_id is not null;
create index freight_charge_price on freight_charge (price_id);
create index freight_charge_payer on freight_charge (payer_cd);
create index freight_charge_item on freight_charge (freight_cd);

-- Date whose prices and rates apply to a booking: its departure, otherwise its booking date.
create function freight_day(b booking) returns date language sql stable as $$
  select coalesce(to_date(left(coalesce(b.atd, b.etd), 8), 'YYYYMMDD'), b.book_dt,
    (b.created_at at time zone 'Asia/Seoul')::date)
$$;

-- Specificity of a freight tariff: its payer before its carrier before its route.
create function freight_rank(p price_line) returns integer language sql immutable as $$
  select (p.customer_cd is not null)::integer * 32 + (p.carrier_cd is not null)::integer * 16
    + (p.pol_cd is not null)::integer * 8 + (p.pod_cd is not null)::integer * 4
    + (p.cntr_tp is not null)::integer * 2 + (p.price_wcode is not null)::integer
$$;
