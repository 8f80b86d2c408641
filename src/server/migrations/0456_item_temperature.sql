-- Temperature of the zones an item may be stored in; null for any.
alter table stock add column temperature_cd text
  check (temperature_cd in ('DRY', 'COOL', 'FROZEN'));
