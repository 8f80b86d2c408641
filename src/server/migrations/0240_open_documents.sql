-- Home and the lists of work ask for documents by what they wait for: few of many years' documents.
create index shipment_state_day on shipment (wcode, state_cd, shipment_dt);
create index receipt_state_day on receipt (wcode, state_cd, receipt_dt);
