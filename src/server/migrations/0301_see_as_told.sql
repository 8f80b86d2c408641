-- Whose rights a session has changes with the look as another user: streams of events look again.

create trigger access_change after insert or update or delete on see_as
  for each statement execute function tell_access_change();
