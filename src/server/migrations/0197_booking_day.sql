-- The day a booking was asked for: no voyage of it leaves before.
alter table booking add column book_dt date;
