-- The same line of work may be charged again by the same price once what it measures has changed: its
-- earlier charge is turned, and stays. Counted, so that a second run of the same still adds nothing.
alter table charge add again_no integer not null default 0 check (again_no >= 0);
drop index charge_once;
create unique index charge_once on charge
  (cause_cd, doc_no, line_no, cause_seq, charge_cd, wcode, owner_cd, price_id, again_no)
  nulls not distinct where reverses_no is null;
