-- Documents, and owners' dates of storage, that were charged by a version which a newer one measures
-- in another way: they are charged again while their month is open.
create table charge_again (
  cause_cd text not null,
  doc_no text not null,
  owner_cd text not null references owner,
  service_dt date not null,
  primary key (cause_cd, doc_no, owner_cd, service_dt)
);
