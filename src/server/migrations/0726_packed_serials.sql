-- Box the serial was packed into by a scan of its number.
alter table shipment_match add column packed_in text;
