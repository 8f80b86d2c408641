-- Partners are told of more than what became of their messages: of adjustments of their stock, and of
-- what happens to the orders of a branch or partner whose profile it is.

alter table partner_message drop constraint partner_message_kind_cd_check;
alter table partner_message add constraint partner_message_kind_cd_check
  check (kind_cd in ('RECEIPT', 'SHIPMENT', 'STOCK')
    or direction_cd = 'OUT' and kind_cd in ('ADJUST', 'ORDER'));
alter table partner_message drop constraint partner_message_result_cd_check;
alter table partner_message add constraint partner_message_result_cd_check
  check (result_cd in ('DONE', 'CHANGED', 'CANCELLED', 'REOPENED', 'ANSWER', 'STATE'));
-- What happened before is not told.
alter table partner_profile
  add column news_from timestamptz not null default now(),
  add column adjust_yn text not null default 'N' check (adjust_yn in ('Y', 'N'));

create index stock_movement_adjusted on stock_movement (owner_cd, posted_at)
  where movement_cd = 'ADJUST';
create index scm_order_log_at on scm_order_log (logged_at);

alter table scm_partner drop constraint scm_partner_notify_cd_check;
alter table scm_partner add constraint scm_partner_notify_cd_check
  check (notify_cd in ('NONE', 'MAIL', 'MESSAGE'));

-- What is still to be mailed to a branch or partner: one row for each thing that happened to its
-- order, written in the same transaction, so that none is lost and none told twice.
create table scm_notice (
  log_no bigint not null references scm_order_log,
  owner_cd text not null,
  partner_cd text not null,
  told_at timestamptz,
  primary key (log_no, owner_cd, partner_cd),
  foreign key (owner_cd, partner_cd) references scm_partner
);
create index scm_notice_waiting on scm_notice (log_no) where told_at is null;

create function note_scm_notices() returns trigger language plpgsql as $$
begin
  insert into scm_notice (log_no, owner_cd, partner_cd)
  select n.log_no, p.owner_cd, p.partner_cd
  from now_rows n join scm_order o using (scm_no)
  join scm_partner p on p.owner_cd = o.owner_cd and p.partner_cd in (o.branch_cd, o.partner_cd)
  where p.notify_cd = 'MAIL' and p.email is not null and p.use_yn = 'Y'
    and (n.event_cd <> 'STATE' or n.was is not null);
  if found then
    insert into job (kind, payload) values ('scm-notice', '{}');
    perform pg_notify('wms_job', '');
  end if;
  return null;
end $$;
create trigger scm_order_log_told after insert on scm_order_log
  referencing new table as now_rows for each statement execute function note_scm_notices();
