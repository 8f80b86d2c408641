-- What a receipt or a shipment is for. Returned goods are charged as returns, and prices may be meant
-- for one kind of order alone.
alter table receipt add order_kind_cd text not null default 'NORMAL'
  check (order_kind_cd in ('NORMAL', 'URGENT', 'RETURN'));
alter table shipment add order_kind_cd text not null default 'NORMAL'
  check (order_kind_cd in ('NORMAL', 'URGENT', 'RETURN'));
alter table price_line add order_kind_cd text
  check (order_kind_cd in ('NORMAL', 'URGENT', 'RETURN'));

-- How narrowly a line is meant: its owner before its warehouse before its filters.
create or replace function price_rank(p price_line) returns integer language sql immutable as $$
  select (p.owner_cd is not null)::integer * 64 + (p.price_wcode is not null)::integer * 32
    + (p.group_cd is not null)::integer * 16 + (p.temperature_cd is not null)::integer * 8
    + (p.bonded_cd is not null)::integer * 4 + (p.order_kind_cd is not null)::integer * 2
    + (p.sample_cd is not null)::integer
$$;
