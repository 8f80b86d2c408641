-- Payer of a charge per house bill, if its party does not pay for the booking. A charge of the
-- payer of the booking has none.
alter table freight_charge add house_payer_cd text references customer;
create index freight_charge_house_payer on freight_charge (house_payer_cd);

drop index freight_charge_tariff;
-- One tariff charge for each item, side, size-type and payer of house bills of a booking.
create unique index freight_charge_tariff on freight_charge (booking_id, side_cd, freight_cd,
  coalesce(cntr_tp, ''), coalesce(house_payer_cd, '')) where price_id is not null;
