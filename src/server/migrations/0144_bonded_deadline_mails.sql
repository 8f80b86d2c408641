-- Which deadline of which cargo its owner was told of by mail, and at which addresses. A deadline
-- that moves, by an extension, is another one and is told again.
create table bonded_deadline_told (
  bond_no text not null references bonded_cargo,
  deadline_cd text not null check (deadline_cd in ('END', 'DECLARE', 'REMOVE')),
  due_dt date not null,
  mail_to text[] not null,
  told_at timestamptz not null default now(),
  primary key (bond_no, deadline_cd, due_dt)
);
create trigger bonded_deadline_told_append_only before update or delete on bonded_deadline_told
  for each row execute function refuse_change();
