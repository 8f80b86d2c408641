-- The booking an expected cargo was made from; one booking stands behind one cargo at most.
alter table bonded_cargo add column booking_id text references booking;
create unique index bonded_cargo_booking on bonded_cargo (booking_id) where cancel_yn = 'N';
