-- Cargo that leaves the country is loaded within days of its acceptance; the term for imports does
-- not apply to it.
alter table bonded_rule drop constraint bonded_rule_rule_cd_check;
alter table bonded_rule add constraint bonded_rule_rule_cd_check
  check (rule_cd in ('TERM', 'EXTEND', 'NOTICE', 'DECLARE', 'REMOVE', 'LOAD', 'TOLERANCE_PACKED',
    'TOLERANCE_BULK', 'CORRECT', 'SALE_NOTICE', 'MAIL', 'KEEP', 'VALUE_PERIOD'));
insert into bonded_rule (kind_cd, rule_cd, from_dt, rule_value, source) values
  ('*', 'LOAD', '2000-01-01', 30, '관세법 제251조');
