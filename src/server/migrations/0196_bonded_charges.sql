-- Charges caused by lines of the bonded registers: taking in, letting go, and storage of what left,
-- by weight or volume and days and by customs value and periods.
alter table price_line drop constraint price_line_unit_cd_check;
-- VALUE: a thousand won of customs value, for each period that began.
alter table price_line add constraint price_line_unit_cd_check
  check (unit_cd in ('EA', 'BOX', 'PLT', 'CBM', 'KG', 'DOC', 'LINE', 'CELL', 'VALUE'));
alter table charge drop constraint charge_cause_cd_check;
alter table charge add constraint charge_cause_cd_check
  check (cause_cd in ('RECEIPT', 'SHIPMENT', 'BON_IN', 'BON_OUT', 'LABEL', 'COUNT', 'DAY',
    'PERIOD', 'LEAST', 'MOST', 'HAND', 'RERATE'));

-- Days of a period that the value part of bonded storage is charged by.
alter table bonded_rule drop constraint bonded_rule_rule_cd_check;
alter table bonded_rule add constraint bonded_rule_rule_cd_check
  check (rule_cd in ('TERM', 'EXTEND', 'NOTICE', 'DECLARE', 'REMOVE', 'TOLERANCE_PACKED',
    'TOLERANCE_BULK', 'CORRECT', 'SALE_NOTICE', 'MAIL', 'KEEP', 'VALUE_PERIOD'));
insert into bonded_rule (kind_cd, rule_cd, from_dt, rule_value, source) values
  ('*', 'VALUE_PERIOD', '2000-01-01', 15, '보관요율표');

-- How far the follower of the registers has come.
alter table charge_follow add column line_id bigint not null default 0;

-- Work that waits for what a cargo says of its volume or value is tried again once it says so.
create function tell_cargo_facts() returns trigger language plpgsql as $$
begin
  update unbilled_work set is_due = true where cause_cd like 'BON%' and doc_no = new.bond_no;
  return null;
end $$;
create trigger bonded_cargo_told after update of cbm, custom_value on bonded_cargo
  for each row when (old.cbm is distinct from new.cbm
    or old.custom_value is distinct from new.custom_value) execute function tell_cargo_facts();
