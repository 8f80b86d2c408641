-- A notice inside a transaction makes commits of all saves take turns. The job runner finds the job
-- of a notice mail when it polls.
create or replace function note_scm_notices() returns trigger language plpgsql as $$
begin
  insert into scm_notice (log_no, owner_cd, partner_cd)
  select n.log_no, p.owner_cd, p.partner_cd
  from now_rows n join scm_order o using (scm_no)
  join scm_partner p on p.owner_cd = o.owner_cd and p.partner_cd in (o.branch_cd, o.partner_cd)
  where p.notify_cd = 'MAIL' and p.email is not null and p.use_yn = 'Y'
    and (n.event_cd <> 'STATE' or n.was is not null);
  if found then
    insert into job (kind, payload) values ('scm-notice', '{}');
  end if;
  return null;
end $$;
