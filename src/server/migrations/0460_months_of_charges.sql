-- Charges of a past month that were posted later, and storage of a period, found without reading the
-- other charges.
create index charge_of_month on charge (of_month, owner_cd, wcode) where of_month is not null;
create index charge_period on charge (service_dt, owner_cd) where cause_cd = 'PERIOD';
