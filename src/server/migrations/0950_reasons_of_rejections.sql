-- The reason of an order is that of its rejection. Events after it, such as the shipment of what had
-- been accepted, were recorded with the same reason, and branches and partners were told so.
create or replace function log_scm_order() returns trigger language plpgsql as $$
begin
  insert into scm_order_log (scm_no, event_cd, was, now_is, reason, user_id)
  select n.scm_no, 'STATE', o.state_cd, n.state_cd,
    case when n.state_cd = '80' then n.reason end,
    case when n.version <> o.version then n.updated_by end
  from now_rows n join was_rows o using (scm_no) where n.state_cd <> o.state_cd
  order by n.scm_no;
  return null;
end $$;
