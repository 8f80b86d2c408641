-- Reopening a period ends all requested and approved corrections of its documents, also those of the
-- user who reopens it. After the next close they are requested again.
alter table doc_request drop constraint doc_request_second_user,
  add constraint doc_request_second_user check (decided_by <> requested_by or state_cd = '90');

create or replace function keep_doc_request() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state_cd = '90' or old.used_at is not null
    or (old.state_cd = '20' and new.state_cd not in ('20', '90'))
    or (new.request_no, new.wcode, new.owner_cd, new.doc_no, new.reason, new.requested_by)
      is distinct from
      (old.request_no, old.wcode, old.owner_cd, old.doc_no, old.reason, old.requested_by) then
    raise exception 'a request is decided and used once' using errcode = 'WM001';
  end if;
  return new;
end $$;
