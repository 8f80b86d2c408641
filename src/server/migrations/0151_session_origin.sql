-- From where a session was opened, for whoever looks through his own and ends what he does not know.

alter table session
  add address text,
  add agent text;
