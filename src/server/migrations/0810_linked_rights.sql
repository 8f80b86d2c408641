-- Linking a user to a branch or partner, or unlinking, changes what the user sees: open streams of
-- events look again before they tell the next thing.
create trigger access_change after insert or update or delete on scm_partner_user
  for each statement execute function tell_access_change();
