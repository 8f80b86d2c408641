-- What the charges of each month come to, by price: kept with every charge that is written, so that
-- months are listed without adding millions of charges up. No month and no price are '' and 0.
create table charge_sum (
  wcode text not null,
  owner_cd text not null,
  bill_month text not null,
  charge_cd text not null,
  of_month text not null,
  price_id bigint not null,
  unit_cd text not null,
  vat_cd text not null,
  currency_cd text not null,
  charge_count bigint not null,
  qty numeric not null,
  amount numeric not null,
  primary key (owner_cd, bill_month, wcode, charge_cd, of_month, price_id, unit_cd, vat_cd,
    currency_cd),
  foreign key (wcode, owner_cd, bill_month) references bill_month
);
insert into charge_sum
  select wcode, owner_cd, bill_month, charge_cd, coalesce(of_month, ''), coalesce(price_id, 0),
    unit_cd, vat_cd, currency_cd, count(*), sum(qty), sum(amount)
  from charge group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

create function charge_added() returns trigger language plpgsql as $$
begin
  insert into charge_sum
    select wcode, owner_cd, bill_month, charge_cd, coalesce(of_month, ''), coalesce(price_id, 0),
      unit_cd, vat_cd, currency_cd, count(*), sum(qty), sum(amount)
    from made group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  on conflict (owner_cd, bill_month, wcode, charge_cd, of_month, price_id, unit_cd, vat_cd,
    currency_cd)
  do update set charge_count = charge_sum.charge_count + excluded.charge_count,
    qty = charge_sum.qty + excluded.qty, amount = charge_sum.amount + excluded.amount;
  return null;
end $$;
create trigger charge_added after insert on charge
  referencing new table as made for each statement execute function charge_added();

-- Nothing but a charge changes a sum.
create trigger charge_sum_kept before insert or update or delete on charge_sum
  for each statement when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger charge_sum_no_truncate before truncate on charge_sum
  for each statement execute function refuse_change();

-- Charges are listed by month, day and number, of all owners or of one. The month comes first in both:
-- whoever looks for a charge of a cause names none, and a store that has not counted its rows yet
-- would take an index that begins with the owner.
drop index charge_month;
create index charge_owned on charge (bill_month, owner_cd, wcode, service_dt, charge_no);
create index charge_listed on charge (bill_month, wcode, service_dt, charge_no);
