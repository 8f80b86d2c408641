-- Person of the company's login that a user is bound to since their first login there. Mail
-- addresses pass from one person to another, subjects do not.
create table sso_identity (
  issuer text not null,
  subject text not null,
  user_id text not null references app_user on delete cascade,
  bound_at timestamptz not null default now(),
  primary key (issuer, subject),
  unique (issuer, user_id)
);

-- Login attempts at the company's login that were already answered.
create table sso_answered (
  state_hash text primary key,
  answered_at timestamptz not null default now()
);

-- Whether the address is known to belong to the user: set by an administrator, or used for a link.
alter table app_user add column mail_proven_yn text not null default 'Y'
  check (mail_proven_yn in ('Y', 'N'));

-- A new address can be that of another person, who logs in at the company as somebody else.
create function forget_sso_identity() returns trigger language plpgsql as $$
begin
  delete from sso_identity where user_id = new.user_id;
  new.mail_proven_yn := 'Y';
  return new;
end $$;
create trigger app_user_new_mail before update of email on app_user for each row
  when (lower(old.email) is distinct from lower(new.email))
  execute function forget_sso_identity();

-- One address belongs to one user. Users who already share one keep it until it is changed.
create function one_user_per_mail() returns trigger language plpgsql as $$
begin
  if new.email is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended('app_user_mail', 7));
  if exists (select from app_user u where lower(u.email) = lower(new.email)
      and u.user_id <> new.user_id) then
    raise exception 'the mail address belongs to another user' using errcode = '23505',
      constraint = 'app_user_mail', table = 'app_user', column = 'email';
  end if;
  return new;
end $$;
create trigger app_user_first_mail before insert on app_user for each row
  execute function one_user_per_mail();
create trigger app_user_one_mail before update of email on app_user for each row
  when (lower(old.email) is distinct from lower(new.email))
  execute function one_user_per_mail();
create index app_user_by_mail on app_user (lower(email));
